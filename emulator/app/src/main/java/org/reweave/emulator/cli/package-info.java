/** The command line: the one place with a main method. */
package org.reweave.emulator.cli;
