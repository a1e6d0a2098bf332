package org.reweave.emulator.device.fabricswitch;

/**
 * How a switch is built. Times in cycles, sizes in flits.
 *
 * @param lanes data VLs per port
 * @param routingDelay from the arrival of a packet's head to its output being known
 * @param crossbarDelay of one flit from input to output side
 * @param outputDelay from the decision to send to the first flit on the link; at least 1
 * @param creditDelay from the cycle after the release of buffer space to its credit on the link
 * @param inputBuffer per port and VL
 * @param outputBuffer per port and VL; 0 = input-queued: a packet leaves its input queue only for the link itself
 * @param creditUnit flits per credit; a packet takes whole credits at each input buffer
 * @param flowControlFlits link time of a flow-control packet; 0 = credits travel beside the data
 * @param smpReaction from an SMP's arrival to its earliest departure
 * @param agentDelay from an SMP's arrival to its effect at the switch it addresses
 * @param smpBuffer SMPs that wait at one output before more are dropped silently (VL15 has no flow control)
 */
public record SwitchParameters(
        int lanes,
        int routingDelay,
        int crossbarDelay,
        int outputDelay,
        int creditDelay,
        int inputBuffer,
        int outputBuffer,
        int creditUnit,
        int flowControlFlits,
        int smpReaction,
        int agentDelay,
        int smpBuffer) {}
