/** {@code reweave bench}. */
package org.reweave.emulator.cli.bench;
