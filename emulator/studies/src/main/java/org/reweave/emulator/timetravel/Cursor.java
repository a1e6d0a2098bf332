package org.reweave.emulator.timetravel;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.EventKind;

/** A moment of a run that is over, which moves forward and, by way of checkpoints, back. */
public final class Cursor {
    /** Events to go to. */
    public enum Goal {
        EVENT(EnumSet.allOf(EventKind.class)),
        FAULT(EnumSet.of(EventKind.PORT_DOWN, EventKind.PORT_UP, EventKind.DEVICE_DOWN, EventKind.DEVICE_UP)),
        DROP(EnumSet.of(EventKind.DROPPED, EventKind.DISCARDED)),
        TABLE(EnumSet.of(EventKind.INSTALLED));

        @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
        private final Set<EventKind> kinds;

        Goal(Set<EventKind> kinds) {
            this.kinds = kinds;
        }
    }

    private final Past past;
    private final long interval;
    private final List<Event> events = new ArrayList<>();
    private Rerun rerun;

    /** A cursor at the start of a run. */
    public Cursor(Past past) {
        this.past = past;
        this.interval = past.network().resolved().scenario().run().cutInterval();
        past.events(0, events::add);
        this.rerun = past.at(0);
    }

    public Network network() {
        return past.network();
    }

    /** The run as it is at this moment. */
    public Rerun now() {
        return rerun;
    }

    /** The last moment that the journal knows. */
    public long last() {
        return past.replay().lastCycle();
    }

    /** All events of the journal, in order. */
    public List<Event> events() {
        return events;
    }

    /** How many of the events lie before this moment. */
    public int passed() {
        int low = 0;
        int high = events.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (events.get(middle).cycle() < rerun.cycle()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Moves to a cycle; beyond the run's end, to its end. */
    public void move(long cycle) {
        long to = Math.max(0, Math.min(cycle, last()));
        if (to < rerun.cycle()) {
            rerun = past.at(to);
        } else {
            rerun.advance(to);
        }
    }

    /** The deadlock in which the run ended, if it did. */
    public Optional<KnownDeadlock> deadlock() {
        return KnownDeadlock.of(past);
    }

    /** The course of a packet; empty when the NIC injected none with that number. */
    public Optional<PacketTrace.Life> course(int nic, long number) {
        return PacketTrace.courseOf(past, nic, number);
    }

    /** Moves to the next cut or the one before. */
    public void cut(boolean forward) {
        long cycle = rerun.cycle();
        move(forward ? (cycle / interval + 1) * interval : (cycle + interval - 1) / interval * interval - interval);
    }

    /**
     * Moves behind the next event of some kinds or the one before.
     *
     * @return whether there is one
     */
    public boolean event(Goal goal, boolean forward) {
        int at = passed();
        IntPredicate wanted = i -> goal.kinds.contains(events.get(i).kind());
        if (forward) {
            for (int i = at; i < events.size(); i++) {
                if (wanted.test(i)) {
                    move(events.get(i).cycle() + 1);
                    return true;
                }
            }
            return false;
        }
        for (int i = at - 1; i >= 0; i--) {
            if (wanted.test(i) && events.get(i).cycle() + 1 < rerun.cycle()) {
                move(events.get(i).cycle() + 1);
                return true;
            }
        }
        return false;
    }
}
