/** The figures of the fat-tree paper. */
package org.reweave.emulator.reproduce.fattree;
