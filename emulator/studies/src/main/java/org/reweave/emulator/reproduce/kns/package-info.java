/** The tables and figures of the KNS paper. */
package org.reweave.emulator.reproduce.kns;
