package org.reweave.reconfig.stopped;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.reconfig.stopped.StaticState.Stage;
import org.reweave.reconfig.stopped.StaticState.Tables;
import org.reweave.routing.model.Deviation;

/**
 * ST in the manager (thesis §7.4, Fig. 7.2): at detection a control packet halts every NIC while tables are computed;
 * once all NICs have halted, the manager reads the counts of all devices until they show an empty network. Then the
 * manager sends the tables. When every switch has its tables, a control packet makes the NICs resume; the change is
 * complete when all NICs have answered.
 *
 * <p><b>Drained.</b> Counts are read at different times, and packets may still come in over a link that works again. So
 * two readings are compared: no packet is left if the number that had left by the first reading equals the number that
 * have entered by the second (the four-counter method: F. Mattern, "Algorithms for distributed termination detection",
 * Distributed Computing 2, 1987, §4).
 *
 * <p><b>Deviation.</b> The thesis sends tables as soon as they are computed. Old packets in switches with new tables
 * can deadlock, and then the network never drains; so tables wait for the drain here, unless {@code tablesAtOnce}.
 *
 * <p>A change that is given up while switches get their tables leaves old and new ones side by side, and perhaps
 * packets of the old ones. If the engine finds none for the next change, all switches get the last ones before NICs
 * resume: nothing excludes that packets go round in a mixture.
 *
 * <p>The counts of a device that stops answering are unknown: the fabric is discovered anew and the reconfiguration
 * begins again.
 */
@Deviation("thesis §7.4, Fig. 7.2, ST")
record StaticManager(boolean tablesAtOnce) implements ManagerProtocol<StaticState> {
    @Override
    public StaticState initial() {
        return StaticState.INITIAL;
    }

    /** The first manager may have sent tables since the copy. */
    @Override
    public StaticState takenOver(StaticState state, long times) {
        return state.mixed(true);
    }

    @Override
    public boolean isMixed(StaticState state) {
        return state.mixed();
    }

    @Override
    public Step<StaticState> step(StaticState state, ManagerInput input) {
        return input.fold(new Reaction(state));
    }

    /** The reaction to one input. */
    private final class Reaction implements ManagerInput.Cases<Step<StaticState>> {
        private final StaticState state;
        private final List<ManagerEffect> effects = new ArrayList<>();

        Reaction(StaticState state) {
            this.state = state;
        }

        @Override
        public Step<StaticState> changeDetected(ManagerInput.ChangeDetected detected) {
            StaticState next = state.withDevices(detected.switches(), detected.nics())
                    .withChange(state.change() + 1)
                    .withTables(Tables.AWAITED, List.of())
                    .withCounts(0, 0, -1);
            sendControl(detected.nics(), StaticNicAgent.HALT);
            return detected.nics().isEmpty() ? look(next) : done(next.at(Stage.HALTING, detected.nics()));
        }

        @Override
        public Step<StaticState> tablesReady(ManagerInput.TablesReady ready) {
            return proceed(state.withTables(Tables.READY, List.of()));
        }

        @Override
        public Step<StaticState> unroutable(ManagerInput.Unroutable refused) {
            return resume(state);
        }

        @Override
        public Step<StaticState> nicsJoined(ManagerInput.NicsJoined joined) {
            return resume(state.withDevices(state.switches(), joined.nics()));
        }

        @Override
        public Step<StaticState> acknowledged(ManagerInput.Acknowledged answer) {
            int device = answer.device();
            if (state.installing().contains(device)) {
                return proceed(state.withTables(Tables.SENT, StaticState.without(state.installing(), device)));
            }
            boolean told = state.stage() == Stage.HALTING || state.stage() == Stage.RESUMING;
            if (!told || !state.waiting().contains(device)) {
                throw new IllegalStateException("device " + device + " answered twice or unasked: " + state);
            }
            StaticState next = state.at(state.stage(), StaticState.without(state.waiting(), device));
            if (!next.waiting().isEmpty()) {
                return done(next);
            }
            return state.stage() == Stage.HALTING ? look(next) : complete(next);
        }

        @Override
        public Step<StaticState> countsReported(ManagerInput.CountsReported counts) {
            if (state.stage() != Stage.COUNTING || !state.waiting().contains(counts.device())) {
                return done(state); // the change was given up meanwhile
            }
            StaticState next = state.at(Stage.COUNTING, StaticState.without(state.waiting(), counts.device()))
                    .withCounts(state.entered() + counts.entered(), state.left() + counts.left(), state.leftBefore());
            return next.waiting().isEmpty() ? judge(next) : done(next);
        }

        /** All counts of a look are in. */
        private Step<StaticState> judge(StaticState look) {
            if (look.leftBefore() == look.entered()) {
                effects.add(new ManagerEffect.Reached(Milestone.DRAINED));
                return proceed(look.at(Stage.DRAINED, List.of()));
            }
            if (look.left() == look.entered()) {
                return look(look.withCounts(0, 0, look.left()));
            }
            effects.add(new ManagerEffect.SetTimer(ManagerTimer.POLL));
            return done(look.at(Stage.PAUSING, List.of()).withCounts(0, 0, look.left()));
        }

        @Override
        public Step<StaticState> timerFired(ManagerInput.TimerFired fired) {
            return state.stage() == Stage.PAUSING ? look(state) : done(state);
        }

        @Override
        public Step<StaticState> unreachable(ManagerInput.Unreachable silent) {
            effects.add(new ManagerEffect.Rediscover());
            return done(state.at(Stage.REDISCOVERING, List.of()).withTables(Tables.AWAITED, List.of()));
        }

        private Step<StaticState> look(StaticState from) {
            if (from.switches().isEmpty()) { // a NIC alone, whose packets have gone where nobody was found to count
                return proceed(from.at(Stage.DRAINED, List.of()));
            }
            List<Integer> all = new ArrayList<>(from.switches());
            all.addAll(from.nics());
            all.forEach(device -> effects.add(new ManagerEffect.AskCounts(device)));
            return done(from.at(Stage.COUNTING, all));
        }

        /**
         * Sends the tables as soon as they may be sent, and resumes injection when all tables are in force and the
         * network is empty.
         */
        private Step<StaticState> proceed(StaticState from) {
            StaticState next = from;
            boolean empty = from.stage() == Stage.DRAINED;
            if (from.tables() == Tables.READY && (empty || tablesAtOnce)) {
                from.switches()
                        .forEach(device -> effects.add(
                                new ManagerEffect.SendTables(device, Extent.FULL, Use.AT_ONCE, from.change())));
                next = from.withTables(Tables.SENT, from.switches()).mixed(true);
            }
            boolean installed =
                    next.tables() == Tables.SENT && next.installing().isEmpty();
            return installed && empty ? resume(next.mixed(false)) : done(next);
        }

        private Step<StaticState> resume(StaticState from) {
            sendControl(from.nics(), StaticNicAgent.RESUME);
            StaticState next = from.at(Stage.RESUMING, from.nics());
            return from.nics().isEmpty() ? complete(next) : done(next);
        }

        private Step<StaticState> complete(StaticState from) {
            effects.add(new ManagerEffect.Done());
            return done(from.at(Stage.RUNNING, List.of()));
        }

        private void sendControl(List<Integer> nics, long control) {
            nics.forEach(
                    nic -> effects.add(new ManagerEffect.SendControl(nic, control, control == StaticNicAgent.RESUME)));
        }

        private Step<StaticState> done(StaticState next) {
            return new Step<>(next, effects);
        }
    }

    @Override
    public StaticState visit(StateVisitor visitor, StaticState state) {
        return state.visit(visitor);
    }
}
