/** Frames of links as bytes, for links whose two ends are in different processes. */
package org.reweave.emulator.wire;
