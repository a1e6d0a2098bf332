package org.reweave.reconfig.epoch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.UpdateAll;

/** EBR's manager for epochs of one bit: every switch is told that a change begins, and acknowledges, before the first device gets the new
 *  epoch (SPEC §5, "Width": each switch knows the direction of the running change). */
record AnnouncedUpdate(UpdateAll update) implements ManagerProtocol<AnnouncedUpdate.State> {
    /** @param announcing switches that have not acknowledged the announcement, ascending
     *  @param switches and {@code nics}: what will be updated, in this order */
    record State(UpdateAll.State update, List<Integer> announcing, List<Integer> switches, List<Integer> nics) {
        State {
            announcing = announcing.stream().sorted().toList();
            switches = List.copyOf(switches);
            nics = List.copyOf(nics);
        }
    }

    @Override
    public State initial() {
        return new State(update.initial(), List.of(), List.of(), List.of());
    }

    @Override
    public Step<State> step(State state, ManagerInput input) {
        if (input instanceof ManagerInput.TablesReady ready && !ready.switches().isEmpty()) {
            List<ManagerEffect> effects = new ArrayList<>();
            long next = state.update().change() + 1;
            ready.switches().forEach(device -> effects.add(new ManagerEffect.Tell(device, next)));
            return new Step<>(new State(state.update(), ready.switches(), ready.switches(), ready.nics()), effects);
        }
        if (input instanceof ManagerInput.Acknowledged answer
                && !state.announcing().isEmpty()) {
            return heard(state, answer.device());
        }
        if (input instanceof ManagerInput.Unreachable silent
                && !state.announcing().isEmpty()) {
            return heard(state, silent.device()); // it will not answer its update either
        }
        return updated(state, update.step(state.update(), input));
    }

    private Step<State> heard(State state, int device) {
        List<Integer> left =
                state.announcing().stream().filter(other -> other != device).toList();
        State next = new State(state.update(), left, state.switches(), state.nics());
        return left.isEmpty()
                ? updated(next, update.step(next.update(), new ManagerInput.TablesReady(next.switches(), next.nics())))
                : new Step<>(next, List.of());
    }

    private static Step<State> updated(State state, Step<UpdateAll.State> step) {
        return new Step<>(new State(step.next(), state.announcing(), state.switches(), state.nics()), step.effects());
    }

    @Override
    public long[] encode(State state) {
        LongStream words = LongStream.of(
                state.announcing().size(), state.switches().size(), state.nics().size());
        for (List<Integer> devices : List.of(state.announcing(), state.switches(), state.nics())) {
            words = LongStream.concat(words, devices.stream().mapToLong(Integer::longValue));
        }
        return LongStream.concat(words, LongStream.of(update.encode(state.update())))
                .toArray();
    }

    @Override
    public State decode(long[] words) {
        List<List<Integer>> lists = new ArrayList<>();
        int at = 3;
        for (int list = 0; list < 3; list++) {
            List<Integer> devices = new ArrayList<>();
            for (long left = words[list]; left > 0; left--) {
                devices.add(Math.toIntExact(words[at++]));
            }
            lists.add(devices);
        }
        long[] rest = java.util.Arrays.copyOfRange(words, at, words.length);
        return new State(update.decode(rest), lists.get(0), lists.get(1), lists.get(2));
    }
}
