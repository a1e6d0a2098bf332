package org.reweave.emulator.scenario;

import org.reweave.emulator.device.fabricswitch.FlowControl;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.fabricswitch.Switching;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.LinkNames;

/**
 * Refuses what on/off flow control excludes, and thresholds that leave too little room: what a sender puts on the link
 * before it is told to stop must find a place. Source: Dally and Towles, Principles and Practices of Interconnection
 * Networks, §13.3.
 */
final class OnOffChecks {
    private final Scenario scenario;
    private final Cabling cabling;
    private final Fabric fabric;
    private final Problems problems;
    private final SwitchParameters switches;

    private OnOffChecks(Scenario scenario, Cabling cabling, Problems problems) {
        this.scenario = scenario;
        this.cabling = cabling;
        this.fabric = cabling.fabric();
        this.problems = problems;
        this.switches = scenario.switches();
    }

    static void check(Scenario scenario, Cabling cabling, Problems problems) {
        if (scenario.switches().flowControl() == FlowControl.ON_OFF) {
            new OnOffChecks(scenario, cabling, problems).check();
        }
    }

    private void check() {
        if (switches.switching() != Switching.WORMHOLE) {
            refuse(
                    DeviceKeys.ROOM_SIGNAL,
                    "lets senders go on flit by flit, and a switch of whole packets needs room for each packet",
                    "write credits, or device.switch.switching = " + Switching.WORMHOLE.label());
            return;
        }
        if (scenario.run().isLax()) {
            refuse(
                    DeviceKeys.ROOM_SIGNAL,
                    "relies on signals that come in time, and lax runs have late ones",
                    "write credits, or run.asynchrony = " + RunKeys.CONSERVATIVE);
        }
        checkRoundTrips();
        if (switches.onThreshold() < switches.offThreshold()) {
            refuse(
                    DeviceKeys.ON_THRESHOLD,
                    "< " + flits(switches.offThreshold()) + ", the " + DeviceKeys.OFF_THRESHOLD.path()
                            + " below which the sender stops again",
                    "raise it");
        }
        checkBuffer(DeviceKeys.INPUT_BUFFER, switches.inputBuffer());
        checkBuffer(DeviceKeys.RECEIVE_BUFFER, scenario.nics().receiveBuffer());
    }

    /** An empty buffer has more flits free than the upper threshold. */
    private void checkBuffer(Key<Scenario, Long> buffer, int flits) {
        if (flits <= switches.onThreshold()) {
            refuse(
                    buffer,
                    "<= " + flits(switches.onThreshold()) + ", the " + DeviceKeys.ON_THRESHOLD.path()
                            + " above which a sender goes on",
                    "raise it to " + flits(switches.onThreshold() + 1L));
        }
    }

    private void checkRoundTrips() {
        long longest = 0;
        String where = "";
        for (int link = 0; link < fabric.linkCount(); link++) {
            long trip = roundTrip(link);
            if (trip > longest) {
                longest = trip;
                where = LinkNames.nameOf(fabric, link);
            }
        }
        for (Cabling.Later cable : cabling.later()) {
            long trip = longerRoundTrip(
                    cable.link().device(), cable.link().peer(), ResolvedScenario.latency(scenario, fabric, cable));
            if (trip > longest) {
                longest = trip;
                where = cable.name(fabric);
            }
        }
        if (switches.offThreshold() < longest) {
            refuse(
                    DeviceKeys.OFF_THRESHOLD,
                    "< " + flits(longest) + ", a round trip on " + where + ", which comes before a sender has stopped",
                    "raise it");
        }
    }

    private long roundTrip(int link) {
        return longerRoundTrip(
                fabric.linkDevice(link, 0),
                fabric.linkDevice(link, 1),
                ResolvedScenario.latency(scenario, fabric, link));
    }

    /** The longer one of the two directions between two devices. */
    private long longerRoundTrip(int device, int peer, int latency) {
        boolean one = fabric.isSwitch(device);
        boolean other = fabric.isSwitch(peer);
        return Math.max(roundTrip(one, other, latency), roundTrip(other, one, latency));
    }

    /**
     * Cycles from a sender's decision for a flit to its first one that knows what the flit's arrival has signalled: one
     * more than the flits that it may send in between.
     */
    private long roundTrip(boolean fromSwitch, boolean toSwitch, int latency) {
        return roundTrip(
                fromSwitch
                        ? switches.switchAllocationDelay() + switches.crossbarDelay() + switches.outputDelay()
                        : scenario.nics().outputDelay(),
                latency,
                toSwitch ? switches.creditDelay() : scenario.nics().creditDelay());
    }

    /** The same by the delays of both ends. */
    static long roundTrip(long sendDelay, long latency, long creditDelay) {
        return sendDelay + latency + 1 + creditDelay + latency;
    }

    private static String flits(long count) {
        return count + (count == 1 ? "flit" : "flits");
    }

    private void refuse(Key<Scenario, ?> key, String complaint, String remedy) {
        problems.refuse(key.path(), new Refusal(complaint, remedy));
    }
}
