package org.reweave.emulator.cluster.world;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;
import org.reweave.emulator.cluster.protocol.Turns;

/**
 * Processes, a network between them, and troubles, all drawn from one seed and all in one thread: the same protocols as
 * in the field, with a model of the emulation behind them. Tells between two processes come at most once and in order
 * while a connection lasts; word of the end of an actor comes for certain, but may overtake them. Each process has its
 * own {@link Members}, and ends when it learns that it was called lost.
 */
final class World {
    private static final long LONGEST = 3_000_000;
    private static final long AFTERWARDS = 600_000; // nodes are free by then
    private static final int EVENTS = 3_000_000;
    private static final int FIRST_NODES = 3;
    private static final long SECOND = 1_000;
    private static final int LONGEST_PAUSE = 200_000;

    /** Time after which a pause or a partition is no reason any more to call a process lost. */
    private static final long HEALTHY_AFTER = 30_000;

    /** A process with a clock of its own. */
    static final class Process implements Comparable<Process> {
        final String name;
        final boolean isNode;
        final double rate; // of its clock, against the world's
        private final Deque<Runnable> held = new ArrayDeque<>(); // while it is paused
        private final List<Actor> actors = new ArrayList<>();
        private final Map<Process, Connection> connections = new HashMap<>(); // by the receiver
        private final List<Runnable> lines = new ArrayList<>(); // what the end of each does
        private final Map<Process, Long> deafUntil = new HashMap<>(); // to the heartbeats of others
        final Members members;
        boolean isAlive = true;
        long endedAt;
        boolean isPaused;
        private final Map<Process, Long> severedUntil = new HashMap<>(); // from others
        private boolean isLeaving;
        private boolean isApart; // on the other side of a partition
        long longestPause;
        private long wokenAt = -HEALTHY_AFTER;

        private Process(World world, String name, boolean isNode) {
            this.name = name;
            this.isNode = isNode;
            this.rate = world.clock();
            this.members = new Members(world, this);
        }

        @Override
        public int compareTo(Process other) {
            return name.compareTo(other.name);
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
    private boolean hadTrouble; // with a node
    private boolean runsApart; // with fewer nodes than the others
    private boolean severedNodes; // from each other
    private long apartUntil = -HEALTHY_AFTER; // the end of the last partition

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
        return one != other && (isParted(one, other) || one.members.hasRemoved(other) || other.members.hasRemoved(one));
    }

    private boolean isParted(Process one, Process other) {
        return one.isApart != other.isApart || one.severedUntil.getOrDefault(other, 0L) > now;
    }

    /** Whether the machine of a process takes a connection for it, as it also does for one that hangs. */
    boolean takesConnection(Process from, Process to) {
        return to.isAlive && !isParted(from, to);
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
        if (watched.hasEnded || watcher.process.members.hasRemoved(watched.process)) {
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
            if (watcher.hasEnded || !to.isAlive) {
                return;
            }
            if (isCut(actor.process, to) && !to.members.hasRemoved(actor.process)) {
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
            if (!process.isNode && weather.isLocal()) { // nodes of a run on its machine end with it
                nodes.forEach(node -> in(below(2_000), () -> kill(node.process())));
            }
            if (process.isNode && !process.isLeaving && weather.restarts()) {
                in(5_000 + below(20_000), () -> join(false));
            }
        }
    }

    /** A process has a second of its membership behind it. */
    private void live(Process process) {
        timer(process, SECOND, () -> {
            process.members.second();
            nodes.stream().filter(node -> node.process() == process).forEach(NodeSide::second);
            runs.stream().filter(run -> run.process() == process).forEach(RunSide::second);
            live(process);
        });
    }

    /** A member of a cluster that a process can join. */
    Optional<Process> contact(Process process) {
        List<Process> up = nodes.stream()
                .map(NodeSide::process)
                .filter(one -> one.isAlive && one.members.isMember() && !isCut(process, one))
                .toList();
        return up.isEmpty() ? Optional.empty() : Optional.of(up.get(below(up.size())));
    }

    /** Whether a heartbeat gets from one process to another at this moment. */
    boolean beats(Process from, Process to) {
        return from.isAlive && !from.isPaused && !isCut(from, to) && to.deafUntil.getOrDefault(from, 0L) <= now;
    }

    /** A process calls another one lost. */
    void calledLost(Process by, Process lost) {
        runs.stream().filter(run -> run.process() == by).forEach(run -> run.calledLost(lost));
    }

    /** A process takes another one for gone. */
    void removed(Process by, Process gone) {
        note(by.name + " has " + gone.name + " removed");
        gone.actors.stream()
                .filter(actor -> !actor.hasEnded)
                .forEach(actor -> List.copyOf(actor.watchers.entrySet()).stream()
                        .filter(entry -> entry.getKey().process == by)
                        .forEach(entry -> tellOfEnd(actor, entry.getKey(), entry.getValue())));
    }

    /** Whether a process leads a run that is under way. */
    boolean leads(Process process) {
        return runs.stream().anyMatch(run -> run.process() == process && run.isUnderWay());
    }

    /** Nobody is called lost who works and whom the caller, or a run under way, has reached for long. */
    void checkLost(Process by, Process lost) {
        if (weather.isKind() && weather.longestDelay() < SECOND && !lost.isLeaving && by != lost) {
            List<Process> witnesses = new ArrayList<>(List.of(by));
            runs.stream()
                    .map(RunSide::process)
                    .filter(run -> leads(run) && lost.isNode && !isCut(run, by))
                    .forEach(witnesses::add);
            witnesses.stream().filter(one -> hasReached(one, lost)).forEach(one -> {
                throw new WorldException(by.name + " calls " + lost.name + " lost, whom " + one.name + " reaches");
            });
        }
    }

    private boolean hasReached(Process one, Process other) {
        boolean isThere = other.isAlive && !other.isPaused && one.isAlive && !one.isPaused && !isCut(one, other);
        long disturbed = Math.max(one.wokenAt, other.wokenAt);
        disturbed = Math.max(disturbed, Math.max(apartUntil, one.severedUntil.getOrDefault(other, -HEALTHY_AFTER)));
        return one != other && isThere && now - disturbed > HEALTHY_AFTER;
    }

    /** A process learns that it is no member any more. */
    void findsOut(Process process) {
        runs.stream().filter(run -> run.process() == process).forEach(RunSide::cutOff);
        kill(process);
    }

    /** A process leaves its cluster and ends. */
    void leave(Process process) {
        process.isLeaving = true;
        process.members.down(process);
    }

    /** Whether a run has been on the smaller side of a partition. */
    boolean wasApart() {
        return runsApart;
    }

    /** Whether two nodes could not reach each other while the run reached both. */
    boolean severedNodes() {
        return severedNodes;
    }

    boolean hadTrouble() {
        return hadTrouble;
    }

    private NodeSide join(boolean isFirst) {
        boolean isOther = !isFirst && below(5) == 0;
        hadTrouble |= isOther;
        NodeSide node =
                new NodeSide(this, new Process(this, "n" + nodes.size(), true), nodes.size(), isOther ? "2" : "1");
        nodes.add(node);
        live(node.process());
        return node;
    }

    /** The node that keeps the turns, as a process has it. */
    Optional<NodeSide> keeper(Process process) {
        List<Process> members = process.members.all();
        return nodes.stream().filter(node -> members.contains(node.process())).findFirst();
    }

    /** A run tells the queue that it is there. */
    void announce(RunSide run, Turns.Entry entry) {
        keeper(run.process()).ifPresent(node -> tell(run.process(), node.process(), () -> node.announced(run, entry)));
    }

    /** One run at a time, as long as every run can reach the queue. */
    void checkTurn(RunSide run) {
        boolean reachesQueue = runs.stream().allMatch(one -> one.process().longestPause <= RunSide.SURVIVED_PAUSE);
        if (reachesQueue
                && weather.isKind()
                && weather.partitions() + weather.severed() == 0
                && weather.longestDelay() < SECOND) {
            runs.stream().filter(other -> other != run && other.isUnderWay()).forEach(other -> {
                throw new WorldException("runs " + other.name() + " and " + run.name() + " are under way at once");
            });
        }
    }

    void endTurn(RunSide run) {
        keeper(run.process()).ifPresent(node -> tell(run.process(), node.process(), () -> node.turnEnds(run)));
    }

    /** Lives until all is over. */
    void live() {
        int first = FIRST_NODES + (weather.isLocal() ? 0 : below(2));
        for (int node = 0; node < first; node++) {
            join(true);
        }
        List<Process> begun =
                new ArrayList<>(nodes.stream().map(NodeSide::process).toList());
        int cuts = 6 + below(8);
        begun.forEach(one -> one.members.begin(begun));
        addRun("a", cuts);
        if (weather.isLocal()) {
            begun.add(runs.get(0).process());
            begun.forEach(one -> one.members.begin(begun));
        }
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
        checkViews();
    }

    /** Whoever is a member of a cluster knows the others in it, all of which are there. */
    private void checkViews() {
        List<Process> all =
                new ArrayList<>(nodes.stream().map(NodeSide::process).toList());
        runs.forEach(run -> all.add(run.process()));
        for (Process one : all) {
            List<Process> view = one.members.all();
            for (Process other : one.isAlive ? view : List.<Process>of()) {
                if (!other.isAlive || !other.members.all().equals(view)) {
                    throw new WorldException(one.name + " has the members " + names(view) + ", and " + other.name
                            + (other.isAlive ? " has " + names(other.members.all()) : " has ended"));
                }
            }
        }
    }

    private static List<String> names(List<Process> processes) {
        return processes.stream().map(one -> one.name).toList();
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
        RunSide run = new RunSide(this, new Process(this, name, false), name, Math.min(FIRST_NODES, up), cuts, seed);
        runs.add(run);
        live(run.process());
        run.start();
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
        for (int time = 0; time < weather.severed(); time++) {
            in(below(late), this::sever);
        }
        for (int pause = 0; pause < weather.leaderPauses(); pause++) {
            in(below(late), () -> pause(runs.get(below(runs.size())).process()));
        }
        for (int time = 0; time < weather.deaf(); time++) {
            in(below(late), this::deafen);
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
                .filter(one -> one.process().isAlive && !one.process().isPaused)
                .count();
        if (node.process().isAlive && left > 1) {
            hadTrouble = true;
            trouble.accept(node.process());
        }
    }

    private void pause(Process process) {
        if (process.isPaused || !process.isAlive) {
            return;
        }
        int millis = below(below(3) == 0 ? LONGEST_PAUSE : LONGEST_PAUSE / 10);
        note(process.name + " stops for " + millis + " ms");
        process.isPaused = true;
        process.longestPause = Math.max(process.longestPause, millis);
        in(millis, () -> {
            note(process.name + " goes on");
            process.isPaused = false;
            process.wokenAt = now;
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
                        .filter(node -> node.process().isAlive && !node.process().isPaused)
                        .count()) {
            return;
        }
        if (!apart.isEmpty()) {
            runs.stream().map(RunSide::process).filter(one -> below(4) == 0).forEach(run -> {
                apart.add(run);
                runsApart = true;
            });
        }
        hadTrouble = true;
        apart.forEach(process -> {
            note(process.name + " is cut off");
            process.isApart = true;
        });
        apartUntil = Long.MAX_VALUE / 2;
        in(below(30_000), () -> {
            apart.forEach(process -> process.isApart = false);
            apartUntil = now;
        });
    }

    /** A node and a process that leads a run, or two nodes, do not reach each other, and both reach all others. */
    private void sever() {
        Process node = nodes.get(below(nodes.size())).process();
        Process other = below(3) == 0
                ? nodes.get(below(nodes.size())).process()
                : runs.get(below(runs.size())).process();
        note(node.name + " and " + other.name + " do not reach each other");
        severedNodes |= other.isNode;
        long until = now + below(40_000);
        node.severedUntil.put(other, until);
        other.severedUntil.put(node, until);
        hadTrouble = true;
    }

    /** Heartbeats of one process do not come to another one for a while, though all else does. */
    private void deafen() {
        List<Process> all =
                new ArrayList<>(nodes.stream().map(NodeSide::process).toList());
        runs.forEach(run -> all.add(run.process()));
        Process from = all.get(below(all.size()));
        Process to = all.get(below(all.size()));
        if (from == to) {
            return;
        }
        long millis = 5_000L + below(40_000);
        note("no heartbeat of " + from.name + " comes to " + to.name + " for " + millis + " ms");
        to.deafUntil.put(from, now + millis);
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
                            leave(leaving.process());
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
