/** {@code reweave topo}, {@code route}, {@code plan} and {@code faults}. */
package org.reweave.emulator.cli.fabric;
