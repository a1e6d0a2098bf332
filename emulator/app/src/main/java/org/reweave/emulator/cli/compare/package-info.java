/** {@code reweave compare}. */
package org.reweave.emulator.cli.compare;
