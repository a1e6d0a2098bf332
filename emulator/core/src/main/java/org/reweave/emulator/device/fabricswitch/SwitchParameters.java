package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import java.util.Objects;

/**
 * How a switch is built. Times in cycles, sizes in flits.
 *
 * @param lanes data VLs per port
 * @param routingDelay from the arrival of a packet's head to its output being known
 * @param laneAllocationDelay from the request of a packet's head for a lane of its output to its first request for the
 *     crossbar; under wormhole switching only, as is the next one
 * @param switchAllocationDelay from a flit's winning the crossbar to its crossing
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
 * @param hopLimit switches that a packet may cross; it is dropped at the next one. 0 = any number
 * @param queues in which the packets of an input port and VL wait
 * @param queueCount queues of each input port and VL with {@link QueueDiscipline#DESTINATION}; else of no meaning
 * @param inputSpeedup packets of an input port that may cross the crossbar at a time; 0 = one of each queue
 * @param switching how much of a packet must have come before it goes on
 * @param laneChoice which lanes of a link a packet may have
 * @param tables when the blocks of an update are in force
 * @param laneArbitration which of the lanes that are offered to a packet it takes; under wormhole switching only, as
 *     are the iterations
 * @param iterations of the allocators of lanes and of the crossbar in a cycle
 * @param flowControl how a sender knows of room at the far end
 * @param offThreshold on/off flow control: with fewer free flits the sender is told to stop; else of no meaning, as is
 *     the next one
 * @param onThreshold with more free flits it is told to go on
 * @param arbitration name of the policy by which an output chooses among the heads that ask for it, one of
 *     {@link org.reweave.emulator.device.arbitration.ArbitrationPolicies}
 */
public record SwitchParameters(
        int lanes,
        int routingDelay,
        int laneAllocationDelay,
        int switchAllocationDelay,
        int crossbarDelay,
        int outputDelay,
        int creditDelay,
        int inputBuffer,
        int outputBuffer,
        int creditUnit,
        int flowControlFlits,
        int smpReaction,
        int agentDelay,
        int smpBuffer,
        int hopLimit,
        QueueDiscipline queues,
        int queueCount,
        int inputSpeedup,
        Switching switching,
        LaneChoice laneChoice,
        TableMode tables,
        LaneArbitration laneArbitration,
        int iterations,
        FlowControl flowControl,
        int offThreshold,
        int onThreshold,
        String arbitration) {
    /** Free flits of a buffer with fewer of which its sender is told to stop; 0 = it counts credits. */
    public int offBelow() {
        return flowControl == FlowControl.ON_OFF ? offThreshold : 0;
    }

    /** Begins a description; every parameter has to be named once. */
    public static Builder builder() {
        return new Builder();
    }

    /** Names the parameters one by one, so that none takes another's place. */
    public static final class Builder {
        private static final int UNSET = -1;

        private int lanes = UNSET;
        private int routingDelay = UNSET;
        private int laneAllocationDelay = UNSET;
        private int switchAllocationDelay = UNSET;
        private int crossbarDelay = UNSET;
        private int outputDelay = UNSET;
        private int creditDelay = UNSET;
        private int inputBuffer = UNSET;
        private int outputBuffer = UNSET;
        private int creditUnit = UNSET;
        private int flowControlFlits = UNSET;
        private int smpReaction = UNSET;
        private int agentDelay = UNSET;
        private int smpBuffer = UNSET;
        private int hopLimit = UNSET;
        private QueueDiscipline queues;
        private int queueCount = UNSET;
        private int inputSpeedup = UNSET;
        private Switching switching;
        private LaneChoice laneChoice;
        private TableMode tables;
        private LaneArbitration laneArbitration;
        private int iterations = UNSET;
        private FlowControl flowControl;
        private int offThreshold = UNSET;
        private int onThreshold = UNSET;
        private String arbitration;

        private Builder() {}

        public Builder lanes(int value) {
            lanes = value;
            return this;
        }

        public Builder routingDelay(int value) {
            routingDelay = value;
            return this;
        }

        public Builder laneAllocationDelay(int value) {
            laneAllocationDelay = value;
            return this;
        }

        public Builder switchAllocationDelay(int value) {
            switchAllocationDelay = value;
            return this;
        }

        public Builder crossbarDelay(int value) {
            crossbarDelay = value;
            return this;
        }

        public Builder outputDelay(int value) {
            outputDelay = value;
            return this;
        }

        public Builder creditDelay(int value) {
            creditDelay = value;
            return this;
        }

        public Builder inputBuffer(int value) {
            inputBuffer = value;
            return this;
        }

        public Builder outputBuffer(int value) {
            outputBuffer = value;
            return this;
        }

        public Builder creditUnit(int value) {
            creditUnit = value;
            return this;
        }

        public Builder flowControlFlits(int value) {
            flowControlFlits = value;
            return this;
        }

        public Builder smpReaction(int value) {
            smpReaction = value;
            return this;
        }

        public Builder agentDelay(int value) {
            agentDelay = value;
            return this;
        }

        public Builder smpBuffer(int value) {
            smpBuffer = value;
            return this;
        }

        public Builder hopLimit(int value) {
            hopLimit = value;
            return this;
        }

        public Builder queues(QueueDiscipline value) {
            queues = value;
            return this;
        }

        public Builder queueCount(int value) {
            queueCount = value;
            return this;
        }

        public Builder inputSpeedup(int value) {
            inputSpeedup = value;
            return this;
        }

        public Builder switching(Switching value) {
            switching = value;
            return this;
        }

        public Builder laneChoice(LaneChoice value) {
            laneChoice = value;
            return this;
        }

        public Builder tables(TableMode value) {
            tables = value;
            return this;
        }

        public Builder laneArbitration(LaneArbitration value) {
            laneArbitration = value;
            return this;
        }

        public Builder iterations(int value) {
            iterations = value;
            return this;
        }

        public Builder flowControl(FlowControl value) {
            flowControl = value;
            return this;
        }

        public Builder offThreshold(int value) {
            offThreshold = value;
            return this;
        }

        public Builder onThreshold(int value) {
            onThreshold = value;
            return this;
        }

        public Builder arbitration(String value) {
            arbitration = value;
            return this;
        }

        /** @throws IllegalStateException when a parameter is not given, or is negative */
        public SwitchParameters build() {
            int[] all = {
                lanes,
                routingDelay,
                laneAllocationDelay,
                switchAllocationDelay,
                crossbarDelay,
                outputDelay,
                creditDelay,
                inputBuffer,
                outputBuffer,
                creditUnit,
                flowControlFlits,
                smpReaction,
                agentDelay,
                smpBuffer,
                hopLimit,
                queueCount,
                inputSpeedup,
                iterations,
                offThreshold,
                onThreshold
            };
            for (int value : all) {
                if (value < 0) {
                    throw new IllegalStateException("switch parameters " + Arrays.toString(all)
                            + ": one is negative or not given, which is shown as -1");
                }
            }
            return new SwitchParameters(
                    lanes,
                    routingDelay,
                    laneAllocationDelay,
                    switchAllocationDelay,
                    crossbarDelay,
                    outputDelay,
                    creditDelay,
                    inputBuffer,
                    outputBuffer,
                    creditUnit,
                    flowControlFlits,
                    smpReaction,
                    agentDelay,
                    smpBuffer,
                    hopLimit,
                    Objects.requireNonNull(queues, "the queues of a switch are not given"),
                    queueCount,
                    inputSpeedup,
                    Objects.requireNonNull(switching, "the switching of a switch is not given"),
                    Objects.requireNonNull(laneChoice, "the choice of lanes of a switch is not given"),
                    Objects.requireNonNull(tables, "the mode of a switch's tables is not given"),
                    Objects.requireNonNull(laneArbitration, "the arbitration of lanes of a switch is not given"),
                    iterations,
                    Objects.requireNonNull(flowControl, "the flow control of a switch is not given"),
                    offThreshold,
                    onThreshold,
                    Objects.requireNonNull(arbitration, "the arbitration policy of a switch is not given"));
        }
    }
}
