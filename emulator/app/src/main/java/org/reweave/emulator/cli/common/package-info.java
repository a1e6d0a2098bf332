/** Parts that all commands share: exit codes, errors, amounts, files. */
package org.reweave.emulator.cli.common;
