/**
 * The protocols of a run on several nodes as values: each is a pure step from a state and an input to the next state
 * and effects. Actors carry the inputs in and perform the effects; no class here knows of them.
 */
package org.reweave.emulator.cluster.protocol;
