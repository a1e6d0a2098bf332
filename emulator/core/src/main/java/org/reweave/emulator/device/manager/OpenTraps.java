package org.reweave.emulator.device.manager;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.reweave.reconfig.manager.Trap;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The traps with news that nothing has answered yet, with the cycles of their arrival: the causes of changes to come.
 */
final class OpenTraps {
    /** Value in place of the cycle at which a discovery began, when no discovery did. */
    static final long NO_DISCOVERY = -1;

    /** @param change that the manager's event of the trap names */
    private record Arrival(long cycle, Trap trap, long change) {}

    private final List<Arrival> open = new ArrayList<>();

    void add(Trap trap, long change, long cycle) {
        open.add(new Arrival(cycle, trap, change));
    }

    /**
     * Removes the traps that are answered: those that came before a discovery began, and those that tell nothing more
     * than the manager now knows.
     *
     * @param began when the discovery began, or {@link #NO_DISCOVERY}
     * @param change that answers them; 0 = none
     * @return when the first of them came, of those that name the change if any does; 0 = none was open
     */
    long answer(long began, Predicate<Trap> tellsMore, long change) {
        long first = 0;
        long named = 0;
        for (Iterator<Arrival> all = open.iterator(); all.hasNext(); ) {
            Arrival one = all.next();
            if (one.cycle <= began || !tellsMore.test(one.trap)) {
                first = first == 0 ? one.cycle : first;
                named = named == 0 && one.change == change ? one.cycle : named;
                all.remove();
            }
        }
        return named == 0 ? first : named;
    }

    void clear() {
        open.clear();
    }

    void visit(StateVisitor state) {
        long[] words = state.array(open.stream()
                .flatMapToLong(one -> LongStream.of(one.cycle, one.trap.word(), one.change))
                .toArray());
        open.clear();
        for (int at = 0; at < words.length; at += 3) {
            add(Trap.of(words[at + 1]), words[at + 2], words[at]);
        }
    }
}
