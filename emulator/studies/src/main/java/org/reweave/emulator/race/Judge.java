package org.reweave.emulator.race;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.reweave.emulator.device.BrokenInvariantException;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunCut;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.run.RunWatcher;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SchemeDescription;

/** Follows a run and says how it ended. */
final class Judge implements RunWatcher {
    private static final long NEVER = -1;

    private final Network network;
    private final PromiseJudge promises;
    private final PacketWatch packets; // null = the run's driver has no witnesses
    private final SeparatorWatch separators; // null = nobody sees them, or they separate nothing
    private final FactWatch facts;
    private final PathsWatch paths; // null = no further paths are added
    private final EpochWatch epochs; // null = the scheme marks none
    private final EscapeWatch escapes; // null = the scheme has none
    private final AnnouncementWatch announcements; // null = switches broadcast nothing
    private final ReachWatch reach = new ReachWatch();
    private final Set<String> deadPorts = new HashSet<>();
    private final Set<Long> cases = new TreeSet<>();
    private final Set<String> lateCauses = new TreeSet<>();
    private final Set<String> installed = new HashSet<>(); // switches that use them
    private final List<Perturb.Named> disturbances = new ArrayList<>();
    private long lastDown = NEVER;
    private long lastSweep = NEVER;
    private long lastComplete = NEVER;
    private long change; // whose tables are the last; 0 = those of the start
    private boolean isComplete; // that change
    private long lastLost = NEVER; // a management packet, or one that came when nobody waited for it any more
    private long lastGivenUp = NEVER; // a device, or a manager, that did not answer

    private Judge(Network network, PacketWatch packets) {
        this.network = network;
        this.packets = packets;
        ReconfigurationChoice choice = choice();
        this.separators = choice.description()
                .filter(scheme -> packets != null)
                .flatMap(scheme -> scheme.separation(choice.options()))
                .map(separation -> new SeparatorWatch(network, separation))
                .orElse(null);
        this.promises = new PromiseJudge(network, packets, separators);
        this.facts = new FactWatch(network, promises::breaks);
        int apart = choice.description()
                .map(scheme -> scheme.epochsApart(choice.options()))
                .orElse(0);
        this.epochs = apart > 0 ? new EpochWatch(apart, promises::breaks) : null;
        this.escapes = choice.description()
                .flatMap(scheme -> scheme.separation(choice.options()))
                .filter(separation -> separation.escape().isPresent())
                .map(separation -> new EscapeWatch(network, separation, promises::breaks))
                .orElse(null);
        this.paths = choice.description()
                        .filter(scheme -> !scheme.sources().equals(List.of(PathSource.ENGINE)))
                        .isPresent()
                ? new PathsWatch(network, promises::breaks)
                : null;
        this.announcements = choice.description()
                .flatMap(scheme -> scheme.announcement(choice.options()))
                .map(meaning -> new AnnouncementWatch(network, meaning, promises::breaks))
                .orElse(null);
    }

    /** A judge who follows a run; before it begins. A run whose devices several threads run has no witnesses. */
    static Judge of(Run run) {
        PacketWatch packets = run.canBeWitnessed() ? new PacketWatch(run.network()) : null;
        Judge judge = new Judge(run.network(), packets);
        run.watch(judge);
        if (packets != null) {
            run.witness(judge::witness);
        }
        return judge;
    }

    private DeviceLog.Witness witness(int device) {
        DeviceLog.Witness all = reach.witness().and(packets.of(device));
        all = separators == null ? all : separators.of(device).and(all);
        all = epochs == null ? all : epochs.ofNext().and(all);
        all = escapes == null ? all : escapes.of(device).and(all);
        all = paths == null ? all : paths.of(device).and(all);
        all = announcements == null ? all : announcements.of(device).and(all);
        return facts.of(device).and(all);
    }

    @Override
    public void cut(RunCut cut) {
        for (RunEvent event : cut.events()) {
            take(event);
            promises.take(event);
            reach.take(event);
        }
        if (packets != null) {
            packets.passed(cut.cycle());
        }
    }

    private void take(RunEvent event) {
        Map<String, Object> details = event.details();
        switch (event.kind()) {
            case PORT_DOWN -> {
                deadPorts.add(event.device() + "." + details.get("port"));
                lastDown = event.cycle();
            }
            case PORT_UP -> deadPorts.remove(event.device() + "." + details.get("port"));
            case SWEEP_DONE -> lastSweep = event.cycle();
            case TABLES_READY -> {
                change = (long) details.get("change");
                installed.clear();
                isComplete = false;
            }
            case UNREACHABLE, TOOK_OVER -> lastGivenUp = event.cycle();
            case SMP_LOST -> lastLost = event.cycle();
            case ANSWER_CAME -> lastLost = (boolean) details.get("late") ? event.cycle() : lastLost;
            case INSTALLED -> {
                if ((long) details.get("change") == change && isSwitch(event.device())) {
                    installed.add(event.device());
                }
            }
            case RECONFIGURED -> {
                isComplete = true;
                lastComplete = event.cycle();
            }
            case DROPPED -> dropped((String) details.get("cause"));
            case DISCARDED -> cases.add((long) details.get("case"));
            case DISTURBED -> disturbed(event);
            default -> {
                // says nothing about the end
            }
        }
    }

    private boolean isSwitch(String device) {
        int number = network.fabric().deviceByName(device);
        return number >= 0 && network.fabric().isSwitch(number);
    }

    private void dropped(String cause) {
        boolean late = cause.equals(DropCause.DEAD_OUTPUT.label())
                && lastComplete > lastDown
                && lastDown != NEVER
                && leadsAround();
        if (late || cause.equals(DropCause.UNREACHABLE.label())) {
            lateCauses.add(cause);
        }
    }

    /**
     * Whether no table leads into a dead link when a change is complete. Where further paths are added, packets that
     * were under way keep to their old ones.
     */
    private boolean leadsAround() {
        return description() != null && description().sources().equals(List.of(PathSource.ENGINE));
    }

    /** Whether a disturbance is the loss of a management packet. */
    static boolean isLoss(RunEvent disturbance) {
        return site(disturbance).amount() == Site.Amount.NONE;
    }

    private static Site site(RunEvent disturbance) {
        return Site.labelled((String) disturbance.details().get("site"));
    }

    private void disturbed(RunEvent event) {
        Site site = site(event);
        lastLost = isLoss(event) ? event.cycle() : lastLost;
        disturbances.add(new Perturb.Named(
                site,
                (String) event.details().get("target"),
                (long) event.details().get("occurrence"),
                (long) event.details().get("amount")));
    }

    /** The points that the run has reached so far. */
    Set<String> reached() {
        return reach.points();
    }

    /** All disturbances of the run so far, in the order in which they came up. */
    List<Perturb.Named> disturbances() {
        return disturbances;
    }

    /** How a run that came to its end ended. */
    RunVerdict verdict(Summary summary) {
        facts.ended(summary.cycles());
        List<Promise> broken = List.copyOf(promises.broken(summary, beginsAnew(summary)));
        Ending ending = ending(summary);
        if (!broken.isEmpty() && ending.kind.compareTo(RaceClass.PROMISE_BROKEN) < 0) {
            String names = broken.stream().map(Promise::name).collect(Collectors.joining(", "));
            ending = new Ending(RaceClass.PROMISE_BROKEN, names);
        }
        boolean isStuck = summary.outcome() == Outcome.DEADLOCKED;
        return new RunVerdict(
                ending.kind,
                ending.signature,
                broken,
                summary.fingerprint(),
                new TreeMap<>(summary.packets().dropped()),
                summary.cycles(),
                isStuck ? summary.deadlock().foundAt() : summary.cycles());
    }

    /** The class of a run before its promises are looked at, with the signature. */
    private record Ending(RaceClass kind, String signature) {}

    private Ending ending(Summary summary) {
        if (summary.outcome() == Outcome.DEADLOCKED) {
            boolean alike = summary.deadlock().cycle().stream()
                            .map(Summary.Member::marks)
                            .distinct()
                            .count()
                    == 1;
            String signature =
                    "packets wait for each other, " + tables() + (alike ? "" : ", the packets' marks differ");
            return new Ending(RaceClass.DEADLOCKED, signature);
        }
        if (summary.packets().dropped().containsKey(DropCause.HOP_LIMIT.label())) {
            return new Ending(RaceClass.LOOPED, "a packet goes round");
        }
        String unfinished = unfinished(summary);
        if (!unfinished.isEmpty()) {
            return new Ending(RaceClass.NEVER_FINISHED, unfinished);
        }
        if (summary.messages().undelivered() > 0) {
            return new Ending(RaceClass.DROPPED, "a NIC gave a message up");
        }
        if (!lateCauses.isEmpty()) {
            return new Ending(RaceClass.DROPPED, String.join(", ", lateCauses));
        }
        if (!cases.isEmpty()) {
            return new Ending(RaceClass.DISCARDED, "rows " + new ArrayList<>(cases));
        }
        return new Ending(summary.packets().outOfOrder() > 0 ? RaceClass.OUT_OF_ORDER : RaceClass.CLEAN, "");
    }

    private String tables() {
        if (change == 0 || installed.isEmpty()) {
            return "all tables old";
        }
        boolean all = isComplete || installed.size() == network.fabric().switchCount();
        return all ? "all tables new" : "old and new tables mixed";
    }

    private String unfinished(Summary summary) {
        if (summary.outcome() == Outcome.FAILED) {
            return "the engine has no tables for what works";
        }
        if (summary.outcome() == Outcome.INCOMPLETE && summary.messages().undelivered() == 0) {
            if (change == 0 || isComplete) {
                return "packets are left at the limit";
            }
            return beginsAnew(summary) ? "devices are given up until the limit" : "a change does not end";
        }
        boolean watched = description() != null && description().hasManager(choice().options());
        if (watched && !deadPorts.isEmpty() && lastSweep < lastDown) {
            return "a failed link is never discovered";
        }
        return "";
    }

    /**
     * Whether lost messages made the manager give devices up, or another manager take over, and begin anew, until the
     * limit came: while losses go on, no change need end. Losses, or what was given up, in the first half of the run
     * only are no excuse.
     */
    private boolean beginsAnew(Summary summary) {
        return Math.min(lastLost, lastGivenUp) > summary.cycles() / 2;
    }

    /**
     * Throws anew what no device of a run has thrown: that the run was stopped, or that a file cannot be written. All
     * else is how the run ended, whatever a device stumbled over.
     */
    static void requireOfDevices(RuntimeException failure) {
        if (failure instanceof CancellationException || failure instanceof UncheckedIOException) {
            throw failure;
        }
    }

    /** How a run ended that a broken invariant broke off; the same rule broken at another device is the same ending. */
    RunVerdict broken(RuntimeException failure) {
        if (isBareWhenFrequent(failure)) {
            String kind = failure.getClass().getSimpleName();
            return new RunVerdict(RaceClass.BROKEN, kind, List.copyOf(promises.brokenOff()), "", Map.of(), 0, 0);
        }
        String rule = failure instanceof BrokenInvariantException broken ? broken.rule() : failure.getMessage();
        String message = String.valueOf(rule).replaceAll("\\d+", "#");
        String place = failure.getStackTrace().length == 0
                ? ""
                : failure.getStackTrace()[0].getClassName().replaceAll(".*\\.", "") + ": ";
        return new RunVerdict(RaceClass.BROKEN, place + message, List.copyOf(promises.brokenOff()), "", Map.of(), 0, 0);
    }

    /**
     * Whether a JVM that has thrown such a failure often leaves its message and its place out, so that they may differ.
     */
    private static boolean isBareWhenFrequent(RuntimeException failure) {
        return failure instanceof NullPointerException
                || failure instanceof ArithmeticException
                || failure instanceof ArrayIndexOutOfBoundsException
                || failure instanceof ArrayStoreException
                || failure instanceof ClassCastException;
    }

    private ReconfigurationChoice choice() {
        return network.resolved().scenario().reconfiguration();
    }

    private SchemeDescription description() {
        return choice().description().orElse(null);
    }
}
