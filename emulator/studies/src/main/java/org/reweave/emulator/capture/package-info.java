/** Packets and SMPs on chosen links of a run that is over, as a capture file for analysers of network traffic. */
package org.reweave.emulator.capture;
