/**
 * Races: many runs of a scenario that differ in their disturbances and faults, how each of them ends, and the smallest
 * scenario that still ends so.
 */
package org.reweave.emulator.race;
