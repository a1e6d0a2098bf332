package org.reweave.reconfig.token;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.Roll;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.reconfig.token.TokenState.Stage;
import org.reweave.routing.model.Deviation;

/**
 * Simple Reconfiguration in the manager (thesis §7.4): tables are sent to be stored, a broadcast makes every NIC and
 * switch begin, and the change is complete when each switch has reported that its last token came in. SR-PDA broadcasts
 * at once and sends the tables behind; SR-LA broadcasts when all tables are stored.
 *
 * <p>Reports may be lost: after a while the control packet is sent again to switches that have not reported, and to all
 * NICs. A switch that does not answer, or {@link Roll#PATIENT_ROUNDS} rounds without any report, make the manager
 * discover the fabric anew and begin the next change. A NIC that does not answer is left out (thesis §6.3).
 *
 * @param tablesFirst SR-LA
 */
@Deviation("thesis §7.4, SR and DS, reports")
record TokenManager(boolean tablesFirst) implements ManagerProtocol<TokenState> {
    private static final long SKIPPED = 16; // changes that a manager has begun since the copy, or begins yet

    @Override
    public TokenState initial() {
        return TokenState.INITIAL;
    }

    /** Tokens of the first manager's changes must not count for those of the second one. */
    @Override
    public TokenState takenOver(TokenState state, long times) {
        return state.skip(SKIPPED * times);
    }

    @Override
    public Step<TokenState> step(TokenState state, ManagerInput input) {
        return input.fold(new Reaction(state));
    }

    /** The reaction to one input. */
    private final class Reaction implements ManagerInput.Cases<Step<TokenState>> {
        private final TokenState state;
        private final List<ManagerEffect> effects = new ArrayList<>();

        Reaction(TokenState state) {
            this.state = state;
        }

        @Override
        public Step<TokenState> changeDetected(ManagerInput.ChangeDetected detected) {
            return done(state.at(Stage.RUNNING, Roll.EMPTY)); // R_old stays in use until there are tables
        }

        @Override
        public Step<TokenState> tablesReady(ManagerInput.TablesReady ready) {
            TokenState next = state.begin(ready.switches(), ready.nics());
            if (tablesFirst) {
                sendTables(next);
                return proceed(next.at(Stage.STORING, Roll.EMPTY.sentTo(next.switches())));
            }
            TokenState told = broadcast(next);
            sendTables(told);
            return proceed(told.with(told.roll().sentTo(told.switches())));
        }

        private void sendTables(TokenState to) {
            to.switches()
                    .forEach(device ->
                            effects.add(new ManagerEffect.SendTables(device, Extent.FULL, Use.STORED, to.change())));
        }

        private TokenState broadcast(TokenState from) {
            effects.add(new ManagerEffect.Broadcast(from.change()));
            effects.add(new ManagerEffect.SetTimer(ManagerTimer.PATIENCE));
            return from.at(Stage.TOKENS, Roll.EMPTY.awaiting(from.switches()));
        }

        @Override
        public Step<TokenState> unroutable(ManagerInput.Unroutable refused) {
            return complete(state);
        }

        @Override
        public Step<TokenState> nicsJoined(ManagerInput.NicsJoined joined) {
            sendControl(joined.nics(), state.change());
            return proceed(state.at(Stage.JOINING, Roll.EMPTY.sentTo(joined.nics())));
        }

        @Override
        public Step<TokenState> acknowledged(ManagerInput.Acknowledged answer) {
            return proceed(state.with(state.roll().acknowledged(answer.device())));
        }

        @Override
        public Step<TokenState> reported(ManagerInput.Reported report) {
            boolean current = state.stage() == Stage.TOKENS && report.message() == state.change();
            return current ? proceed(state.with(state.roll().reported(report.device()))) : done(state);
        }

        @Override
        public Step<TokenState> timerFired(ManagerInput.TimerFired fired) {
            if (state.stage() != Stage.TOKENS) {
                return done(state); // of a change that is over
            }
            Roll roll = state.roll().nextRound();
            if (roll.rounds() > Roll.PATIENT_ROUNDS) {
                return rediscover();
            }
            effects.add(new ManagerEffect.SetTimer(ManagerTimer.PATIENCE));
            if (roll.overdue().isEmpty()) {
                return done(state.with(roll)); // they are still being sent something
            }
            List<Integer> asked = new ArrayList<>(roll.overdue());
            asked.addAll(state.nics()); // a NIC may have missed the broadcast, and its switch waits for the NIC's token
            asked.removeAll(roll.unanswered());
            sendControl(asked, state.change());
            return done(state.with(roll.sentTo(asked)));
        }

        @Override
        public Step<TokenState> unreachable(ManagerInput.Unreachable silent) {
            if (state.switches().contains(silent.device())) {
                return rediscover();
            }
            return proceed(state.with(state.roll().without(silent.device())));
        }

        private Step<TokenState> rediscover() {
            effects.add(new ManagerEffect.Rediscover());
            return done(state.at(Stage.REDISCOVERING, Roll.EMPTY));
        }

        /** Begins the next stage when all acknowledgements and reports of this stage are in. */
        private Step<TokenState> proceed(TokenState next) {
            if (!next.roll().isComplete()) {
                return done(next);
            }
            if (next.stage() == Stage.STORING) {
                effects.add(new ManagerEffect.Reached(Milestone.STORED));
                return proceed(broadcast(next));
            }
            return complete(next);
        }

        private Step<TokenState> complete(TokenState from) {
            effects.add(new ManagerEffect.Done());
            return done(from.at(Stage.RUNNING, Roll.EMPTY));
        }

        private void sendControl(List<Integer> devices, long change) {
            devices.forEach(device -> effects.add(new ManagerEffect.SendControl(device, change)));
        }

        private Step<TokenState> done(TokenState next) {
            return new Step<>(next, effects);
        }
    }

    @Override
    public TokenState visit(StateVisitor visitor, TokenState state) {
        return state.visit(visitor);
    }
}
