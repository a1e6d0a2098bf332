/** The registry of reconfiguration schemes. */
package org.reweave.reconfig;
