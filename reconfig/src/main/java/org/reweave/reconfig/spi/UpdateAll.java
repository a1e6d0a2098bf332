package org.reweave.reconfig.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The manager's part of schemes that only update every device: each device is sent its tables or a notice with the
 * number of the change, and the change is complete when all have answered.
 *
 * @param extent how much of a table is sent
 * @param notifyNics whether NICs are notified of the change
 * @param broadcasts whether a broadcast with the number of the change goes ahead of the tables
 */
public record UpdateAll(ManagerEffect.Extent extent, boolean notifyNics, boolean broadcasts)
        implements ManagerProtocol<UpdateAll.State> {
    /** A protocol that broadcasts nothing. */
    public UpdateAll(ManagerEffect.Extent extent, boolean notifyNics) {
        this(extent, notifyNics, false);
    }

    /**
     * @param change number of the change under way or last completed, from 0
     * @param waiting devices that have not answered, ascending
     */
    public record State(long change, List<Integer> waiting) {
        public State {
            waiting = List.copyOf(waiting);
        }
    }

    @Override
    public State initial() {
        return new State(0, List.of());
    }

    /**
     * One number is skipped each time, that of a change that a manager may have begun since the copy. Not more: the
     * number may be an epoch, of which few can be told apart.
     */
    @Override
    public State takenOver(State state, long times) {
        return new State(state.change() + times, state.waiting());
    }

    @Override
    public Step<State> step(State state, ManagerInput input) {
        return input.fold(new ManagerInput.Cases<>() {
            @Override
            public Step<State> changeDetected(ManagerInput.ChangeDetected detected) {
                return new Step<>(new State(state.change(), List.of()), List.of());
            }

            @Override
            public Step<State> tablesReady(ManagerInput.TablesReady ready) {
                return send(state, state.change() + 1, ready.switches(), ready.nics());
            }

            @Override
            public Step<State> unroutable(ManagerInput.Unroutable refused) {
                return new Step<>(state, List.of(new ManagerEffect.Done()));
            }

            @Override
            public Step<State> nicsJoined(ManagerInput.NicsJoined joined) {
                return send(state, state.change(), List.of(), joined.nics());
            }

            @Override
            public Step<State> acknowledged(ManagerInput.Acknowledged answer) {
                return without(state, answer.device());
            }

            @Override
            public Step<State> unreachable(ManagerInput.Unreachable silent) {
                return without(state, silent.device());
            }
        });
    }

    private Step<State> send(State state, long change, List<Integer> switches, List<Integer> nics) {
        if (!state.waiting().isEmpty()) {
            throw new IllegalStateException(
                    "change " + state.change() + " is not complete: " + state.waiting() + " have not answered");
        }
        List<ManagerEffect> effects = new ArrayList<>();
        Set<Integer> waiting = new TreeSet<>(switches);
        if (broadcasts && !switches.isEmpty()) {
            effects.add(new ManagerEffect.Broadcast(change));
        }
        for (int device : switches) {
            effects.add(new ManagerEffect.SendTables(device, extent, Use.AT_ONCE, change));
        }
        if (notifyNics) {
            for (int device : nics) {
                effects.add(new ManagerEffect.Notify(device, change));
                waiting.add(device);
            }
        }
        return finish(change, waiting, effects);
    }

    private static Step<State> without(State state, int device) {
        Set<Integer> waiting = new TreeSet<>(state.waiting());
        if (!waiting.remove(device)) {
            throw new IllegalStateException(
                    "device " + device + " answered change " + state.change() + " twice or unasked");
        }
        return finish(state.change(), waiting, new ArrayList<>());
    }

    private static Step<State> finish(long change, Set<Integer> waiting, List<ManagerEffect> effects) {
        if (waiting.isEmpty()) {
            effects.add(new ManagerEffect.Done());
        }
        return new Step<>(new State(change, List.copyOf(waiting)), effects);
    }

    @Override
    public State visit(StateVisitor visitor, State state) {
        return new State(visitor.value(state.change()), visitor.list(state.waiting()));
    }
}
