/** The tables of the MiKANT slides. */
package org.reweave.emulator.reproduce.mikant;
