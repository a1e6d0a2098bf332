package org.reweave.emulator.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CalendarTest {
    /** {@code member@cycle} of every event, each done when its member is advanced past it. */
    private static final class Members implements Calendar.Work {
        private final List<TreeSet<Long>> events = new ArrayList<>();
        private final List<String> done = new ArrayList<>();
        private int looks;

        Members(int count) {
            for (int i = 0; i < count; i++) {
                events.add(new TreeSet<>());
            }
        }

        @Override
        public long advance(int member, long to) {
            looks++;
            TreeSet<Long> own = events.get(member);
            while (!own.isEmpty() && own.first() < to) {
                done.add(member + "@" + own.pollFirst());
            }
            return own.isEmpty() ? EventQueue.NEVER : own.first();
        }

        void add(Calendar calendar, int member, long cycle) {
            events.get(member).add(cycle);
            calendar.wake(member, cycle);
        }
    }

    @Test
    void membersAreLookedAtWindowByWindowInOrderAndOnlyWhenTheyHaveSomethingToDo() {
        Calendar calendar = new Calendar(70, 2, 0);
        Members members = new Members(70);
        members.add(calendar, 69, 4);
        members.add(calendar, 3, 5);
        members.add(calendar, 5, 2);
        members.add(calendar, 69, 2);
        calendar.advance(10, members);
        assertThat(members.done).containsExactly("5@2", "69@2", "3@5", "69@4");
        assertThat(members.looks).isEqualTo(4);
    }

    @Test
    void aWindowMayBeDoneInParts() {
        Calendar calendar = new Calendar(1, 8, 0);
        Members members = new Members(1);
        members.add(calendar, 0, 1);
        members.add(calendar, 0, 3);
        members.add(calendar, 0, 6);
        calendar.advance(3, members);
        assertThat(members.done).containsExactly("0@1");
        calendar.advance(4, members);
        assertThat(members.done).containsExactly("0@1", "0@3");
        calendar.advance(9, members);
        assertThat(members.done).containsExactly("0@1", "0@3", "0@6");
    }

    @Test
    void anEventBeyondTheWheelIsFoundAgain() {
        Calendar calendar = new Calendar(2, 4, 0);
        Members members = new Members(2);
        members.add(calendar, 1, 100_000);
        members.add(calendar, 0, 300);
        calendar.advance(100_000, members);
        assertThat(members.done).containsExactly("0@300");
        calendar.advance(100_001, members);
        assertThat(members.done).containsExactly("0@300", "1@100000");
    }

    @Test
    void anEventBeforeTheClockIsABrokenPromise() {
        Calendar calendar = new Calendar(2, 1, 0);
        calendar.advance(50, new Members(2));
        assertThatThrownBy(() -> calendar.wake(1, 49))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("member 1")
                .hasMessageContaining("cycle 49")
                .hasMessageContaining("cycle 50");
        calendar.wake(1, 50);
    }

    @Test
    void everyEventIsDoneOnceBeforeItsCycleIsOverHoweverTheCallsAreCut() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            int count = 1 + random.nextInt(130);
            int reach = 1 + random.nextInt(40);
            Calendar calendar = new Calendar(count, reach, 0);
            Members members = new Members(count);
            long now = 0;
            int added = 0;
            for (int step = 0; step < 60; step++) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    int member = random.nextInt(count);
                    long cycle = now + random.nextInt(random.nextInt(8) == 0 ? 20_000 : 200);
                    if (!members.events.get(member).contains(cycle)) {
                        members.add(calendar, member, cycle);
                        added++;
                    }
                }
                now += random.nextInt(random.nextInt(8) == 0 ? 9_000 : 90);
                calendar.advance(now, members);
                long clock = now;
                assertThat(members.events).allMatch(own -> own.isEmpty() || own.first() >= clock);
            }
            calendar.advance(now + 100_000, members);
            assertThat(members.done).hasSize(added);
        }
    }
}
