/**
 * The traffic of links and its sending and receiving ends: records and frames, the boxes at both ends, the transmitter
 * with its credits.
 */
package org.reweave.emulator.link;
