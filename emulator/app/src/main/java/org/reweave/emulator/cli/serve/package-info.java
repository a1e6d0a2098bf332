/** The command that shows runs to a browser of the same machine. */
package org.reweave.emulator.cli.serve;
