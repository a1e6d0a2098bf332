package org.reweave.emulator.cluster.world;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;
import org.reweave.emulator.cluster.protocol.Turns;

/**
 * Processes, a network between them, and troubles, all drawn from one seed and all in one thread: the same protocols as
 * in the field, with a model of the emulation behind them. Tells between two processes come at most once and in order
 * while a connection lasts; word of the end of an actor comes for certain, but may overtake them. A process that is not
 * reached for some seconds is removed from the cluster, and ends some time after it has learned of that.
 */
final class World {
    private static final long LONGEST = 3_000_000;
    private static final long AFTERWARDS = 300_000; // nodes are free by then
    private static final int EVENTS = 3_000_000;
    private static final int FIRST_NODES = 3;
    private static final long SECOND = 1_000;

    /** A process with a clock of its own. */
    static class Process {
        final String name;
        final boolean isNode;
        final double rate; // of its clock, against the world's
        private final Deque<Runnable> held = new ArrayDeque<>(); // while it is paused
        private final List<Actor> actors = new ArrayList<>();
        private final Map<Process, Connection> connections = new HashMap<>(); // by the receiver
        private final List<Runnable> lines = new ArrayList<>(); // what the end of each does
        boolean isAlive = true;
        long endedAt;
        boolean isPaused;
        boolean isRemoved;
        private boolean isApart; // on the other side of a partition

        Process(String name, boolean isNode, double rate) {
            this.name = name;
            this.isNode = isNode;
            this.rate = rate;
        }

        private void run(Runnable work) {
            if (isAlive && isPaused) {
                held.add(work);
            } else if (isAlive) {
                work.run();
            }
        }
    }

    /** Something in a process whose end others learn. */
    static final class Actor {
        private final Process process;
        private final Map<Actor, Runnable> watchers = new LinkedHashMap<>();
        private boolean hasEnded;

        Actor(Process process) {
            this.process = process;
            process.actors.add(this);
        }
    }

    private record Event(long at, long number, Runnable work) {}

    private static final class Connection {
        private long lastArrival;
        private int life;
    }

    private final Random random;
    private final Weather weather;
    private final Rules rules;
    private final long seed;
    private final PriorityQueue<Event> events = new PriorityQueue<>((one, other) ->
            one.at() == other.at() ? Long.compare(one.number(), other.number()) : Long.compare(one.at(), other.at()));
    private final List<Connection> connections = new ArrayList<>(); // all, for those that end
    private final List<NodeSide> nodes = new ArrayList<>();
    private final List<RunSide> runs = new ArrayList<>();
    private final StringBuilder story = new StringBuilder();
    private long now;
    private long number;
    private int handled; // events
    private long uids;
    private Turns turns;
    private NodeSide keeper; // of the turns
    private boolean hadTrouble; // with a node

    World(long seed, Rules rules) {
        this.seed = seed;
        this.random = new Random(seed);
        this.weather = Weather.of(random);
        this.rules = rules;
    }

    Weather weather() {
        return weather;
    }

    Rules rules() {
        return rules;
    }

    Random random() {
        return random;
    }

    List<NodeSide> nodes() {
        return nodes;
    }

    long now() {
        return now;
    }

    /** Notes what happens, for whoever reads a failure. */
    void note(String line) {
        story.append(now).append(' ').append(line).append('\n');
    }

    String story() {
        return story.toString();
    }

    int below(int bound) {
        return random.nextInt(Math.max(1, bound));
    }

    double clock() {
        return 0.8 + random.nextDouble() * 0.45;
    }

    long uid() {
        return ++uids;
    }

    /** Milliseconds from now. */
    void in(long delay, Runnable work) {
        events.add(new Event(now + Math.max(0, delay), number++, work));
    }

    /** Milliseconds of a process's own clock. */
    void timer(Process process, long delay, Runnable work) {
        in((long) (delay * process.rate), () -> process.run(work));
    }

    private Connection connection(Process from, Process to) {
        return from.connections.computeIfAbsent(to, other -> {
            Connection fresh = new Connection();
            if (from != to) {
                connections.add(fresh);
            }
            return fresh;
        });
    }

    /** Whether nothing gets from one to the other. */
    boolean isCut(Process one, Process other) {
        return one != other && (one.isApart != other.isApart || one.isRemoved != other.isRemoved);
    }

    /** Tells: at most once, in order while the connection lasts. */
    void tell(Process from, Process to, Runnable message) {
        if (!from.isAlive || isCut(from, to)) {
            return;
        }
        if (from != to && random.nextDouble() < weather.loss()) {
            note("lost: a message from " + from.name + " to " + to.name);
            return;
        }
        Connection connection = connection(from, to);
        int life = connection.life;
        connection.lastArrival = Math.max(connection.lastArrival, now + (from == to ? 0 : delay()));
        in(connection.lastArrival - now, () -> {
            if (life == connection.life) {
                arrive(from, to, message);
            } else if (weather.disordersOnCut() && below(3) == 0) {
                in(below(3_000), () -> arrive(from, to, message));
                if (below(2) == 0) {
                    arrive(from, to, message);
                }
            }
        });
    }

    private int delay() {
        return 1 + (below(8) == 0 ? below(weather.longestDelay()) : below(10));
    }

    private void arrive(Process from, Process to, Runnable message) {
        if (!isCut(from, to)) {
            to.run(message);
        }
    }

    /** The watcher learns of the end of an actor for certain. */
    void watch(Actor watcher, Actor watched, Runnable ended) {
        watched.watchers.put(watcher, ended);
        if (watched.hasEnded || watched.process.isRemoved) {
            tellOfEnd(watched, watcher, ended);
        }
    }

    /** The same over a line, which the end of a process closes at once. */
    void watchLine(Actor watcher, Actor watched, Runnable ended) {
        watch(watcher, watched, ended);
        watched.process.lines.add(() -> tellOfEnd(watched, watcher, ended));
    }

    void end(Actor actor) {
        if (!actor.hasEnded) {
            actor.hasEnded = true;
            actor.watchers.forEach((watcher, ended) -> tellOfEnd(actor, watcher, ended));
        }
    }

    private void tellOfEnd(Actor actor, Actor watcher, Runnable ended) {
        in(below(50), () -> {
            Process to = watcher.process;
            if (watcher.hasEnded || !to.isAlive || to.isRemoved) {
                return;
            }
            if (isCut(actor.process, to) && !actor.process.isRemoved) {
                in(500, () -> tellOfEnd(actor, watcher, ended));
            } else {
                to.run(() -> {
                    if (!watcher.hasEnded) {
                        ended.run();
                    }
                });
            }
        });
    }

    /** A process ends at once. */
    void kill(Process process) {
        if (process.isAlive) {
            note(process.name + " ends");
            process.isAlive = false;
            process.endedAt = now;
            process.lines.forEach(Runnable::run);
            in(below(200), () -> runs.forEach(run -> run.processEnded(process)));
            looksFor(process);
        }
    }

    private void looksFor(Process process) {
        in(3_000 + below(20_000), () -> {
            boolean isGone = !process.isAlive || process.isPaused || process.isApart;
            if (isGone && !process.isRemoved) {
                remove(process);
            }
        });
    }

    /** The others take a process for lost. */
    void remove(Process process) {
        note(process.name + " is removed");
        process.isRemoved = true;
        process.actors.stream()
                .filter(actor -> !actor.hasEnded)
                .forEach(actor -> actor.watchers.forEach(
                        (watcher, ended) -> in(below(2_000), () -> tellOfEnd(actor, watcher, ended))));
        in(1_000 + below(10_000), () -> process.run(() -> findsOut(process)));
        if (keeper != null && keeper.process() == process) {
            elect();
        }
        if (process.isNode && weather.restarts()) {
            in(5_000 + below(20_000), () -> join(false));
        }
    }

    private void findsOut(Process process) {
        runs.stream().filter(run -> run.process() == process).forEach(RunSide::cutOff);
        kill(process);
    }

    private void elect() {
        keeper = nodes.stream().filter(NodeSide::isUp).findFirst().orElse(null);
        Turns next = rules.queue();
        turns = next;
        if (keeper != null) {
            secondPasses(keeper.process(), next);
        }
    }

    private void secondPasses(Process process, Turns queue) {
        timer(process, SECOND, () -> {
            queue.second();
            if (queue == turns) {
                secondPasses(process, queue);
            }
        });
    }

    boolean hadTrouble() {
        return hadTrouble;
    }

    private NodeSide join(boolean isFirst) {
        boolean isOther = !isFirst && below(5) == 0;
        hadTrouble |= isOther;
        NodeSide node =
                new NodeSide(this, new Process("n" + nodes.size(), true, clock()), nodes.size(), isOther ? "2" : "1");
        nodes.add(node);
        if (keeper == null) {
            elect();
        }
        runs.forEach(run -> run.listed(node));
        return node;
    }

    /** A run tells the queue that it is there. */
    void announce(RunSide run, Turns.Entry entry) {
        NodeSide there = keeper;
        if (there != null) {
            Turns queue = turns;
            tell(run.process(), there.process(), () -> {
                watch(there.actor(), run.actor(), () -> rules.end(queue, entry.run(), run.origin()));
                Turns.Entry now = queue.announce(entry, run.origin());
                int ahead = queue.ahead(entry.run());
                tell(there.process(), run.process(), () -> run.turned(now, ahead));
            });
        }
    }

    /** One run at a time, as long as every run can reach the queue. */
    void checkTurn(RunSide run) {
        if (weather.isKind() && weather.partitions() == 0 && weather.longestDelay() < SECOND) {
            runs.stream().filter(other -> other != run && other.isUnderWay()).forEach(other -> {
                throw new WorldException("runs " + other.name() + " and " + run.name() + " are under way at once");
            });
        }
    }

    void endTurn(RunSide run) {
        NodeSide there = keeper;
        if (there != null) {
            Turns queue = turns;
            tell(run.process(), there.process(), () -> rules.end(queue, run.name(), run.origin()));
        }
    }

    /** Lives until all is over. */
    void live() {
        int first = FIRST_NODES + (weather.isLocal() ? 0 : below(2));
        for (int node = 0; node < first; node++) {
            join(true);
        }
        int cuts = 6 + below(8);
        addRun("a", cuts);
        if (weather.two()) {
            in(below(10_000), () -> addRun("b", cuts));
        }
        trouble();
        while (now < LONGEST && !isOver()) {
            goOn();
        }
        for (RunSide run : runs) {
            run.check();
        }
        for (long end = now + AFTERWARDS; now < end; ) {
            goOn();
        }
        nodes.forEach(NodeSide::checkFree);
    }

    private void goOn() {
        if (++handled > EVENTS) {
            throw new WorldException("the world goes round in circles");
        }
        Event next = events.isEmpty() ? new Event(now + LONGEST, number, () -> {}) : events.remove();
        now = next.at();
        next.work().run();
    }

    private void addRun(String name, int cuts) {
        int up = (int) nodes.stream().filter(NodeSide::isUp).count();
        RunSide run = new RunSide(this, new Process(name, false, clock()), name, Math.min(FIRST_NODES, up), cuts, seed);
        runs.add(run);
        run.start();
        nodes.forEach(run::listed);
    }

    private boolean isOver() {
        return runs.stream().allMatch(RunSide::isOver) && runs.size() == (weather.two() ? 2 : 1);
    }

    private void trouble() {
        int late = 20_000;
        for (int kill = 0; kill < weather.kills(); kill++) {
            in(below(late), () -> withNode(this::kill));
        }
        for (int pause = 0; pause < weather.pauses(); pause++) {
            in(below(late), () -> withNode(this::pause));
        }
        for (int partition = 0; partition < weather.partitions(); partition++) {
            in(below(late), this::partition);
        }
        for (int move = 0; move < weather.moves(); move++) {
            in(below(late), this::order);
        }
        if (!weather.isLocal() && below(3) == 0) {
            in(below(late), () -> join(false));
        }
        if (weather.killsLeader()) {
            in(below(late), () -> kill(runs.get(0).process()));
        }
        if (weather.cutEvery() > 0) {
            in(below(weather.cutEvery()), this::cutConnection);
        }
    }

    private void withNode(Consumer<Process> trouble) {
        NodeSide node = nodes.get(below(nodes.size()));
        long left = nodes.stream()
                .filter(one -> one.process().isAlive && !one.process().isRemoved && !one.process().isPaused)
                .count();
        if (node.process().isAlive && left > 1) {
            hadTrouble = true;
            trouble.accept(node.process());
        }
    }

    private void pause(Process process) {
        if (process.isPaused) {
            return;
        }
        note(process.name + " stops");
        process.isPaused = true;
        looksFor(process);
        in(below(40_000), () -> {
            note(process.name + " goes on");
            process.isPaused = false;
            while (!process.held.isEmpty() && process.isAlive) {
                process.held.poll().run();
            }
        });
    }

    private void partition() {
        List<Process> apart = new ArrayList<>();
        nodes.stream().map(NodeSide::process).filter(one -> below(3) == 0).forEach(apart::add);
        if (apart.size() * 2L
                >= nodes.stream()
                        .filter(node -> node.process().isAlive && !node.process().isRemoved && !node.process().isPaused)
                        .count()) {
            return;
        }
        if (!weather.isKind() && below(8) == 0) {
            apart.add(runs.get(0).process());
        }
        hadTrouble = true;
        apart.forEach(process -> {
            note(process.name + " is cut off");
            process.isApart = true;
            looksFor(process);
        });
        in(below(30_000), () -> apart.forEach(process -> process.isApart = false));
    }

    private void cutConnection() {
        if (!connections.isEmpty()) {
            connections.get(below(connections.size())).life++;
            note("a connection ends");
        }
        in(1 + below(2 * weather.cutEvery()), this::cutConnection);
    }

    /** Somebody has devices move, perhaps so that a node can leave. */
    private void order() {
        RunSide run = runs.get(below(runs.size()));
        List<NodeSide> up =
                new ArrayList<>(nodes.stream().filter(NodeSide::isUp).toList());
        if (up.size() > 1 && below(2) == 0) {
            NodeSide leaving = up.remove(below(up.size()));
            up.stream()
                    .filter(node -> node.hosts(run.name()))
                    .findFirst()
                    .ifPresent(node -> node.move(run, up, moved -> {
                        if (moved) {
                            hadTrouble = true;
                            note(leaving.process().name + " leaves");
                            kill(leaving.process());
                            remove(leaving.process());
                        }
                    }));
        } else {
            up.stream()
                    .filter(node -> node.hosts(run.name()))
                    .findFirst()
                    .ifPresent(node -> node.move(run, up, moved -> {}));
        }
    }

    List<RunSide> runs() {
        return runs;
    }
}
