package org.reweave.emulator.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.state.Slab;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** The oracle is a list that is sorted whenever something is taken. */
class EventQueueTest {
    private static final long SEED = 2024;

    private static final Comparator<Event> ORDER = Comparator.comparingLong(Event::cycle)
            .thenComparingInt(Event::phase)
            .thenComparingInt(Event::code);

    private record Event(long cycle, int phase, int code) {
        static Event of(long key) {
            return new Event(EventQueue.cycle(key), EventQueue.phase(key), EventQueue.code(key));
        }
    }

    private static Event random(Random random) {
        return new Event(random.nextInt(50), random.nextInt(4), random.nextInt(1 << 18));
    }

    private static void add(EventQueue queue, Event event) {
        queue.add(event.cycle(), event.phase(), event.code());
    }

    @Test
    void eventsComeByCycleThenPhaseThenCodeWhateverTheOrderOfAdding() {
        Random random = new Random(SEED);
        EventQueue queue = new EventQueue();
        List<Event> oracle = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (oracle.isEmpty() || random.nextInt(100) < (step < 10_000 ? 60 : 45)) {
                Event event = random(random);
                add(queue, event);
                oracle.add(event);
            } else {
                oracle.sort(ORDER);
                assertThat(queue.firstCycle()).isEqualTo(oracle.get(0).cycle());
                assertThat(Event.of(queue.remove())).isEqualTo(oracle.remove(0));
            }
        }
    }

    @Test
    void eventsOfAClockThatGoesOnComeInOrderHoweverFarAheadTheyAre() {
        Random random = new Random(SEED);
        EventQueue queue = new EventQueue();
        List<Event> oracle = new ArrayList<>();
        long now = 1_000_000;
        for (int step = 0; step < 20_000; step++) {
            if (oracle.isEmpty() || random.nextInt(100) < (step < 10_000 ? 60 : 45)) {
                int ahead = random.nextInt(random.nextInt(6) == 0 ? 5_000 : 70);
                Event event = new Event(now + ahead, random.nextInt(4), random.nextInt(3));
                add(queue, event);
                oracle.add(event);
            } else {
                oracle.sort(ORDER);
                now = oracle.get(0).cycle();
                assertThat(queue.firstCycle()).isEqualTo(now);
                assertThat(Event.of(queue.remove())).isEqualTo(oracle.remove(0));
            }
        }
    }

    @Test
    void eventsMoveWithTheirQueueToAnotherSlab() {
        EventQueue queue = new EventQueue();
        for (int cycle = 40; cycle > 0; cycle--) {
            queue.add(cycle, EventQueue.TIMER, cycle);
        }
        queue.remove();
        Slab island = new Slab(0);
        EventQueue other = new EventQueue();
        other.moveTo(island);
        queue.moveTo(island);
        other.add(1, EventQueue.TIMER, 1);
        EventQueue.add(island, queue.head(), 7, EventQueue.FAULT, 0);
        List<Long> cycles = new ArrayList<>();
        while (queue.firstCycle() != EventQueue.NEVER) {
            cycles.add(EventQueue.cycle(queue.remove()));
        }
        assertThat(cycles).hasSize(40).isSorted().startsWith(2L, 3L).contains(7L, 40L);
        assertThat(Event.of(other.remove())).isEqualTo(new Event(1, EventQueue.TIMER, 1));
    }

    @Test
    void phasesOfACycleAreArrivalsFaultsTimersAgents() {
        EventQueue queue = new EventQueue();
        for (int phase : new int[] {EventQueue.AGENT, EventQueue.TIMER, EventQueue.FAULT, EventQueue.ARRIVAL}) {
            queue.add(7, phase, 0);
        }
        List<Integer> order = new ArrayList<>();
        while (queue.firstCycle() != EventQueue.NEVER) {
            order.add(EventQueue.phase(queue.remove()));
        }
        assertThat(order).containsExactly(EventQueue.ARRIVAL, EventQueue.FAULT, EventQueue.TIMER, EventQueue.AGENT);
    }

    @Test
    void anEmptyQueuesFirstEventNeverComes() {
        EventQueue queue = new EventQueue();
        assertThat(queue.firstCycle()).isEqualTo(EventQueue.NEVER);
        queue.add(3, EventQueue.TIMER, 1);
        queue.remove();
        assertThat(queue.firstCycle()).isEqualTo(EventQueue.NEVER);
    }

    @Test
    void theLastCycleAndTheLargestCodeFitAKey() {
        EventQueue queue = new EventQueue();
        long lastCycle = (1L << 43) - 2;
        queue.add(lastCycle, EventQueue.AGENT, (1 << 18) - 1);
        assertThat(Event.of(queue.remove())).isEqualTo(new Event(lastCycle, EventQueue.AGENT, (1 << 18) - 1));
    }

    @Test
    void cyclesThatDoNotFitAKeyAreABrokenInvariantThatNamesTheLimit() {
        EventQueue queue = new EventQueue();
        for (long cycle : new long[] {-1, (1L << 43) - 1, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> queue.add(cycle, EventQueue.TIMER, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cycle " + cycle);
        }
    }

    private static Event notAnArrival(Random random) {
        Event event = random(random);
        return event.phase() == EventQueue.ARRIVAL ? new Event(event.cycle(), EventQueue.TIMER, event.code()) : event;
    }

    @Test
    void arrivalsAreNoPartOfTheStateSinceTheyBelongToRecords() {
        EventQueue queue = new EventQueue();
        queue.add(3, EventQueue.ARRIVAL, 8);
        queue.add(4, EventQueue.TIMER, 9);
        StateWriter out = new StateWriter();
        queue.visitAllButArrivals(out);
        EventQueue restored = new EventQueue();
        restored.visitAllButArrivals(new StateReader(out.toArray()));
        assertThat(Event.of(restored.remove())).isEqualTo(new Event(4, EventQueue.TIMER, 9));
        assertThat(restored.firstCycle()).isEqualTo(EventQueue.NEVER);
    }

    @Test
    void aRestoredQueueGivesTheSameEventsAndGrowsOn() {
        for (int size : new int[] {0, 1, 15, 16, 17, 100}) {
            Random random = new Random(SEED + size);
            EventQueue original = new EventQueue();
            for (int i = 0; i < size; i++) {
                add(original, notAnArrival(random));
            }
            StateWriter out = new StateWriter();
            original.visitAllButArrivals(out);
            EventQueue restored = new EventQueue();
            restored.add(1, 1, 1);
            StateReader in = new StateReader(out.toArray());
            restored.visitAllButArrivals(in);
            in.end();
            for (int i = 0; i < 20; i++) {
                Event more = random(random);
                add(original, more);
                add(restored, more);
            }
            for (int i = 0; i < size + 20; i++) {
                assertThat(restored.remove()).isEqualTo(original.remove());
            }
            assertThat(restored.firstCycle()).isEqualTo(EventQueue.NEVER);
        }
    }
}
