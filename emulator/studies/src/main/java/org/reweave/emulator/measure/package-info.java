/** Measures of a run: times of its reconfiguration, losses, load and latency around it. */
package org.reweave.emulator.measure;
