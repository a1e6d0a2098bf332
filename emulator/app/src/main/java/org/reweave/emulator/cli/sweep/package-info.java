/** {@code reweave sweep}. */
package org.reweave.emulator.cli.sweep;
