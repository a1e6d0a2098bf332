package org.reweave.reconfig.manager;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.routing.topology.Faults;

/** Manager states as longs: equal states have equal words. */
final class StateWords {
    private long[] words;
    private int at;

    private StateWords(long[] words) {
        this.words = words;
    }

    static <S> long[] of(ManagerState<S> state, ManagerProtocol<S> protocol) {
        StateWords out = new StateWords(new long[32]);
        out.put(state.phase().ordinal());
        out.put(state.change());
        out.put(state.asked());
        Knowledge knowledge = state.knowledge();
        out.put(knowledge.known());
        out.put(knowledge.hasSuspicions());
        if (knowledge.hasSuspicions()) {
            out.put(knowledge.believed());
        }
        out.put(knowledge.missing());
        Agenda agenda = state.agenda();
        out.put(agenda.traps().size());
        agenda.traps().forEach(trap -> out.put(trap.word()));
        out.put(agenda.plansDue());
        out.put(agenda.plansBegun());
        out.put(agenda.plansRouted());
        out.put(agenda.discoverAgain());
        out.put(state.reach().switches());
        out.put(state.reach().nics());
        for (long word : protocol.encode(state.protocol())) {
            out.put(word);
        }
        return Arrays.copyOf(out.words, out.at);
    }

    static <S> ManagerState<S> stateOf(long[] words, ManagerProtocol<S> protocol) {
        StateWords in = new StateWords(words);
        Phase phase = Phase.values()[in.nextInt()];
        long change = in.next();
        boolean asked = in.nextFlag();
        Faults known = in.nextFaults();
        Faults believed = in.nextFlag() ? in.nextFaults() : known;
        Knowledge knowledge = new Knowledge(known, believed, in.nextDevices());
        Agenda agenda = new Agenda(in.nextList(Trap::of), in.nextInt(), in.nextInt(), in.nextInt(), in.nextFlag());
        Reach reach = new Reach(in.nextDevices(), in.nextDevices());
        S scheme = protocol.decode(Arrays.copyOfRange(words, in.at, words.length));
        return new ManagerState<>(phase, change, asked, knowledge, agenda, reach, scheme);
    }

    private void put(long word) {
        if (at == words.length) {
            words = Arrays.copyOf(words, 2 * at);
        }
        words[at++] = word;
    }

    private void put(boolean flag) {
        put(flag ? 1 : 0);
    }

    private void put(List<Integer> devices) {
        put(devices.size());
        devices.forEach(this::put);
    }

    private void put(Faults faults) {
        put(faults.linkCount());
        Arrays.stream(faults.links()).forEach(this::put);
        put(faults.deviceCount());
        Arrays.stream(faults.devices()).forEach(this::put);
    }

    private long next() {
        return words[at++];
    }

    private int nextInt() {
        return Math.toIntExact(next());
    }

    private boolean nextFlag() {
        return next() != 0;
    }

    private <T> List<T> nextList(LongFunction<T> element) {
        List<T> all = new ArrayList<>();
        for (int left = nextInt(); left > 0; left--) {
            all.add(element.apply(next()));
        }
        return all;
    }

    private List<Integer> nextDevices() {
        return nextList(Math::toIntExact);
    }

    private Faults nextFaults() {
        Faults faults = Faults.none();
        for (int left = nextInt(); left > 0; left--) {
            faults = faults.withLink(nextInt());
        }
        for (int left = nextInt(); left > 0; left--) {
            faults = faults.withDevice(nextInt());
        }
        return faults;
    }
}
