package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.RunCut;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.run.RunWatcher;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.stats.DropCause;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.routing.rerouting.TreeGeometry;

/** Follows a run and says how it ended. */
final class Judge implements RunWatcher {
    private static final long NEVER = -1;

    private final Network network;
    private final Set<String> deadPorts = new HashSet<>();
    private final Set<Long> cases = new TreeSet<>();
    private final Set<String> lateCauses = new TreeSet<>();
    private final Set<String> sent = new HashSet<>(); // switches that were sent the tables of the last change
    private final Set<String> installed = new HashSet<>(); // switches that use them
    private final List<Perturb.Named> disturbances = new ArrayList<>();
    private long lastDown = NEVER;
    private long lastSweep = NEVER;
    private long lastComplete = NEVER;
    private long change; // whose tables are the last; 0 = those of the start
    private boolean isComplete; // that change
    private boolean lostControl;
    private boolean isDoneTooSoon; // a change was called complete before its tables were in force
    private boolean isMistaken; // a discovery took something for failed that worked
    private long lastGivenUp = NEVER; // a device that did not answer

    Judge(Network network) {
        this.network = network;
    }

    @Override
    public void cut(RunCut cut) {
        cut.events().forEach(this::take);
    }

    private void take(RunEvent event) {
        Map<String, Object> details = event.details();
        switch (event.kind()) {
            case PORT_DOWN -> {
                deadPorts.add(event.device() + "." + details.get("port"));
                lastDown = event.cycle();
            }
            case PORT_UP -> deadPorts.remove(event.device() + "." + details.get("port"));
            case SWEEP_DONE -> {
                lastSweep = event.cycle();
                isMistaken |= (long) details.get("linksDown") > failed(PlannedFault.Element.LINK, event.cycle())
                        || (long) details.get("switchesDown") > failed(PlannedFault.Element.SWITCH, event.cycle());
            }
            case TABLES_READY -> {
                change = (long) details.get("change");
                sent.clear();
                installed.clear();
                isComplete = false;
            }
            case TABLES_SENT -> {
                if ((long) details.get("change") == change && isSwitch((String) details.get("target"))) {
                    sent.add((String) details.get("target"));
                }
            }
            case UNREACHABLE -> {
                sent.remove((String) details.get("target"));
                lastGivenUp = event.cycle();
            }
            case INSTALLED -> {
                if ((long) details.get("change") == change && isSwitch(event.device())) {
                    installed.add(event.device());
                }
            }
            case RECONFIGURED -> {
                isDoneTooSoon |= leadsAround() && !installed.containsAll(sent);
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

    private long failed(PlannedFault.Element element, long cycle) {
        return network.resolved().faults().stream()
                .filter(fault -> fault.element() == element && fault.at() <= cycle && cycle < fault.until())
                .count();
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

    private void disturbed(RunEvent event) {
        Site site = Site.labelled((String) event.details().get("site"));
        lostControl |= site.amount() == Site.Amount.NONE;
        disturbances.add(new Perturb.Named(
                site,
                (String) event.details().get("target"),
                (long) event.details().get("occurrence"),
                (long) event.details().get("amount")));
    }

    /** All disturbances of the run so far, in the order in which they came up. */
    List<Perturb.Named> disturbances() {
        return disturbances;
    }

    /** How a run that came to its end ended. */
    Verdict verdict(Summary summary) {
        Map<String, Long> lost = summary.packets().dropped();
        if (summary.outcome() == Outcome.DEADLOCKED) {
            boolean alike = summary.deadlock().cycle().stream()
                            .map(Summary.Member::marks)
                            .distinct()
                            .count()
                    == 1;
            String signature =
                    "packets wait for each other, " + tables() + (alike ? "" : ", the packets' marks differ");
            return verdict(
                    RaceClass.DEADLOCKED, signature, summary, summary.deadlock().foundAt());
        }
        if (lost.containsKey(DropCause.HOP_LIMIT.label())) {
            return verdict(RaceClass.LOOPED, "a packet goes round", summary);
        }
        String unfinished = unfinished(summary);
        if (!unfinished.isEmpty()) {
            return verdict(RaceClass.NEVER_FINISHED, unfinished, summary);
        }
        if (summary.messages().undelivered() > 0) {
            return verdict(RaceClass.DROPPED, "a NIC gave a message up", summary);
        }
        if (!lateCauses.isEmpty()) {
            return verdict(RaceClass.DROPPED, String.join(", ", lateCauses), summary);
        }
        if (!cases.isEmpty()) {
            return verdict(RaceClass.DISCARDED, "rows " + new ArrayList<>(cases), summary);
        }
        return summary.packets().outOfOrder() > 0
                ? verdict(RaceClass.OUT_OF_ORDER, "", summary)
                : verdict(RaceClass.CLEAN, "", summary);
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
     * Whether lost messages made the manager give devices up, and begin anew, until the limit came: while losses go on,
     * no change need end. A device that was given up in the first half of the run only is no excuse.
     */
    private boolean beginsAnew(Summary summary) {
        return lostControl && lastGivenUp > summary.cycles() / 2;
    }

    private Verdict verdict(RaceClass kind, String signature, Summary summary) {
        return verdict(kind, signature, summary, summary.cycles());
    }

    private Verdict verdict(RaceClass kind, String signature, Summary summary, long failedAt) {
        return new Verdict(
                kind,
                signature,
                List.copyOf(broken(summary)),
                summary.fingerprint(),
                new TreeMap<>(summary.packets().dropped()),
                summary.cycles(),
                failedAt);
    }

    /** How a run ended that a broken invariant broke off. */
    Verdict broken(RuntimeException failure) {
        String message = String.valueOf(failure.getMessage()).replaceAll("\\d+", "#");
        String place = failure.getStackTrace().length == 0
                ? ""
                : failure.getStackTrace()[0].getClassName().replaceAll(".*\\.", "") + ": ";
        boolean promised = promises().contains(Promise.NO_BROKEN_INVARIANT);
        List<Promise> promises = promised ? List.of(Promise.NO_BROKEN_INVARIANT) : List.of();
        return new Verdict(RaceClass.BROKEN, place + message, promises, "", Map.of(), 0, 0);
    }

    private ReconfigurationChoice choice() {
        return network.resolved().scenario().reconfiguration();
    }

    private SchemeDescription description() {
        return choice().description().orElse(null);
    }

    private Set<Promise> promises() {
        if (description() == null) {
            return Set.of();
        }
        Scenario scenario = network.resolved().scenario();
        int faults = (int) network.resolved().faults().stream()
                .filter(fault -> fault.at() > 0)
                .count();
        int arity = TreeGeometry.arity(network.fabric());
        return description()
                .promises()
                .in(new Promises.Circumstances(
                        scenario.reconfiguration().options(), faults, lostControl ? 1 : 0, arity));
    }

    /**
     * The promises that the run broke. Where a whole switch failed, packets for its NICs may be without a way; where
     * the discovery missed an answer and took a working element for failed, so may others.
     */
    private Set<Promise> broken(Summary summary) {
        Set<Promise> broken = EnumSet.noneOf(Promise.class);
        Map<String, Long> lost = summary.packets().dropped();
        boolean switchFailed =
                network.resolved().faults().stream().anyMatch(fault -> fault.element() == PlannedFault.Element.SWITCH);
        if (summary.outcome() == Outcome.DEADLOCKED) {
            broken.add(Promise.NO_DEADLOCK);
        }
        if (lost.containsKey(DropCause.HOP_LIMIT.label())) {
            broken.add(Promise.NO_LIVELOCK);
        }
        if (summary.outcome() == Outcome.INCOMPLETE && change > 0 && !isComplete && !beginsAnew(summary)) {
            broken.add(Promise.RUN_ENDS);
        }
        if (isDoneTooSoon) {
            broken.add(Promise.DONE_MEANS_INSTALLED);
        }
        if (lateCauses.contains(DropCause.UNREACHABLE.label()) && !switchFailed && !isMistaken) {
            broken.add(Promise.ALWAYS_A_WAY);
        }
        if (!cases.isEmpty()) {
            broken.add(Promise.NO_DISCARD);
        }
        if (lost.containsKey(DropCause.DEAD_OUTPUT.label())) {
            broken.add(Promise.LOST_ONLY_WITH_FAULT);
        }
        broken.retainAll(promises());
        return broken;
    }
}
