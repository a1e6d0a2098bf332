package org.reweave.emulator.scenario;

import org.reweave.emulator.device.arbitration.ArbitrationPolicies;
import org.reweave.emulator.device.fabricswitch.LaneArbitration;
import org.reweave.emulator.device.fabricswitch.LaneChoice;
import org.reweave.emulator.device.fabricswitch.QueueDiscipline;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.fabricswitch.Switching;

/** Refuses what wormhole switching excludes, or has not been built for. */
final class WormholeChecks {
    private final Scenario scenario;
    private final Problems problems;

    private WormholeChecks(Scenario scenario, Problems problems) {
        this.scenario = scenario;
        this.problems = problems;
    }

    static void check(Scenario scenario, Problems problems) {
        WormholeChecks checks = new WormholeChecks(scenario, problems);
        if (scenario.switches().switching() == Switching.WORMHOLE) {
            checks.checkDevices();
        } else {
            checks.checkDelays();
        }
    }

    private void checkDevices() {
        SwitchParameters switches = scenario.switches();
        if (!scenario.links().flitPerCycle()) {
            refuse(DeviceKeys.RATE, "is no flit per cycle, as wormhole switching needs", "write flit-per-cycle");
        }
        if (switches.outputBuffer() != 0) {
            refuse(DeviceKeys.OUTPUT_BUFFER, "is a second buffer, of which a wormhole switch has none", "write 0flits");
        }
        if (switches.creditUnit() != 1) {
            refuse(DeviceKeys.CREDIT_UNIT, "is not the flit that wormhole switching counts in", "write 1flit");
        }
        if (switches.flowControlFlits() != 0) {
            refuse(
                    DeviceKeys.FLOW_CONTROL,
                    "would cost a wormhole switch more link time than a flit does",
                    "write 0flits: credits travel beside the data");
        }
        if (switches.queues() != QueueDiscipline.FIFO) {
            refuse(DeviceKeys.QUEUES, "would let flits of two packets of a lane pass each other", "write fifo");
        }
        if (switches.inputSpeedup() != 0) {
            refuse(
                    DeviceKeys.INPUT_SPEEDUP,
                    "is of switches of whole packets; a wormhole switch has a path for each input port",
                    "write off");
        }
    }

    /** Delays of stages that other switches do not have. */
    private void checkDelays() {
        SwitchParameters switches = scenario.switches();
        String remedy = "write 0cycles, or device.switch.switching = " + Switching.WORMHOLE.label();
        if (switches.laneAllocationDelay() != 0) {
            refuse(DeviceKeys.LANE_ALLOCATION_DELAY, "is of a stage that only a wormhole switch has", remedy);
        }
        if (switches.laneChoice() == LaneChoice.CLASS) {
            refuse(
                    DeviceKeys.LANE_CHOICE,
                    "is a choice of the allocation of lanes, a stage that only a wormhole switch has",
                    "write table or destination, or device.switch.switching = " + Switching.WORMHOLE.label());
        }
        if (switches.laneArbitration() != LaneArbitration.CREDITS) {
            refuse(
                    DeviceKeys.LANE_ARBITRATION,
                    "is a rule of the allocation of lanes, a stage that only a wormhole switch has",
                    "write credits, or device.switch.switching = " + Switching.WORMHOLE.label());
        }
        if (switches.iterations() != 1) {
            refuse(
                    DeviceKeys.ITERATIONS,
                    "is of allocators that only a wormhole switch has",
                    "write 1, or device.switch.switching = " + Switching.WORMHOLE.label());
        }
        if (ArbitrationPolicies.get(switches.arbitration()).isMatching()) {
            refuse(
                    DeviceKeys.ARBITRATION,
                    "matches inputs and outputs once a cycle, and outputs of a switch of whole packets choose one"
                            + " after the other",
                    "write round-robin, or device.switch.switching = " + Switching.WORMHOLE.label());
        }
        if (switches.switchAllocationDelay() != 0) {
            refuse(DeviceKeys.SWITCH_ALLOCATION_DELAY, "is of a stage that only a wormhole switch has", remedy);
        }
    }

    private void refuse(Key<Scenario, ?> key, String complaint, String remedy) {
        problems.refuse(key.path(), new Refusal(complaint, remedy));
    }
}
