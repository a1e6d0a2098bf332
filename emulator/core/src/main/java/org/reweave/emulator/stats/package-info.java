/** Counters, histograms and the fingerprint of a device. */
package org.reweave.emulator.stats;
