/**
 * One run on several JVMs, on one machine or many: placement, bundles of frames between nodes, and their life cycle.
 */
package org.reweave.emulator.cluster;
