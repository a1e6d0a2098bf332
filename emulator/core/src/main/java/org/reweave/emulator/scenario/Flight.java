package org.reweave.emulator.scenario;

import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.nic.NicParameters;
import org.reweave.emulator.time.FlitTime;

/** How long a frame is under way between two devices. */
final class Flight {
    private Flight() {}

    /** Largest number of cycles from a device's decision to send a frame to the arrival at the other end of a link. */
    static long longest(Scenario scenario, int latency, FlitTime flitTime) {
        SwitchParameters switches = scenario.switches();
        NicParameters nics = scenario.nics();
        int atSwitch = switches.routingDelay()
                + switches.laneAllocationDelay()
                + switches.switchAllocationDelay()
                + switches.crossbarDelay()
                + switches.outputDelay()
                + switches.creditDelay();
        int atNic = nics.outputDelay() + nics.creditDelay();
        return (long) latency + flitTime.cyclesFor(switches.flowControlFlits()) + Math.max(atSwitch, atNic);
    }
}
