package org.reweave.emulator.device;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.reweave.reconfig.state.StateVisitor;

/**
 * SMPs that a device treats later than others that came after them. It owns these SMPs, in the order in which they were
 * set aside; the caller has a timer for each.
 */
final class OvertakenSmps {
    /** @param due cycle at which the device treats the SMP that came by the port */
    private record Held(int port, long due, long[] words) {}

    private final List<Held> held = new ArrayList<>();

    void add(int port, long due, Smp smp) {
        held.add(new Held(port, due, java.util.Arrays.copyOf(smp.words(), smp.length())));
    }

    /**
     * Takes the first SMP of a port that is due in a cycle.
     *
     * @param to gets the SMP
     * @return whether there was one
     */
    boolean take(int port, long cycle, Smp to) {
        for (int i = 0; i < held.size(); i++) {
            if (held.get(i).port() == port && held.get(i).due() == cycle) {
                to.load(held.remove(i).words());
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** @param lost receives the port of each SMP */
    void clear(IntConsumer lost) {
        held.forEach(one -> lost.accept(one.port()));
        held.clear();
    }

    void visit(StateVisitor state) {
        Held[] all = new Held[state.count(held.size())];
        for (int i = 0; i < all.length; i++) {
            Held one = state.isReading() ? new Held(0, 0, new long[0]) : held.get(i);
            all[i] = new Held(state.value(one.port()), state.value(one.due()), state.array(one.words()));
        }
        held.clear();
        held.addAll(List.of(all));
    }
}
