/**
 * Reconfiguration schemes side by side: the same scenario, seeds and faults under each, what they cost, and paired
 * confidence intervals of their differences.
 */
package org.reweave.emulator.compare;
