/** Disturbances of a run's control: what is delayed, lost or reordered, drawn or named one by one. */
package org.reweave.emulator.perturb;
