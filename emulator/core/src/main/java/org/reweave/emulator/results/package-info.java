/**
 * The results of a run: time series, reconfigurations, events and the summary. No Akka and no wall clock: all results
 * are the same for every driver, except the cost that a caller measured.
 */
package org.reweave.emulator.results;
