/** The Double Scheme: one VL is emptied and becomes the escape. Source: thesis §2.1.8, §7.4. */
package org.reweave.reconfig.doublescheme;
