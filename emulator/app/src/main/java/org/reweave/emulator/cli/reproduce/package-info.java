/** {@code reweave reproduce}. */
package org.reweave.emulator.cli.reproduce;
