package org.reweave.emulator.race;

import java.util.List;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.Perturb;

/**
 * One run and how it ended.
 *
 * @param disturbances all disturbances of the run, in the order in which they came up
 * @param reached branches of devices, as far as the run has witnesses
 */
record Trial(RunVerdict verdict, List<Perturb.Named> disturbances, List<String> reached) {
    /** Runs a network in the calling thread. */
    static Trial of(Network network, Emulations emulations) {
        Run run = Run.of(network, Drivers.sequential());
        Judge judge = Judge.of(run);
        return new Trial(judged(judge, run, emulations), judge.disturbances(), List.copyOf(judge.reached()));
    }

    private static RunVerdict judged(Judge judge, Run run, Emulations emulations) {
        try {
            return judge.verdict(emulations.execute(run));
        } catch (RuntimeException e) {
            Judge.requireOfDevices(e);
            return judge.broken(e);
        }
    }
}
