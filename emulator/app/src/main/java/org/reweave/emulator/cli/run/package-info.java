/** {@code reweave run}. */
package org.reweave.emulator.cli.run;
