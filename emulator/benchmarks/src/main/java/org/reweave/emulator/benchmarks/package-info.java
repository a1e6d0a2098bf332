/** Benchmarks of {@code reweave bench}: drivers, memory, starts, other simulators. Not shipped with an installation. */
package org.reweave.emulator.benchmarks;
