/** {@code reweave explore}. */
package org.reweave.emulator.cli.explore;
