/**
 * Recorded or written traffic: files become one program of operations per rank. Ranks know each other by messages only.
 */
package org.reweave.emulator.traffic.trace;
