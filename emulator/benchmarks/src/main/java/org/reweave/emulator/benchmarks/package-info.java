/** What {@code reweave bench} measures: drivers, memory, starts, other simulators. Not shipped with an installation. */
package org.reweave.emulator.benchmarks;
