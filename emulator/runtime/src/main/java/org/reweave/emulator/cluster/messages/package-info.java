/**
 * Messages of a run on several nodes: one sealed root for each kind of actor that receives them, with those from other
 * processes and those that the actor sends itself.
 */
package org.reweave.emulator.cluster.messages;
