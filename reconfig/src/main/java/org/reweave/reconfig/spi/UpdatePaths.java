package org.reweave.reconfig.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The manager's part where paths are added beside those in force: the switches concerned get their entries, and when
 * all of them have acknowledged, the NICs concerned get their new paths; the last NIC that has switched over ends the
 * change. So no NIC uses a path before all its entries are there. Source: thesis §5.4, Fig. 5.5; §3.4.1 for Automatic
 * Path Migration, whose entries are there already.
 *
 * <p>A switch that does not answer may lie on the new paths: the fabric is discovered anew, and no NIC gets the paths.
 */
public final class UpdatePaths implements ManagerProtocol<UpdatePaths.State> {
    /**
     * @param argument for the agents
     * @param waiting devices that have not answered, ascending
     * @param nics still to be told, in order; none once they have been
     */
    public record State(long argument, List<Integer> waiting, List<Integer> nics) {
        public static final State INITIAL = new State(0, List.of(), List.of());

        public State {
            waiting = List.copyOf(waiting);
            nics = List.copyOf(nics);
        }

        /** Whether a change is under way. */
        public boolean isBusy() {
            return !waiting.isEmpty();
        }

        /** Sets the argument that agents get with the next change. */
        public State withArgument(long next) {
            return new State(next, waiting, nics);
        }
    }

    @Override
    public State initial() {
        return State.INITIAL;
    }

    @Override
    public Step<State> step(State state, ManagerInput input) {
        return input.fold(new ManagerInput.Cases<>() {
            @Override
            public Step<State> changeDetected(ManagerInput.ChangeDetected detected) {
                return new Step<>(new State(state.argument(), List.of(), List.of()), List.of());
            }

            @Override
            public Step<State> tablesReady(ManagerInput.TablesReady ready) {
                if (ready.change() != Change.PATHS || state.isBusy()) {
                    throw new IllegalStateException(ready + " in " + state);
                }
                return sendEntries(state.argument(), ready.switches(), ready.nics());
            }

            @Override
            public Step<State> unroutable(ManagerInput.Unroutable refused) {
                return new Step<>(state, List.of(new ManagerEffect.Done()));
            }

            @Override
            public Step<State> nicsJoined(ManagerInput.NicsJoined joined) {
                return notifyNics(state.argument(), joined.nics());
            }

            @Override
            public Step<State> acknowledged(ManagerInput.Acknowledged answer) {
                return without(state, answer.device());
            }

            @Override
            public Step<State> unreachable(ManagerInput.Unreachable silent) {
                boolean toldNics = state.nics().isEmpty();
                return toldNics
                        ? without(state, silent.device())
                        : new Step<>(
                                new State(state.argument(), List.of(), List.of()),
                                List.of(new ManagerEffect.Rediscover()));
            }
        });
    }

    private static Step<State> sendEntries(long argument, List<Integer> switches, List<Integer> nics) {
        if (switches.isEmpty()) {
            return notifyNics(argument, nics);
        }
        List<ManagerEffect> effects = new ArrayList<>();
        for (int device : switches) {
            effects.add(new ManagerEffect.SendTables(device, Extent.ENTRIES, Use.AT_ONCE, argument));
        }
        return new Step<>(new State(argument, sorted(switches), nics), effects);
    }

    private static Step<State> notifyNics(long argument, List<Integer> nics) {
        if (nics.isEmpty()) {
            return new Step<>(new State(argument, List.of(), List.of()), List.of(new ManagerEffect.Done()));
        }
        List<ManagerEffect> effects = new ArrayList<>();
        for (int device : nics) {
            effects.add(new ManagerEffect.Notify(device, argument));
        }
        return new Step<>(new State(argument, sorted(nics), List.of()), effects);
    }

    private static Step<State> without(State state, int device) {
        Set<Integer> waiting = new TreeSet<>(state.waiting());
        if (!waiting.remove(device)) {
            throw new IllegalStateException("device " + device + " answered twice or unasked: " + state);
        }
        return waiting.isEmpty()
                ? notifyNics(state.argument(), state.nics())
                : new Step<>(new State(state.argument(), List.copyOf(waiting), state.nics()), List.of());
    }

    private static List<Integer> sorted(List<Integer> devices) {
        return List.copyOf(new TreeSet<>(devices));
    }

    @Override
    public State visit(StateVisitor visitor, State state) {
        return new State(visitor.value(state.argument()), visitor.list(state.waiting()), visitor.list(state.nics()));
    }
}
