package org.reweave.emulator.cli.runs;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.run.DriverOptions;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.timetravel.DifferentPastException;
import org.reweave.emulator.timetravel.EventCondition;
import org.reweave.emulator.timetravel.PacketTrace;
import org.reweave.emulator.timetravel.Past;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave replay}: runs a journalled run again and compares. */
@Command(
        name = "replay",
        description = {
            "Runs a journalled run again and compares every event and the fingerprint of every cut with the journal.",
            "Exit code 1 at the first difference, which is shown from both sides, or when the journal ends before the run does."
        })
public final class ReplayCommand extends ReweaveCommand {
    /**
     * @param reason why not all of it could be compared, or null
     * @param from cycle at which the comparison began
     */
    private record Result(String run, String verdict, String reason, long from, ReplayReport report) {}

    @Mixin
    private StoredRun stored = new StoredRun();

    @Mixin
    private DriverOptions drivers = new DriverOptions();

    @Option(
            names = "--until",
            paramLabel = "DURATION",
            description =
                    "Stop at the first cut at or after this emulated time, as in 800us; default: at the run's end.")
    private String until;

    @Option(
            names = "--from",
            paramLabel = "DURATION",
            description = "Begin at the last checkpoint at or before this emulated time; default: at the run's start.")
    private String from;

    @Option(
            names = "--watch",
            paramLabel = "DEVICE,..",
            hideParamSyntax = true,
            split = ",",
            description = {
                "Show the state of switches, NICs and the manager, by name: queues and what their packets wait for, credits, tables,"
                        + " the scheme's epoch or tokens; at --from and at each cut until --until.",
                "With --json a JSON document on a line of its own for each state."
            })
    private List<String> watched;

    @Option(
            names = "--every",
            paramLabel = "cut|cycle",
            defaultValue = "cut",
            description =
                    "When --watch shows a state: at each cut (the default), or after each cycle in which the device does something.")
    private ReplayWatch.Every every;

    @Option(
            names = "--packet",
            paramLabel = "NIC#N",
            description =
                    "Follow a packet from its generation to its end: each hop, and how long it waited there for what.")
    private String packet;

    @Option(
            names = "--break",
            paramLabel = "'EVENT [FIELD=VALUE]..'",
            description = {
                "Stop behind the first event of a kind, as events.jsonl names it (or drop, fault, table), whose fields have these values, and"
                        + " show the state of the devices concerned: 'drop cause=dead-output', 'table switch=s3_4'.",
                "deadlock: at the cut at which the run's deadlock formed; 'deadlock proven': where it was proven.",
                "Looked for from --from until --until. Exit code 0 when there is such an event, 1 when there is none."
            })
    private String condition;

    @Option(
            names = "--diff",
            paramLabel = "RUN_A",
            description = {
                "As replay --diff RUN_A RUN_B: find the first step at which two runs of one fabric differ, and show the state of the devices"
                        + " concerned on both sides.",
                "Exit code 0 when the runs are equal, 1 when they differ."
            })
    private String diff;

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Drivers chosen = drivers.drivers(input);
        input.throwIfAny();
        if (diff != null) {
            return look(() -> new ReplayDiff(out(), json(), this::remark).show(stored.other(diff), stored));
        }
        try (JournalReader journal = stored.journal()) {
            Optional<JournalReplay> replay = JournalReplay.of(stored.name(), journal);
            if (replay.isEmpty()) {
                return withoutBeginning(journal);
            }
            return replay(replay.get(), chosen, journal);
        } catch (ScenarioException e) {
            throw new UserErrors(e.problems());
        }
    }

    private int replay(JournalReplay replay, Drivers chosen, JournalReader journal) {
        long first = from == null ? 0 : cycle(replay, "--from", from);
        long last = until == null ? Long.MAX_VALUE : replay.cycle("--until", until);
        if (last < first) {
            throw new UserErrors("--until " + until + " is before --from " + from + "; raise it");
        }
        if (Stream.of(watched, packet, condition).filter(Objects::nonNull).count() > 1) {
            throw new UserErrors("--watch, --packet and --break look for different things; name one of them");
        }
        Past past = new Past(stored.name(), replay, journal, stored.folder(), this::remark);
        if (watched != null) {
            List<Integer> devices = watched.stream()
                    .map(name -> ReplayWatch.device(past.network(), past.name(), "--watch", name))
                    .toList();
            return look(() -> {
                new ReplayWatch(past, out(), json()).show(devices, every, first, last);
                return ExitCode.DONE;
            });
        }
        if (packet != null) {
            return look(() -> {
                ReplayPacket view = new ReplayPacket(past, out());
                PacketTrace.Life life = view.life(packet);
                if (json()) {
                    printJson(life);
                } else {
                    view.print(life);
                }
                return ExitCode.DONE;
            });
        }
        if (condition != null) {
            if (DeadlockBreak.isAsked(condition)) {
                return look(() -> new DeadlockBreak(past, out(), json()).show(condition, first, last));
            }
            EventCondition wanted = EventCondition.parse("--break", condition, past.network());
            return look(() -> new ReplayBreak(past, out(), json()).show(wanted, first, last));
        }
        Optional<Checkpoint> begin = from == null ? Optional.empty() : past.before(first);
        ReplayReport report = replay.execute(chosen, begin, last);
        return print(report, begin.map(Checkpoint::cycle).orElse(0L), Scale.of(replay.network()));
    }

    /** The cycle of an option, which the journal reaches. */
    private long cycle(JournalReplay replay, String option, String time) {
        long cycle = replay.cycle(option, time);
        if (cycle > replay.lastCycle()) {
            throw new UserErrors(option + " " + time + ": the journal of " + stored.name() + " ends at "
                    + StateText.time(Scale.of(replay.network()).ns(replay.lastCycle()), replay.lastCycle())
                    + "; lower it");
        }
        return cycle;
    }

    /** Looks into the run; what differs from the journal ends that. */
    private int look(IntSupplier look) {
        try {
            return look.getAsInt();
        } catch (ScenarioException e) {
            throw new UserErrors(e.problems());
        } catch (DifferentPastException e) {
            remark(stored.name() + ": " + e.getMessage());
            return ExitCode.CHECKS_FAILED;
        }
    }

    private void remark(String remark) {
        err().println("reweave: " + remark);
    }

    private int withoutBeginning(JournalReader journal) {
        String reason = journal.last() == 0
                ? "its journal is empty: the run was killed before anything was acknowledged"
                : "record 1 of its journal, which says what was run, is missing";
        if (json()) {
            printJson(new Result(stored.name(), Comparison.TRUNCATED.label(), reason, 0, null));
        } else {
            out().println(stored.name() + ": nothing to compare: " + reason);
        }
        return ExitCode.CHECKS_FAILED;
    }

    private int print(ReplayReport report, long begin, Scale scale) {
        boolean equal = report.verdict() == Comparison.EQUAL;
        if (json()) {
            printJson(new Result(stored.name(), report.verdict().label(), reason(report), begin, report));
            return equal ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
        }
        out().println(stored.name() + ": " + (equal ? "equal" : reason(report)));
        out().printf(
                        "  %-10s %s and %s, %sup to %s%n",
                        "equal",
                        Amounts.count(report.events(), "event"),
                        Amounts.count(report.cuts(), "cut"),
                        begin == 0 ? "" : "from " + place(scale, begin) + " ",
                        place(scale, report.cycle()));
        if (!equal) {
            line("last equal", report.last());
            line(
                    "journal",
                    report.verdict() == Comparison.TRUNCATED ? "ends here, without an outcome" : report.journal());
            line("replay", report.executed());
        } else if (report.outcome() != null) {
            line("outcome", report.outcome());
            line("fingerprint", report.fingerprint());
        }
        return equal ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private static String place(Scale scale, long cycle) {
        return StateText.time(scale.ns(cycle), cycle);
    }

    private static String reason(ReplayReport report) {
        return switch (report.verdict()) {
            case EQUAL -> null;
            case TRUNCATED -> "its journal is truncated: the run was interrupted, or the journal was cut";
            case DIFFERENT -> "the replay differs from the journal";
            case DAMAGED -> "its journal is damaged: record " + report.missingRecord() + " is missing";
        };
    }

    private void line(String label, String value) {
        out().printf("  %-10s %s%n", label, value == null ? "-" : value);
    }
}
