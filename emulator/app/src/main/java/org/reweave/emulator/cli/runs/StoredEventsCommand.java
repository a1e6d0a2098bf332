package org.reweave.emulator.cli.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.timetravel.EventCondition;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base of commands that read the events of a run from its journal. */
abstract class StoredEventsCommand extends ReweaveCommand {
    @Mixin
    private StoredRun stored = new StoredRun();

    @Option(
            names = {"--device", "--devices"},
            paramLabel = "DEVICE,..",
            hideParamSyntax = true,
            split = ",",
            description = "Events at these switches, NICs and the manager, by name; default: at all of them.")
    private List<String> devices = new ArrayList<>();

    @Override
    public final Integer call() {
        try (JournalReader journal = stored.journal()) {
            return show(journal, stored.network(journal));
        } catch (ScenarioException e) {
            throw new UserErrors(e.problems());
        }
    }

    /** @return the exit code */
    abstract int show(JournalReader journal, Network network);

    /** The run, as the user names it. */
    final String run() {
        return stored.name();
    }

    /** Numbers of the devices that the user names; empty = all. */
    final Set<Integer> devices(Network network) {
        Set<Integer> wanted = new TreeSet<>();
        devices.forEach(name -> wanted.add(ReplayWatch.device(network, run(), "--device", name)));
        return wanted;
    }

    static List<EventCondition> conditions(List<String> texts, Network network) {
        return texts.stream()
                .map(text -> EventCondition.parse("--event", text, network))
                .toList();
    }

    static long cycle(Network network, String option, String time) {
        return ScenarioLoader.cycles(option, time, network.resolved().scenario().time());
    }

    /**
     * Says which record the journal lacks.
     *
     * @param missing number of the first record that is missing among those that were read; 0 = none
     * @return the exit code
     */
    final int judge(long missing) {
        if (missing == 0) {
            return ExitCode.DONE;
        }
        err().println("reweave: " + run() + ": its journal is damaged: record " + missing
                + " is missing, and the events in it");
        return ExitCode.CHECKS_FAILED;
    }
}
