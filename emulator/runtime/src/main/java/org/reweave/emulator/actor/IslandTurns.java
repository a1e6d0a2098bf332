package org.reweave.emulator.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Whether the islands of a process come to the end of their turns. Their threads count, one other thread looks from
 * time to time: a thread that is stuck in a device is seen, though it can say nothing itself.
 */
public final class IslandTurns {
    private final List<Watched> islands = new ArrayList<>();

    /** An island, and what was seen of it at the last look. */
    private static final class Watched {
        /** Beginnings and ends of turns: odd while the island has its turn. */
        private final AtomicLong count = new AtomicLong();

        private long countSeen;
        private long seenAt; // nanoseconds; the first look at this count

        void pass() {
            count.lazySet(count.getPlain() + 1); // one thread at a time has the island
        }
    }

    /** Messages of an island are the beginnings of its turns. */
    private static final class Counting extends BehaviorInterceptor<IslandActor.Command, IslandActor.Command> {
        private final Watched island;

        Counting(Watched island) {
            super(IslandActor.Command.class);
            this.island = island;
        }

        @Override
        public Behavior<IslandActor.Command> aroundReceive(
                TypedActorContext<IslandActor.Command> context,
                IslandActor.Command message,
                ReceiveTarget<IslandActor.Command> target) {
            island.pass();
            try {
                return target.apply(context, message);
            } finally {
                island.pass();
            }
        }
    }

    /** An island whose turns are counted; to be called before {@link #longestNanos}. */
    Behavior<IslandActor.Command> counted(Behavior<IslandActor.Command> island) {
        Watched watched = new Watched();
        islands.add(watched);
        Supplier<BehaviorInterceptor<IslandActor.Command, IslandActor.Command>> counting = () -> new Counting(watched);
        return Behaviors.intercept(counting, island);
    }

    /**
     * Looks at the islands.
     *
     * @param now nanoseconds of any clock that goes forward
     * @return since when, in nanoseconds, an island has been found in one and the same turn; of several the longest
     */
    public long longestNanos(long now) {
        long longest = 0;
        for (Watched island : islands) {
            long count = island.count.get();
            if (count != island.countSeen) {
                island.countSeen = count;
                island.seenAt = now;
            } else if (count % 2 == 1) {
                longest = Math.max(longest, now - island.seenAt);
            }
        }
        return longest;
    }
}
