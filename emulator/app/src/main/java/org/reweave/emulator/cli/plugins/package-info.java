/** Users' jars on the command line: the folders that they come from, and the command that lists what was found. */
package org.reweave.emulator.cli.plugins;
