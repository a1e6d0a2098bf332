package org.reweave.reconfig.manager;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The events that came while the manager was busy.
 *
 * @param traps that came meanwhile, in the order of their arrival
 * @param plansDue planned changes whose time has come
 * @param plansBegun planned changes that were taken up; the last of them says how to route
 * @param plansRouted planned changes that have got their tables
 * @param discoverAgain whether another discovery is wanted, since a switch did not answer
 */
public record Agenda(List<Trap> traps, int plansDue, int plansBegun, int plansRouted, boolean discoverAgain) {
    static final Agenda EMPTY = new Agenda(List.of(), 0, 0, 0, false);

    public Agenda {
        traps = List.copyOf(traps);
    }

    Agenda withTraps(List<Trap> more) {
        List<Trap> all = new ArrayList<>(traps);
        all.addAll(more);
        return new Agenda(all, plansDue, plansBegun, plansRouted, discoverAgain);
    }

    Agenda withoutTraps() {
        return new Agenda(List.of(), plansDue, plansBegun, plansRouted, discoverAgain);
    }

    Agenda withPlanDue() {
        return new Agenda(traps, plansDue + 1, plansBegun, plansRouted, discoverAgain);
    }

    Agenda withPlanBegun() {
        return new Agenda(traps, plansDue, plansBegun + 1, plansRouted, discoverAgain);
    }

    Agenda withPlansRouted() {
        return new Agenda(traps, plansDue, plansBegun, plansBegun, discoverAgain);
    }

    Agenda withDiscoverAgain(boolean wanted) {
        return new Agenda(traps, plansDue, plansBegun, plansRouted, wanted);
    }

    /** What another manager has to do that takes over. */
    Agenda takenOver(int plansDueNow) {
        return new Agenda(List.of(), Math.max(plansDue, plansDueNow), plansBegun, plansRouted, false);
    }

    boolean hasPlan() {
        return plansBegun < plansDue;
    }

    /** Whether the planned change that was taken up last has no tables yet. */
    boolean isPlanOpen() {
        return plansRouted < plansBegun;
    }

    /** This agenda, or the one written in its place. */
    Agenda visit(StateVisitor state) {
        return new Agenda(
                visitTraps(state),
                state.value(plansDue),
                state.value(plansBegun),
                state.value(plansRouted),
                state.value(discoverAgain));
    }

    private List<Trap> visitTraps(StateVisitor state) {
        Trap[] all = new Trap[state.count(state.isReading() ? 0 : traps.size())];
        for (int i = 0; i < all.length; i++) {
            all[i] = Trap.of(state.value(state.isReading() ? 0 : traps.get(i).word()));
        }
        return List.of(all);
    }
}
