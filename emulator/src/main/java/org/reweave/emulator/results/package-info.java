/**
 * What a run leaves behind: time series, reconfigurations, events and the summary. No Akka and no wall clock:
 * everything here is the same for every driver, but for the cost that a caller measured.
 */
package org.reweave.emulator.results;
