/** The tables and figures of the thesis. */
package org.reweave.emulator.reproduce.thesis;
