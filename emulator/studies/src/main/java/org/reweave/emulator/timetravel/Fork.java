package org.reweave.emulator.timetravel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.ReplayCheck;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunBuilder;
import org.reweave.emulator.scenario.ScenarioException;

/**
 * Another future of a run. The parent's scenario with some keys changed is computed from its start up to the moment at
 * which the runs part, and every event and cut on the way is compared with the parent's journal: so the past is the
 * same, whatever the keys are.
 */
public final class Fork {
    /** Keys that hold from the first cycle on. */
    private static final List<String> FIXED = List.of(
            "name",
            "parent",
            "seed",
            "fabric",
            "device",
            "run.warmup",
            "run.warmup-packets",
            "run.warmup-stationary",
            "run.cut-interval",
            "run.cut-delay",
            "run.asynchrony",
            "run.lax");

    private Fork() {}

    /**
     * Prepares a fork. Nothing is written yet.
     *
     * @param name of the parent, for messages
     * @param at emulated time at which the runs part
     * @param sets as {@code --set} has them
     * @param drivers that compute the past
     * @param options where the fork is written, and how it is executed
     * @throws ScenarioException when the parent has not come that far, or a key would change its past
     */
    public static Run of(
            String name,
            JournalReader journal,
            String at,
            List<String> sets,
            Drivers drivers,
            Consumer<RunBuilder> options) {
        JournalReplay parent = JournalReplay.of(name, journal)
                .orElseThrow(() -> refusal(name + ": its journal does not say what was run"));
        if (parent.isLax()) {
            throw refusal(name + ": it is a lax run, whose past its schedule decided; fork a conservative run");
        }
        RunStarted started = journal.started().orElseThrow();
        long interval = parent.network().resolved().scenario().run().cutInterval();
        long cut = parent.cycle("--at", at) / interval;
        if (cut * interval > parent.lastCycle()) {
            throw refusal(String.format(
                    "--at %s: the journal of %s ends at cycle %,d; lower it", at, name, parent.lastCycle()));
        }
        sets.forEach(Fork::checkKey);
        List<String> all = new ArrayList<>();
        if (sets.stream().anyMatch(set -> key(set).equals("reconfiguration.scheme"))) {
            all.add("reconfiguration.options=null"); // those of the parent's scheme
        }
        all.addAll(sets);
        all.add("parent=" + started.header().run() + "@" + cut * interval);
        RunBuilder builder = Run.of(name, started.scenario());
        all.forEach(builder::set);
        options.accept(builder);
        Run fork = builder.prepare();
        comparePast(name, fork.network(), journal, cut * interval, at, drivers);
        return fork;
    }

    private static String key(String set) {
        return set.replaceAll("[+]?=.*", "").strip();
    }

    private static void checkKey(String set) {
        String key = key(set);
        for (String fixed : FIXED) {
            if (key.equals(fixed) || key.startsWith(fixed + ".")) {
                throw refusal("--set " + set + ": " + fixed
                        + " holds from the start of a run; run the scenario anew with it");
            }
        }
    }

    private static void comparePast(
            String name, Network network, JournalReader journal, long until, String at, Drivers drivers) {
        if (until == 0) {
            return;
        }
        ReplayCheck check = new ReplayCheck(journal, new EventLines(network)::line, until);
        ReplayReport report = check.run(drivers.from(Start.atZero(network), check));
        if (report.verdict() != ReplayReport.Comparison.EQUAL) {
            throw refusal(name + ": with these keys its past up to " + at + " would not be the same: after "
                    + (report.last() == null ? "the start" : report.last()) + " it had "
                    + report.journal() + ", and would have " + report.executed()
                    + "; change what takes effect later, or lower --at");
        }
    }

    private static ScenarioException refusal(String message) {
        return new ScenarioException(List.of(message));
    }
}
