/** Simple Reconfiguration: a token per channel separates old packets from new ones. Source: thesis §2.1.8, §7.4. */
package org.reweave.reconfig.token;
