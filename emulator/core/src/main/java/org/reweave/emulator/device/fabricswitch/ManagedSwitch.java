package org.reweave.emulator.device.fabricswitch;

import java.util.Map;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.link.Transmitter;

/**
 * What switches have in common, however they forward: the credits that they begin with and their {@link Management}.
 */
abstract class ManagedSwitch extends Device {
    ManagedSwitch(SwitchConfig config, Transmitter.Timing timing) {
        super(
                config.identity(),
                config.parameters().lanes(),
                timing,
                config.parameters().smpReaction(),
                config.parameters().agentDelay());
        for (int port = 0; port < ports(); port++) {
            links().grantInitialCredits(
                            port, config.credits().own()[port], config.credits().far()[port]);
        }
    }

    abstract Management management();

    @Override
    protected final void onAgentTimer(int type, int index, long cycle) {
        management().timerFired(type, index, cycle);
    }

    @Override
    public final int portTowards(int lid) {
        return management().portTowards(lid);
    }

    @Override
    public final boolean answer(Smp smp, int port, long cycle) {
        return management().answer(smp, port, cycle);
    }

    @Override
    protected final void onBroadcast(Smp smp, int port, long cycle) {
        management().receiveBroadcast(smp, port, cycle);
    }

    @Override
    protected final void onAnnouncement(Smp smp, long cycle) {
        management().receiveAnnouncement(smp, cycle);
    }

    @Override
    protected final boolean passesOn(int port) {
        return true;
    }

    @Override
    protected final void describe(Map<String, Object> words) {
        management().describe(words);
    }
}
