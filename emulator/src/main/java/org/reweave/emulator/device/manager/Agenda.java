package org.reweave.emulator.device.manager;

import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** What has come up while the manager was busy, and what it has to look at once more. */
final class Agenda {
    /** What the traps that came meanwhile say. */
    enum Traps {
        NOTHING_NEW,
        NEWS,
        /** Links have failed, and NICs can do something about it at once. */
        PATHS_FAILED
    }

    private final Knowledge knowledge;
    private final Suspicions suspicions;
    private final LongRing traps = new LongRing();
    private int plansDue;
    private int plansBegun;
    private int plansRouted;
    private boolean doubtful; // a switch did not answer: once this change is complete, look again

    Agenda(Fabric fabric, Knowledge knowledge) {
        this.knowledge = knowledge;
        this.suspicions = new Suspicions(fabric);
    }

    /**
     * Whether something has come up that the manager's knowledge does not cover: a trap that says something else, or a
     * plan's time.
     */
    boolean hasNews() {
        for (int i = 0; i < traps.size(); i++) {
            if (isNews(traps.peek(i))) {
                return true;
            }
        }
        return plansBegun < plansDue;
    }

    // ---- traps ----

    /** A trap comes while the manager is busy. */
    void addTrap(long trap) {
        traps.add(trap);
    }

    /**
     * Looks at the traps that have come.
     *
     * @param migrates whether NICs can do something about failed links
     */
    Traps readTraps(boolean migrates) {
        Traps told = suspicions.isEmpty() ? Traps.NOTHING_NEW : Traps.NEWS;
        while (!traps.isEmpty()) {
            long trap = traps.remove();
            if (isNews(trap)) {
                boolean failed = migrates && suspect(trap);
                told = failed || told == Traps.PATHS_FAILED ? Traps.PATHS_FAILED : Traps.NEWS;
            }
        }
        return told;
    }

    private boolean isNews(long trap) {
        return knowledge.isNews((int) (trap >>> 16), (int) (trap >>> 8) & 0xff, (trap & 1) == 1);
    }

    /**
     * Takes a trap's word for it that a link has failed.
     *
     * @return whether it says so, and it is news
     */
    boolean suspect(long trap) {
        return suspicions.add(trap, knowledge.known());
    }

    boolean suspects() {
        return !suspicions.isEmpty();
    }

    /** Everything that is known or suspected to have failed; only if there are suspicions. */
    Faults suspected() {
        return suspicions.faults();
    }

    void clearSuspicions() {
        suspicions.clear();
    }

    // ---- plans ----

    /** The time of the next plan has come. */
    void planDue() {
        plansDue++;
    }

    /**
     * Takes up the next plan whose time has come.
     *
     * @return whether there is one
     */
    boolean beginPlan() {
        if (plansBegun == plansDue) {
            return false;
        }
        plansBegun++;
        return true;
    }

    /** Plans taken up so far; the last of them says how to route. */
    int plansBegun() {
        return plansBegun;
    }

    /** Whether the last plan taken up has no tables yet. */
    boolean isPlanOpen() {
        return plansRouted < plansBegun;
    }

    void planRouted() {
        plansRouted = plansBegun;
    }

    // ---- doubt ----

    void setDoubt(boolean now) {
        doubtful = now;
    }

    boolean isInDoubt() {
        return doubtful;
    }

    void encode(StateWriter out) {
        suspicions.encode(out);
        traps.encode(out);
        out.value(plansDue);
        out.value(plansBegun);
        out.value(plansRouted);
        out.flag(doubtful);
    }

    void decode(StateReader in) {
        suspicions.decode(in);
        traps.decode(in);
        plansDue = in.integer();
        plansBegun = in.integer();
        plansRouted = in.integer();
        doubtful = in.flag();
    }
}
