package org.reweave.emulator.device.manager;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.reweave.reconfig.manager.Trap;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The traps with news that nothing has answered yet, with the cycles of their arrival: the causes of changes to come.
 */
final class OpenTraps {
    /** In place of the cycle at which a discovery began, when none did. */
    static final long NO_DISCOVERY = -1;

    private record Arrival(long cycle, Trap trap) {}

    private final List<Arrival> open = new ArrayList<>();

    void add(Trap trap, long cycle) {
        open.add(new Arrival(cycle, trap));
    }

    /**
     * Removes the traps that are answered: those that came before a discovery began, and those that tell nothing more
     * than the manager now knows.
     *
     * @param began when the discovery began, or {@link #NO_DISCOVERY}
     * @return when the first of them came; 0 = none was open
     */
    long answer(long began, Predicate<Trap> tellsMore) {
        long first = 0;
        for (Iterator<Arrival> all = open.iterator(); all.hasNext(); ) {
            Arrival one = all.next();
            if (one.cycle <= began || !tellsMore.test(one.trap)) {
                first = first == 0 ? one.cycle : first;
                all.remove();
            }
        }
        return first;
    }

    void visit(StateVisitor state) {
        long[] cycles = state.array(open.stream().mapToLong(Arrival::cycle).toArray());
        long[] traps =
                state.array(open.stream().mapToLong(one -> one.trap.word()).toArray());
        open.clear();
        for (int i = 0; i < cycles.length; i++) {
            add(Trap.of(traps[i]), cycles[i]);
        }
    }
}
