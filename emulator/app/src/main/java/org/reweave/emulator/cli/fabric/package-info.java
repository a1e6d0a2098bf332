/** {@code reweave topo}, {@code route} and {@code faults}. */
package org.reweave.emulator.cli.fabric;
