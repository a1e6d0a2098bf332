package org.reweave.reconfig.doublescheme;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.doublescheme.DoubleState.Stage;
import org.reweave.reconfig.doublescheme.Word.Kind;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.Roll;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The Double Scheme in the manager (thesis §7.4, Fig. 7.2): at detection a broadcast has VL 1 emptied while tables are
 * computed and sent to be stored; when every switch has its table and has reported VL 1 empty, a broadcast has both VLs
 * used with the new tables; the change is complete when every switch has reported the use of both VLs by itself and its
 * NICs.
 *
 * <p>Lost reports and devices that do not answer are treated as by Simple Reconfiguration. A change given up after its
 * second broadcast leaves switches with old and new tables: while the next one empties VL 1, heads without room are
 * discarded, as VL 0 alone may deadlock.
 */
record DoubleManager() implements ManagerProtocol<DoubleState> {
    private static final long SKIPPED = 16; // changes that a manager has begun since the copy, or begins yet

    @Override
    public DoubleState initial() {
        return DoubleState.INITIAL;
    }

    /**
     * Marks and reports of the first manager's changes must not count for those of the second one. Its last change may
     * have left switches with old and new tables, which the copy need not know.
     */
    @Override
    public DoubleState takenOver(DoubleState state, long times) {
        return state.skip(SKIPPED * times).mixed(true);
    }

    @Override
    public boolean isMixed(DoubleState state) {
        return state.mixed();
    }

    @Override
    public Step<DoubleState> step(DoubleState state, ManagerInput input) {
        return input.fold(new Reaction(state));
    }

    /** The reaction to one input. */
    private static final class Reaction implements ManagerInput.Cases<Step<DoubleState>> {
        private final DoubleState state;
        private final List<ManagerEffect> effects = new ArrayList<>();

        Reaction(DoubleState state) {
            this.state = state;
        }

        @Override
        public Step<DoubleState> changeDetected(ManagerInput.ChangeDetected detected) {
            return done(broadcast(state.begin(detected.switches(), detected.nics()), Stage.EMPTYING));
        }

        private DoubleState broadcast(DoubleState from, Stage next) {
            DoubleState after = from.at(next, from.roll().awaiting(from.switches()));
            effects.add(new ManagerEffect.Broadcast(word(after)));
            effects.add(new ManagerEffect.SetTimer(ManagerTimer.PATIENCE));
            return after;
        }

        /** The control word that devices get in a stage. */
        private static long word(DoubleState at) {
            return at.stage() == Stage.EMPTYING
                    ? new Word(Kind.EMPTY, at.change(), at.mixed()).encode()
                    : Word.of(Kind.USE, at.change()).encode();
        }

        @Override
        public Step<DoubleState> tablesReady(ManagerInput.TablesReady ready) {
            state.switches()
                    .forEach(device ->
                            effects.add(new ManagerEffect.SendTables(device, Extent.FULL, Use.STORED, state.change())));
            return proceed(state.tablesSent());
        }

        @Override
        public Step<DoubleState> unroutable(ManagerInput.Unroutable refused) {
            List<Integer> all = new ArrayList<>(state.switches());
            all.addAll(state.nics());
            return resume(all);
        }

        @Override
        public Step<DoubleState> nicsJoined(ManagerInput.NicsJoined joined) {
            return resume(joined.nics());
        }

        private Step<DoubleState> resume(List<Integer> devices) {
            sendControl(devices, Word.of(Kind.RESUME, state.change()).encode());
            return proceed(
                    state.at(Stage.RESUMING, state.roll().awaiting(List.of()).sentTo(devices)));
        }

        @Override
        public Step<DoubleState> acknowledged(ManagerInput.Acknowledged answer) {
            return proceed(state.with(state.roll().acknowledged(answer.device())));
        }

        @Override
        public Step<DoubleState> reported(ManagerInput.Reported report) {
            Kind awaited = state.stage() == Stage.EMPTYING ? Kind.EMPTY : Kind.USE;
            boolean current = isAsking() && Word.decode(report.message()).equals(Word.of(awaited, state.change()));
            return current ? proceed(state.with(state.roll().reported(report.device()))) : done(state);
        }

        private boolean isAsking() {
            return state.stage() == Stage.EMPTYING || state.stage() == Stage.OPENING;
        }

        @Override
        public Step<DoubleState> timerFired(ManagerInput.TimerFired fired) {
            if (!isAsking()) {
                return done(state); // of a change that is over
            }
            effects.add(new ManagerEffect.SetTimer(ManagerTimer.PATIENCE));
            if (state.roll().unreported().isEmpty()) {
                return done(state); // only tables are awaited
            }
            Roll roll = state.roll().nextRound();
            if (roll.rounds() > Roll.PATIENT_ROUNDS) {
                effects.clear();
                return rediscover();
            }
            if (roll.overdue().isEmpty()) {
                return done(state.with(roll)); // they are still being sent something
            }
            List<Integer> asked = new ArrayList<>(roll.overdue());
            asked.addAll(state.nics()); // a NIC may have missed the broadcast, and its switch waits for the NIC's mark
            asked.removeAll(roll.unanswered());
            sendControl(asked, word(state));
            return done(state.with(roll.sentTo(asked)));
        }

        @Override
        public Step<DoubleState> unreachable(ManagerInput.Unreachable silent) {
            if (state.switches().contains(silent.device())) {
                return rediscover();
            }
            return proceed(state.with(state.roll().without(silent.device())));
        }

        private Step<DoubleState> rediscover() {
            effects.add(new ManagerEffect.Rediscover());
            return done(state.at(Stage.REDISCOVERING, Roll.EMPTY));
        }

        /** Begins the next stage when all acknowledgements and reports of this stage are in. */
        private Step<DoubleState> proceed(DoubleState next) {
            if (!next.roll().isComplete()) {
                return done(next);
            }
            if (next.stage() != Stage.EMPTYING) {
                effects.add(new ManagerEffect.Done());
                return done(next.at(Stage.RUNNING, Roll.EMPTY).mixed(false));
            }
            if (!next.sent()) {
                return done(next);
            }
            effects.add(new ManagerEffect.Reached(Milestone.LANE_EMPTY));
            return proceed(broadcast(next, Stage.OPENING).mixed(true));
        }

        private void sendControl(List<Integer> devices, long word) {
            devices.forEach(device -> effects.add(new ManagerEffect.SendControl(device, word)));
        }

        private Step<DoubleState> done(DoubleState next) {
            return new Step<>(next, effects);
        }
    }

    @Override
    public DoubleState visit(StateVisitor visitor, DoubleState state) {
        return state.visit(visitor);
    }
}
