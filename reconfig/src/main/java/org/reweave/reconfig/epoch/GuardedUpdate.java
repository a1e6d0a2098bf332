package org.reweave.reconfig.epoch;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.epoch.GuardedState.Stage;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.Roll;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.reconfig.state.StateVisitor;

/**
 * EBR's manager where a packet could outlive its epoch's meaning: changes may overlap (thesis §6.7), or epochs have one
 * bit. It starts no epoch while a device or packet may hold one that could be mistaken for it
 * (reconfig/docs/epoch-based-reconfiguration.md): every reachable switch has to be clean of the epochs that could be
 * mistaken for the next one ({@link Census}).
 *
 * <p>A change may end the one under way only if its epoch could be started at once. Otherwise the change under way is
 * completed first: a mixture of switches with and without its tables could deadlock, and old packets behind the
 * deadlock would never leave.
 *
 * <p>With one bit every switch is told that a change begins, and acknowledges, before the first device gets the new
 * epoch. Where something blocks the next epoch, or there are no tables for it, reachable devices that have not got the
 * last epoch are sent it: those that did not acknowledge it, perhaps because a change ended it early, those that have
 * restarted since, and those that the discovery before it did not find.
 *
 * <p>Reports may be lost: switches that block the next epoch are asked for a report, and asked again after a while. A
 * switch that does not answer, or {@link Roll#PATIENT_ROUNDS} rounds without any report, make the manager discover the
 * fabric anew; a device that is not found then no longer blocks the next epoch. A NIC that does not answer is left out:
 * its switch waits for the NIC's separators only as long as the link works.
 *
 * @param spread epochs that may be in the fabric at a time, see {@link EpochRule#spread}
 * @param announces whether switches are told before a change
 * @param overlaps whether a change may end the one under way
 */
record GuardedUpdate(UpdateAll update, int spread, boolean announces, boolean overlaps)
        implements ManagerProtocol<GuardedState> {
    /** The manager's part for a width of epochs: a plain update where epochs cannot be confused. */
    static ManagerProtocol<?> of(Extent extent, SchemeOptions options) {
        EpochOptions.NicNotice notice = options.get(EpochOptions.NIC_NOTICE);
        UpdateAll update = new UpdateAll(
                extent, notice != EpochOptions.NicNotice.SWITCH, notice == EpochOptions.NicNotice.BROADCAST);
        int bits = options.get(EpochOptions.BITS);
        return EpochOptions.areWatched(options)
                ? new GuardedUpdate(update, new EpochRule(bits).spread(), bits == 1, options.get(EpochOptions.OVERLAP))
                : update;
    }

    @Override
    public GuardedState initial() {
        return new GuardedState(
                update.initial(), Stage.UPDATING, List.of(), List.of(), Roll.EMPTY, Census.EMPTY, List.of());
    }

    /** The next epoch has to be the one behind the last that a device has, and a copy may not know the last one. */
    @Override
    public boolean canBeTakenOver() {
        return false;
    }

    @Override
    public boolean mayOverlap(GuardedState state) {
        return overlaps && (state.stage() != Stage.UPDATING || inTheWay(state).isEmpty());
    }

    @Override
    public Step<GuardedState> step(GuardedState state, ManagerInput input) {
        return input.fold(new Reaction(state));
    }

    /** Switches in which a packet may be that the next epoch could be mistaken for. */
    private List<Integer> inTheWay(GuardedState state) {
        return state.census().lacking(state.next() - spread + 1);
    }

    /** The reaction to one input. */
    private final class Reaction implements ManagerInput.Cases<Step<GuardedState>> {
        private final GuardedState state;
        private final List<ManagerEffect> effects = new ArrayList<>();

        Reaction(GuardedState state) {
            this.state = state;
        }

        /** Devices that have not answered a change that ends early may lack its tables. */
        @Override
        public Step<GuardedState> changeDetected(ManagerInput.ChangeDetected detected) {
            GuardedState next = updated(state.notTold(state.update().waiting()), detected)
                    .at(Stage.UPDATING, Roll.EMPTY)
                    .with(state.census().among(detected.switches()));
            boolean anyBegun = next.update().change() > 0;
            next = next.planning(
                    anyBegun ? next.lacking(detected.switches(), detected.unknown()) : List.of(),
                    anyBegun ? next.lacking(detected.nics(), List.of()) : List.of());
            return done(inTheWay(next).isEmpty() ? next : catchUp(next));
        }

        /**
         * Sends the last change to devices that missed the change and can be reached: their separators are awaited by
         * their neighbours, and their reports from now on.
         */
        private GuardedState catchUp(GuardedState from) {
            long change = from.update().change();
            from.switches()
                    .forEach(device ->
                            effects.add(new ManagerEffect.SendTables(device, update.extent(), Use.AT_ONCE, change)));
            from.nics().forEach(device -> effects.add(new ManagerEffect.Notify(device, change)));
            return from.with(from.census().with(from.switches()))
                    .with(from.roll().sentTo(from.switches()).sentTo(from.nics()))
                    .planning(List.of(), List.of());
        }

        @Override
        public Step<GuardedState> tablesReady(ManagerInput.TablesReady ready) {
            GuardedState held = state.at(Stage.HELD, state.roll().awaiting(inTheWay(state)))
                    .planning(ready.switches(), ready.nics());
            return held.roll().unreported().isEmpty() ? proceed(held) : ask(held);
        }

        /**
         * Asks the switches that block the next epoch for a report, and again after a while: a report may have been
         * lost.
         */
        private Step<GuardedState> ask(GuardedState held) {
            List<Integer> late = held.roll().overdue();
            effects.add(new ManagerEffect.SetTimer(ManagerTimer.PATIENCE));
            late.forEach(device -> effects.add(new ManagerEffect.SendControl(device, EpochSwitchAgent.ASK)));
            return done(held.with(held.roll().sentTo(late)));
        }

        @Override
        public Step<GuardedState> unroutable(ManagerInput.Unroutable refused) {
            return proceed(catchUp(state.at(Stage.ENDING, state.roll())));
        }

        @Override
        public Step<GuardedState> nicsJoined(ManagerInput.NicsJoined joined) {
            return done(updated(state.toldToo(joined.nics()), joined));
        }

        @Override
        public Step<GuardedState> acknowledged(ManagerInput.Acknowledged answer) {
            int device = answer.device();
            return state.roll().unanswered().contains(device)
                    ? proceed(state.with(state.roll().acknowledged(device)).toldToo(List.of(device)))
                    : done(updated(state, answer));
        }

        @Override
        public Step<GuardedState> countsReported(ManagerInput.CountsReported counts) {
            return done(updated(state, counts));
        }

        @Override
        public Step<GuardedState> reported(ManagerInput.Reported report) {
            GuardedState next = state.with(state.census().reported(report.device(), report.message()));
            boolean ready = !inTheWay(next).contains(report.device());
            return ready ? proceed(next.with(next.roll().reported(report.device()))) : done(next);
        }

        @Override
        public Step<GuardedState> timerFired(ManagerInput.TimerFired fired) {
            if (state.stage() != Stage.HELD || state.roll().unreported().isEmpty()) {
                return done(state); // of a wait that is over
            }
            Roll roll = state.roll().nextRound();
            return roll.rounds() > Roll.PATIENT_ROUNDS ? rediscover() : ask(state.with(roll));
        }

        @Override
        public Step<GuardedState> unreachable(ManagerInput.Unreachable silent) {
            int device = silent.device();
            if (!state.roll().unanswered().contains(device)) {
                return done(updated(state.notTold(List.of(device)), silent));
            }
            boolean isSwitch =
                    state.census().contains(device) || state.switches().contains(device);
            return isSwitch ? rediscover() : proceed(state.with(state.roll().without(device)));
        }

        private Step<GuardedState> rediscover() {
            effects.add(new ManagerEffect.Rediscover());
            return done(state.at(Stage.UPDATING, Roll.EMPTY).planning(List.of(), List.of()));
        }

        /** Begins the next stage when all acknowledgements and reports of this stage are in. */
        private Step<GuardedState> proceed(GuardedState next) {
            if (!next.roll().isComplete()) {
                return done(next);
            }
            return switch (next.stage()) {
                case UPDATING -> done(next);
                case HELD -> announces ? announce(next) : begin(next);
                case ANNOUNCING -> begin(next);
                case ENDING -> done(updated(next.at(Stage.UPDATING, Roll.EMPTY), new ManagerInput.Unroutable()));
            };
        }

        private Step<GuardedState> announce(GuardedState from) {
            from.switches().forEach(device -> effects.add(new ManagerEffect.SendControl(device, from.next())));
            return proceed(from.at(Stage.ANNOUNCING, Roll.EMPTY.sentTo(from.switches())));
        }

        private Step<GuardedState> begin(GuardedState from) {
            GuardedState next = updated(from, new ManagerInput.TablesReady(from.switches(), from.nics()));
            return done(next.at(Stage.UPDATING, Roll.EMPTY)
                    .with(from.census().with(from.switches()))
                    .planning(List.of(), List.of())
                    .toldJust(from.switches())
                    .toldToo(from.nics()));
        }

        private GuardedState updated(GuardedState from, ManagerInput input) {
            Step<UpdateAll.State> step = update.step(from.update(), input);
            effects.addAll(step.effects());
            return from.with(step.next());
        }

        private Step<GuardedState> done(GuardedState next) {
            return new Step<>(next, effects);
        }
    }

    @Override
    public GuardedState visit(StateVisitor visitor, GuardedState state) {
        return state.visit(visitor, update);
    }
}
