package org.reweave.emulator.run;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.JournalledAdmissions;
import org.reweave.emulator.journal.reading.ReplayCheck;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.network.FabricDigest;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.StepwiseDriver;

/** Runs a journalled run again, with any driver, and compares every event and cut with the journal. */
public final class JournalReplay {
    private final JournalReader journal;
    private final Network network;

    private JournalReplay(JournalReader journal, Network network) {
        this.journal = journal;
        this.network = network;
    }

    /**
     * @param name of the run, for messages
     * @return empty when the journal does not say what was run
     * @throws ScenarioException when the run cannot be repeated here: another version ran it, or its fabric has changed
     */
    public static Optional<JournalReplay> of(String name, JournalReader journal) {
        return journal.started().map(started -> new JournalReplay(journal, network(name, started)));
    }

    static Network network(String name, RunStarted started) {
        String software = SoftwareVersion.read();
        if (!started.software().equals(software)) {
            throw new ScenarioException(List.of(name + ": reweave " + started.software() + " ran it, this is "
                    + software + "; results may differ between versions, so replay it with that one"));
        }
        return networkOf(name, started);
    }

    /**
     * The network of a stored run, for a look at a journal that runs nothing: whichever version of the software ran it.
     *
     * @param name of the run, for messages
     * @return empty when the journal does not say it
     * @throws ScenarioException when its fabric has changed
     */
    public static Optional<Network> networkOf(String name, JournalReader journal) {
        return journal.started().map(started -> networkOf(name, started));
    }

    private static Network networkOf(String name, RunStarted started) {
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse(name, started.scenario(), List.of())));
        String digest = FabricDigest.of(network);
        if (!digest.equals(started.fabricDigest())) {
            throw new ScenarioException(
                    List.of(name + ": its fabric " + network.fabric().name() + " is not what it was: digest " + digest
                            + " now, " + started.fabricDigest()
                            + " in the journal; bring back the file that the run read"));
        }
        return network;
    }

    /** The network that is run again. */
    public Network network() {
        return network;
    }

    /** Compares all of it. */
    public ReplayReport execute(Drivers drivers) {
        return execute(drivers, Optional.empty(), Long.MAX_VALUE);
    }

    /**
     * Compares a part.
     *
     * @param from where the run begins; empty = at its start
     * @param until compare up to the first cut at or after this cycle
     */
    public ReplayReport execute(Drivers drivers, Optional<Checkpoint> from, long until) {
        ReplayCheck check = new ReplayCheck(
                journal,
                new EventLines(network)::line,
                from.map(Checkpoint::cycle).orElse(0L),
                until);
        return check.run(driver(drivers, from, check));
    }

    private RunDriver driver(Drivers drivers, Optional<Checkpoint> from, RunListener listener) {
        Start start = from.map(one -> Start.at(network, one)).orElseGet(() -> Start.atZero(network));
        long begin = from.map(Checkpoint::cycle).orElse(0L);
        return drivers.replay(start, listener, new JournalledAdmissions(journal, begin));
    }

    /**
     * A driver that goes through the run again, in the calling thread, and can be stopped at any cycle.
     *
     * @param from where it begins; empty = at the run's start
     */
    public StepwiseDriver stepwise(Optional<Checkpoint> from, RunListener listener) {
        return (StepwiseDriver) driver(Drivers.sequential(), from, listener);
    }

    /**
     * The cycle at an emulated time of the run.
     *
     * @param name of the option that has the time, for messages
     * @param time such as {@code 800us}
     * @throws ScenarioException when that is no duration
     */
    public long cycle(String name, String time) {
        return ScenarioLoader.cycles(name, time, network.resolved().scenario().time());
    }

    /** The cycle of the last event or cut in the journal; 0 when it has none. */
    public long lastCycle() {
        return journal.lastItem().map(JournalRecord.Item::cycle).orElse(0L);
    }

    /** Whether the run's islands did not always wait for their neighbours. */
    public boolean isLax() {
        return network.resolved().scenario().run().isLax();
    }
}
