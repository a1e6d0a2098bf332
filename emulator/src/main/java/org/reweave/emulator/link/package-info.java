/** What crosses a link: records and frames, the boxes at both ends, the transmitter with its credits. */
package org.reweave.emulator.link;
