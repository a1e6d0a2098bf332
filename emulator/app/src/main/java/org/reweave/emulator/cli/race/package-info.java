/** {@code reweave race}. */
package org.reweave.emulator.cli.race;
