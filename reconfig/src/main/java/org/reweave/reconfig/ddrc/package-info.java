/**
 * Reconfiguration of fat trees by new tables, or by a broadcast of the switches to NICs that route. Source: fat-tree
 * §VIII.
 */
package org.reweave.reconfig.ddrc;
