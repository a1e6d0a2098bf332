package org.reweave.emulator.cluster.world;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reweave.emulator.cluster.protocol.Downing;

/**
 * The membership of a cluster as one process has it, in the way of Akka Cluster: each process finds by itself whose
 * heartbeats do not come, tells the others in gossip, and takes over what they tell. A member that somebody has called
 * lost leaves once all members that can be reached know of that, and nobody else is unreachable; a process that learns
 * that it was called lost ends.
 */
final class Members {
    private static final long UNREACHABLE_AFTER = 6_000;
    private static final int LOST_AFTER = 7;
    private static final long GOSSIP_EVERY = 200;

    /** What a process knows of another one, in the order in which that changes. */
    enum Status {
        JOINING,
        UP,
        DOWN,
        REMOVED
    }

    /** Whom a process does not reach. */
    private record Row(long version, SortedSet<World.Process> unreachable) {}

    /** @param seen processes that have the same members and rows */
    private record Gossip(
            SortedMap<World.Process, Status> members,
            SortedMap<World.Process, Row> rows,
            SortedSet<World.Process> seen) {
        private boolean saysTheSame(Gossip other) {
            return members.equals(other.members) && rows.equals(other.rows);
        }

        private Gossip mergedWith(Gossip other) {
            SortedMap<World.Process, Status> all = new TreeMap<>(members);
            other.members.forEach(
                    (process, status) -> all.merge(process, status, (one, two) -> one.compareTo(two) > 0 ? one : two));
            SortedMap<World.Process, Row> latest = new TreeMap<>(rows);
            other.rows.forEach((process, row) ->
                    latest.merge(process, row, (one, two) -> one.version() > two.version() ? one : two));
            Gossip merged = new Gossip(all, latest, new TreeSet<>());
            if (merged.saysTheSame(this)) {
                merged.seen.addAll(seen);
            }
            if (merged.saysTheSame(other)) {
                merged.seen.addAll(other.seen);
            }
            return merged;
        }
    }

    private final World world;
    private final World.Process self;
    private final Map<World.Process, Long> beats = new HashMap<>(); // the last one of each other process
    private final Map<String, Boolean> answers = new HashMap<>(); // since the last look
    private final Set<String> connected = new HashSet<>(); // since the last look
    private Gossip gossip;
    private Downing.State downing = Downing.State.of(LOST_AFTER);
    private boolean isGossiping;

    /** A process that has begun a cluster, or is about to join one. */
    Members(World world, World.Process self) {
        this.world = world;
        this.self = self;
        this.gossip = new Gossip(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
    }

    /** Members of a cluster that is there already. */
    void begin(List<World.Process> all) {
        SortedMap<World.Process, Status> members = new TreeMap<>();
        all.forEach(one -> members.put(one, Status.UP));
        gossip = new Gossip(members, new TreeMap<>(), new TreeSet<>(all));
    }

    /** What this process knows of another one. */
    Status of(World.Process other) {
        return gossip.members().getOrDefault(other, Status.JOINING);
    }

    boolean hasRemoved(World.Process other) {
        return of(other) == Status.REMOVED;
    }

    /** Processes that are members for good, whether or not they can be reached. */
    List<World.Process> all() {
        return gossip.members().entrySet().stream()
                .filter(entry -> entry.getValue() != Status.REMOVED)
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean isMember() {
        return of(self) == Status.UP && gossip.members().containsKey(self);
    }

    /** Members that are up and that nobody misses. */
    List<World.Process> reachable() {
        Set<World.Process> missed = unreachable(true);
        return all().stream()
                .filter(one -> of(one) == Status.UP && !missed.contains(one))
                .toList();
    }

    /** Every second of the process's clock. */
    void second() {
        if (gossip.members().isEmpty()) {
            world.contact(self).ifPresent(other -> world.tell(self, other, () -> other.members.welcome(self)));
            return;
        }
        if (of(self) == Status.DOWN) {
            world.findsOut(self);
            return;
        }
        observe();
        lead();
        if (!world.weather().isLocal()) {
            look();
        }
    }

    private void welcome(World.Process other) {
        if (isMember()) {
            if (!gossip.members().containsKey(other)) {
                become(other, Status.JOINING);
            }
            Gossip ours = gossip;
            world.tell(self, other, () -> other.members.joined(ours));
        }
    }

    private void joined(Gossip ours) {
        if (gossip.members().isEmpty()) {
            gossip = ours;
            gossip = withSeen(gossip);
            stir();
        }
    }

    private Gossip withSeen(Gossip one) {
        SortedSet<World.Process> seen = new TreeSet<>(one.seen());
        seen.add(self);
        return new Gossip(one.members(), one.rows(), seen);
    }

    private void change(SortedMap<World.Process, Status> members, SortedMap<World.Process, Row> rows) {
        gossip = new Gossip(members, rows, new TreeSet<>(Set.of(self)));
        stir();
    }

    private void become(World.Process other, Status status) {
        SortedMap<World.Process, Status> members = new TreeMap<>(gossip.members());
        members.put(other, status);
        change(members, gossip.rows());
    }

    /** Finds whose heartbeats have not come for long. */
    private void observe() {
        SortedSet<World.Process> missed = new TreeSet<>();
        for (World.Process other : all()) {
            if (other != self) {
                long last = beats.computeIfAbsent(other, fresh -> world.now());
                if (world.now() - last > UNREACHABLE_AFTER * self.rate) {
                    missed.add(other);
                }
                if (world.beats(other, self)) {
                    beats.put(other, world.now());
                }
            }
        }
        Row row = gossip.rows().getOrDefault(self, new Row(0, new TreeSet<>()));
        if (!row.unreachable().equals(missed)) {
            SortedMap<World.Process, Row> rows = new TreeMap<>(gossip.rows());
            rows.put(self, new Row(row.version() + 1, missed));
            change(gossip.members(), rows);
        }
    }

    /**
     * Members that some member does not reach.
     *
     * @param byAll whether the word counts of members that were called lost
     */
    private Set<World.Process> unreachable(boolean byAll) {
        Set<World.Process> missed = new TreeSet<>();
        gossip.rows().forEach((observer, row) -> {
            Status status = of(observer);
            if (status != Status.REMOVED && (byAll || status != Status.DOWN)) {
                missed.addAll(row.unreachable());
            }
        });
        missed.removeIf(one -> one == self || of(one) == Status.REMOVED);
        return missed;
    }

    /** The first member that can be reached lets members in and out when all know the same. */
    private void lead() {
        Set<World.Process> missed = unreachable(false);
        List<World.Process> reached = all().stream()
                .filter(one -> of(one) == Status.UP && !missed.contains(one))
                .toList();
        boolean isLeader = reached.isEmpty() ? of(self) == Status.JOINING : reached.get(0) == self;
        boolean isSeen = all().stream().filter(one -> of(one) == Status.UP).allMatch(gossip.seen()::contains);
        if (isLeader && isSeen && missed.stream().allMatch(one -> of(one) == Status.DOWN)) {
            for (World.Process member : all()) {
                if (of(member) == Status.JOINING) {
                    become(member, Status.UP);
                } else if (of(member) == Status.DOWN && missed.contains(member)) {
                    become(member, Status.REMOVED);
                    world.removed(self, member);
                }
            }
        }
    }

    /** This process calls another one lost. */
    void down(World.Process other) {
        if (gossip.members().containsKey(other) && of(other).compareTo(Status.DOWN) < 0) {
            become(other, Status.DOWN);
        }
    }

    private void look() {
        Set<Downing.Member> unreachable = new HashSet<>();
        unreachable(true).stream().filter(one -> of(one) != Status.DOWN).forEach(one -> unreachable.add(member(one)));
        List<Downing.Member> others = all().stream()
                .filter(one -> one != self && of(one) != Status.DOWN)
                .map(this::member)
                .toList();
        Downing.Step step = world.rules()
                .look(
                        downing,
                        new Downing.View(
                                member(self),
                                world.leads(self),
                                others,
                                unreachable,
                                Set.copyOf(connected),
                                Map.copyOf(answers)));
        answers.clear();
        connected.clear();
        downing = step.next();
        named(step.lost()).forEach(this::lose);
        named(step.asked()).forEach(this::ask);
        named(step.called()).stream()
                .filter(other -> world.takesConnection(self, other))
                .forEach(other -> connected.add(other.name));
    }

    private List<World.Process> named(List<String> addresses) {
        return all().stream().filter(one -> addresses.contains(one.name)).toList();
    }

    private void lose(World.Process lost) {
        world.note(self.name + " calls " + lost.name + " lost");
        world.checkLost(self, lost);
        world.calledLost(self, lost);
        down(lost);
    }

    private void ask(World.Process other) {
        world.tell(self, other, () -> {
            boolean leads = world.leads(other);
            world.tell(other, self, () -> answers.put(other.name, leads));
        });
    }

    private Downing.Member member(World.Process process) {
        return new Downing.Member(
                process.name, 1, process.isNode ? Downing.Role.NODE : Downing.Role.RUN, of(process) == Status.UP);
    }

    /** Tells others as long as they may know something else. */
    private void stir() {
        if (!isGossiping) {
            isGossiping = true;
            world.timer(self, GOSSIP_EVERY, this::tellSomebody);
        }
    }

    private void tellSomebody() {
        isGossiping = false;
        if (gossip.seen().containsAll(all())) {
            return;
        }
        Set<World.Process> missed = ownMissed();
        List<World.Process> fit = all().stream()
                .filter(one -> one != self && !missed.contains(one))
                .toList();
        if (!fit.isEmpty()) {
            World.Process other = fit.get(world.below(fit.size()));
            Gossip ours = gossip;
            world.tell(self, other, () -> other.members.came(self, ours));
        }
        stir();
    }

    private Set<World.Process> ownMissed() {
        Row row = gossip.rows().get(self);
        return row == null ? Set.of() : row.unreachable();
    }

    private void came(World.Process from, Gossip theirs) {
        boolean isMissed = ownMissed().contains(from);
        Status known = gossip.members().get(from);
        if (isMissed
                || known == null
                || known == Status.REMOVED
                || !theirs.members().containsKey(self)) {
            return;
        }
        if (theirs.members().get(self) == Status.REMOVED) {
            return;
        }
        Gossip before = gossip;
        gossip = withSeen(gossip.mergedWith(theirs));
        gossip.members().forEach((member, status) -> {
            if (status == Status.REMOVED && before.members().get(member) != Status.REMOVED) {
                world.removed(self, member);
            }
        });
        if (!gossip.equals(before)) {
            stir();
        }
        if (!gossip.equals(theirs)) {
            Gossip ours = gossip;
            world.tell(self, from, () -> from.members.came(self, ours));
        }
    }
}
