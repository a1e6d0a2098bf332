/** The runs that were kept: which there are, whether they are whole, and a run as one file. */
package org.reweave.emulator.catalogue;
