package org.reweave.emulator.cluster.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.reweave.emulator.cluster.protocol.CutProtocol;
import org.reweave.emulator.cluster.protocol.LinkProtocol;
import org.reweave.emulator.cluster.protocol.Node;
import org.reweave.emulator.cluster.protocol.NodeProtocol.Seat;
import org.reweave.emulator.cluster.protocol.Part;
import org.reweave.emulator.cluster.protocol.RunEffect;
import org.reweave.emulator.cluster.protocol.RunInput;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.cluster.protocol.Turns;

/** The process that leads a run: its coordinators, one after the other, its listener, and its journal. */
final class RunSide implements RunEffect.Outside {
    private static final int SECOND = 1_000;
    private static final int PATIENCE = 120 * SECOND;
    private static final CutProtocol.Pace PACE = new CutProtocol.Pace(SECOND, 3L * SECOND);

    private static final String CUT_OFF = "the cluster cannot be reached any more";

    /** A run's process that hangs for longer may be called lost. */
    static final long SURVIVED_PAUSE = 100L * SECOND;

    /** The files that have the states of devices at a checkpoint, in one of two parcels. */
    record States(long incarnation, int cut, List<String> files, boolean isLast) {}

    private record Checkpoint(int cut, List<String> files) {}

    /** A cut of which all reports are in. */
    private record Cut(Coordinator of, int number, Map<Integer, Long> states, boolean isCheckpoint) {
        String fingerprint() {
            return Model.fingerprint(List.copyOf(states.values()));
        }
    }

    private final World world;
    private final World.Process process;
    private final World.Actor actor;
    private final String name;
    private final int wanted; // nodes
    private final int cuts;
    private final List<Long> first; // states of devices
    private final List<String> undisturbed;
    private final List<String> journal = new ArrayList<>();
    private final Map<Node, NodeSide> nodes = new HashMap<>();
    private final Set<NodeSide> asked = new HashSet<>();
    private final Set<Node> watched = new HashSet<>();
    private final Map<Part, PartSide> parts = new HashMap<>();
    private final Map<Long, Consumer<Boolean>> moves = new HashMap<>();
    private final List<Long> looks = new ArrayList<>(); // milliseconds since the end of each process found gone
    private final long origin;
    private RunProtocol.State state;
    private CutProtocol.State records;
    private final Map<String, Map<Integer, Long>> disk = new TreeMap<>(); // the folder of the run, by file
    private final Map<Integer, Map<Integer, String>> written = new TreeMap<>(); // files by cut, by node
    private Optional<Cut> storing = Optional.empty();
    private Optional<Checkpoint> checkpoint = Optional.empty();
    private Coordinator coordinator; // of the last incarnation; null = there is none yet
    private boolean isLooking; // for nodes
    private int waits;
    private long lastMove;
    private boolean isComplete;
    private String failure = "";

    RunSide(World world, World.Process process, String name, int wanted, int cuts, long seed) {
        this.world = world;
        this.process = process;
        this.actor = new World.Actor(process);
        this.name = name;
        this.wanted = wanted;
        this.cuts = cuts;
        this.first = Model.states(seed + name.hashCode());
        this.undisturbed = Model.undisturbed(first, cuts);
        this.origin = world.uid();
        this.records = CutProtocol.State.of(!world.weather().isLax(), 0);
    }

    World.Process process() {
        return process;
    }

    World.Actor actor() {
        return actor;
    }

    String name() {
        return name;
    }

    long origin() {
        return origin;
    }

    /** Milliseconds from the end of each process that a look has found gone until then. */
    List<Long> looks() {
        return looks;
    }

    /** The folder of the run, which all nodes reach. */
    Map<String, Map<Integer, Long>> disk() {
        return disk;
    }

    static String file(int cut, long incarnation, int node) {
        return cut + "." + incarnation + "-" + node;
    }

    /** State of a device at the beginning of the run. */
    long first(int device) {
        return first.get(device);
    }

    boolean isOver() {
        return isComplete || !failure.isEmpty() || !process.isAlive;
    }

    void start() {
        perform(RunProtocol.begin(new RunProtocol.Plan(
                name,
                wanted,
                Duration.ofMillis(PATIENCE),
                !world.weather().isLocal(),
                !world.weather().isLax(),
                places -> places.size() > Model.DEVICES ? Optional.of("too many nodes") : Optional.empty())));
    }

    private void advance(RunInput input) {
        if (process.isAlive && failure.isEmpty()) {
            perform(world.rules()
                    .run(
                            state,
                            input,
                            new RunProtocol.Reached(
                                    records.cuts().seen(),
                                    records.cuts().seenCycle(),
                                    checkpoint.map(Checkpoint::cut).orElse(0) * (long) Model.INTERVAL)));
        }
    }

    private void perform(RunProtocol.Step step) {
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
    }

    /** The run's process looks at the members that it reaches. */
    void second() {
        if (isLooking) {
            List<World.Process> there = process.members.reachable();
            world.nodes().stream()
                    .filter(node -> there.contains(node.process()))
                    .forEach(this::listed);
        }
    }

    private void listed(NodeSide node) {
        if (asked.add(node)) {
            world.tell(
                    process,
                    node.process(),
                    () -> world.tell(node.process(), process, () -> {
                        nodes.put(node.id(), node);
                        advance(new RunInput.Joined(node.id()));
                    }));
        }
    }

    void turned(Turns.Entry entry, int ahead) {
        if (entry.underWay() && !isOver()) {
            world.checkTurn(this);
        }
        advance(new RunInput.Turned(entry.ticket(), entry.underWay(), ahead));
    }

    void needsStates(Part part, PartSide host) {
        parts.put(part, host);
        advance(new RunInput.NeedsStates(part));
    }

    void ready(Part part, PartSide host) {
        parts.put(part, host);
        advance(new RunInput.Ready(part));
    }

    void refused(Part part, String reason) {
        advance(new RunInput.Refused(part, reason));
    }

    void broken(Part part, String line) {
        advance(new RunInput.Broken(part.incarnation(), line));
    }

    void ordered(List<Node> places, Consumer<Boolean> answer) {
        moves.put(++lastMove, answer);
        world.nodes().forEach(node -> nodes.put(node.id(), node));
        advance(new RunInput.Ordered(new RunInput.Order(lastMove, places)));
    }

    /** A node's process has ended; a run that has started its nodes learns of that. */
    void processEnded(World.Process ended) {
        if (world.weather().isLocal()) {
            world.nodes().stream()
                    .filter(node -> node.process() == ended)
                    .forEach(node -> process(() -> advance(new RunInput.ProcessEnded(
                            node.id().process(), node.id().address() + " has ended"))));
        }
    }

    /** This process has called a member lost. */
    void calledLost(World.Process lost) {
        nodes.forEach((id, node) -> {
            if (node.process() == lost) {
                process(() -> advance(new RunInput.NodeLost(id)));
            }
        });
    }

    private void process(Runnable work) {
        world.tell(process, process, work);
    }

    /** The process is no longer a member of its cluster. */
    void cutOff() {
        if (!isOver()) {
            failure = CUT_OFF;
            world.note(name + " fails: " + failure);
        }
    }

    @Override
    public void announce(long ticket, boolean underWay) {
        world.announce(
                this,
                new Turns.Entry(name, "ring", ticket, underWay, records.cuts().seenCycle(), 0));
        world.timer(process, SECOND, () -> advance(new RunInput.AnnounceDue()));
    }

    @Override
    public void endTurn(String how) {
        world.endTurn(this);
    }

    @Override
    public void findNodes() {
        isLooking = true;
        second();
    }

    @Override
    public void await() {
        int wait = ++waits;
        world.timer(process, PATIENCE, () -> {
            if (wait == waits) {
                advance(new RunInput.TooLate());
            }
        });
    }

    @Override
    public void stopWaiting() {
        waits++;
    }

    @Override
    public void prepare(long incarnation, List<Node> places) {
        parts.clear();
        world.note(name + " prepares incarnation " + incarnation + " on " + places + " from " + checkpoint);
        for (int number = 0; number < places.size(); number++) {
            Node place = places.get(number);
            NodeSide node = nodes.get(place);
            if (watched.add(place)) {
                world.watch(actor, node.actor(), () -> advance(new RunInput.NodeLost(place)));
            }
            Seat seat = new Seat(name, origin, new Part(incarnation, number));
            NodeSide.Order order = new NodeSide.Order(this, places.size(), checkpoint.isPresent());
            world.tell(process, node.process(), () -> node.prepare(seat, order));
        }
    }

    @Override
    public void sendStates(Part part) {
        PartSide host = parts.get(part);
        Checkpoint from = checkpoint.orElseThrow();
        int middle = from.files().size() / 2;
        for (int half = 0; half < 2; half++) {
            List<String> some = half == 0
                    ? from.files().subList(0, middle)
                    : from.files().subList(middle, from.files().size());
            States parcel = new States(part.incarnation(), from.cut(), some, half == 1);
            long number = half;
            world.tell(process, host.process(), () -> host.states(number, parcel));
        }
    }

    @Override
    public void cancel(Part part) {
        PartSide host = parts.remove(part);
        world.tell(process, host.process(), host::cancel);
    }

    @Override
    public void begin(long incarnation, List<Node> places) {
        List<PartSide> hosts = new ArrayList<>();
        for (int node = 0; node < places.size(); node++) {
            PartSide host = parts.get(new Part(incarnation, node));
            if (host == null) {
                throw new WorldException("incarnation " + incarnation + " begins without the part of node " + node);
            }
            hosts.add(host);
        }
        coordinator = new Coordinator(incarnation, hosts);
        coordinator.begin();
    }

    @Override
    public void stopCoordinator() {
        coordinator.stop();
    }

    @Override
    public void wantCheckpoint() {
        records(new CutProtocol.Ask(world.now()), null);
    }

    @Override
    public void moved(RunInput.Order order) {
        answer(order, true);
    }

    @Override
    public void notMoved(RunInput.Order order, String words) {
        answer(order, false);
    }

    private void answer(RunInput.Order order, boolean hasMoved) {
        Consumer<Boolean> asked = moves.remove(order.number());
        if (asked == null) {
            throw new WorldException("order " + order.number() + " is answered twice");
        }
        asked.accept(hasMoved);
    }

    @Override
    public void down(Node node) {
        process.members.down(nodes.get(node).process());
    }

    @Override
    public void lookAfter(List<Node> some) {
        for (Node node : some) {
            World.Process looked = nodes.get(node).process();
            world.timer(process, 1 + world.below(SECOND), () -> {
                if (!looked.isAlive && !world.isCut(process, looked)) {
                    looks.add(world.now() - looked.endedAt);
                    advance(new RunInput.Gone(node));
                }
            });
        }
    }

    @Override
    public void say(String line) {
        world.note(name + ": " + line);
    }

    @Override
    public void complete() {
        isComplete = true;
        world.note(name + " is complete");
        leave();
    }

    @Override
    public void fail(String line) {
        failure = line;
        world.note(name + " fails: " + line);
        world.end(actor);
        leave();
    }

    @Override
    public void failRefused(String line) {
        fail(line);
    }

    @Override
    public void failBy(Throwable cause) {
        throw new WorldException("no exception is expected here: " + cause);
    }

    /** The process ends, and the others know. */
    private void leave() {
        world.leave(process);
    }

    /** The run has kept its promises. */
    void check() {
        if (!isOver()) {
            throw new WorldException("run " + name + " hangs in " + state.phase());
        }
        if (!undisturbed.subList(0, Math.min(cuts, journal.size())).equals(journal)) {
            throw new WorldException("the journal of run " + name + " has " + journal + ", not " + undisturbed);
        }
        if (isComplete && journal.size() < cuts) {
            throw new WorldException("run " + name + " is complete with " + journal.size() + " of " + cuts + " cuts");
        }
        if (!failure.isEmpty() && world.weather().isKind() && !mayFail()) {
            throw new WorldException("run " + name + " fails in kind weather: " + failure);
        }
    }

    private boolean mayFail() {
        return failure.contains("no node is left")
                || process.longestPause > SURVIVED_PAUSE
                || failure.equals(CUT_OFF) && world.wasApart()
                || failure.contains("look at the network between its nodes") && world.severedNodes()
                || !state.hasBegun() && world.hadTrouble();
    }

    long incarnation() {
        return state.incarnation();
    }

    boolean isUnderWay() {
        return state.hasTurn() && !isOver();
    }

    boolean isComplete() {
        return isComplete;
    }

    /** @param cut that the listener or the checkpoint is about; null = none */
    private void records(CutProtocol.Input input, Cut cut) {
        CutProtocol.Step step = world.rules().cut(records, input);
        records = step.next();
        step.effects()
                .forEach(effect -> effect.perform(new CutProtocol.Outside() {
                    @Override
                    public void show() {
                        cut.of().write(cut);
                    }

                    @Override
                    public void interrupt() {
                        throw new WorldException("nobody interrupts a run here");
                    }

                    @Override
                    public void take() {
                        coordinator.wantsCheckpoint = true;
                    }

                    @Override
                    public void offer(boolean isNew) {
                        storing = Optional.of(cut);
                        if (world.rules().removesEarly()) {
                            removeFiles();
                        }
                    }

                    @Override
                    public void giveUp() {
                        storing = Optional.empty();
                    }

                    @Override
                    public void keep() {
                        RunSide.this.keep();
                    }

                    @Override
                    public void diverged(String line) {
                        throw new WorldException(line);
                    }
                }));
    }

    private void storeIfWritten() {
        storing.ifPresent(cut -> {
            boolean isWritten = written.getOrDefault(cut.number(), Map.of()).size()
                    == cut.of().hosts.size();
            if (isWritten || world.rules().countsBeforeWritten()) {
                records(new CutProtocol.Stored(cut.number(), world.now()), null);
            }
        });
    }

    private void keep() {
        Cut cut = storing.orElseThrow();
        storing = Optional.empty();
        if (journal.size() < cut.number()) {
            throw new WorldException("a checkpoint of cut " + cut.number() + " counts before its records");
        }
        removeFiles();
        List<String> files = new ArrayList<>();
        for (int node = 0; node < cut.of().hosts.size(); node++) {
            files.add(file(cut.number(), cut.of().incarnation, node));
        }
        checkpoint = Optional.of(new Checkpoint(cut.number(), files));
        process(() -> advance(new RunInput.CheckpointKept()));
    }

    private void removeFiles() {
        checkpoint.ifPresent(before -> disk.keySet().removeAll(before.files()));
    }

    /** A part as its coordinator sees it. */
    final class Link implements LinkProtocol.Outside {
        private final Coordinator of;
        private final PartSide host;
        private final World.Actor actor = new World.Actor(process);
        private LinkProtocol.State link;
        private LongConsumer order;
        private Runnable arrived;

        private Link(Coordinator of, PartSide host) {
            this.of = of;
            this.host = host;
            this.link = LinkProtocol.State.of("node " + host.part().node(), of.incarnation);
            world.watch(actor, host.actor(), () -> advance(new LinkProtocol.Ended()));
            world.timer(process, SECOND, this::look);
        }

        World.Actor actor() {
            return actor;
        }

        private void advance(LinkProtocol.Input input) {
            if (!of.hasEnded) {
                LinkProtocol.Step step = world.rules().link(link, input);
                link = step.next();
                step.effects().forEach(effect -> effect.perform(this));
            }
        }

        private void look() {
            if (!of.hasEnded) {
                advance(new LinkProtocol.Look(1));
                world.timer(process, SECOND, this::look);
            }
        }

        private void order(LongFunction<Runnable> message) {
            order = number -> world.tell(process, host.process(), message.apply(number));
            advance(new LinkProtocol.Ordering());
        }

        void came(long incarnation, long number, Runnable content) {
            arrived = content;
            advance(new LinkProtocol.ParcelCame(incarnation, number));
        }

        void pulse(long parcels) {
            advance(new LinkProtocol.PulseCame(parcels));
        }

        void reports(int cut, Map<Integer, Long> states) {
            process(() -> of.reports(cut, states));
        }

        void written(int cut, String file) {
            if (of == coordinator) {
                written.computeIfAbsent(cut, one -> new TreeMap<>())
                        .put(host.part().node(), file);
                storeIfWritten();
            }
        }

        void finished() {
            process(of::finished);
            advance(new LinkProtocol.Finished());
        }

        @Override
        public void tell(long number) {
            order.accept(number);
        }

        @Override
        public void ask(long orders) {
            world.tell(process, host.process(), () -> host.asked(orders));
        }

        @Override
        public void keep() {
            arrived.run();
        }

        @Override
        public void lost() {
            Part part = host.part();
            process(() -> of.fail(new RunInput.PartLost(part)));
        }

        @Override
        public void broken(String line) {
            process(() -> of.fail(new RunInput.Broken(of.incarnation, line)));
        }

        @Override
        public void fail(String line) {
            throw new WorldException("no device fails here: " + line);
        }
    }

    /** The coordinator of an incarnation, with the governor and the listener. */
    private final class Coordinator {
        private final long incarnation;
        private final List<Link> links = new ArrayList<>();
        private final List<PartSide> hosts;
        private final Map<Integer, Map<Integer, Long>> reports = new TreeMap<>(); // by cut, by device
        private final List<Cut> shown = new ArrayList<>(); // to the listener, in turn
        private boolean isShowing;
        private boolean isWriting;
        private boolean wantsCheckpoint;
        private int handedOut;
        private int accepted;
        private int permitted;
        private int checkpointAt = -1;
        private int left;
        private RunInput failed; // null = nothing has
        private boolean isStopping;
        private boolean hasEnded;

        private Coordinator(long incarnation, List<PartSide> hosts) {
            this.incarnation = incarnation;
            this.hosts = hosts;
            this.left = hosts.size();
            this.handedOut = checkpoint.map(Checkpoint::cut).orElse(0);
            this.accepted = handedOut;
        }

        private void begin() {
            coordinator = this;
            written.clear();
            records(new CutProtocol.Begin(), null);
            for (PartSide host : hosts) {
                Link link = new Link(this, host);
                links.add(link);
                link.order(number -> () -> host.connect(number, hosts, link));
            }
            givePermits();
        }

        private void givePermits() {
            int cycle = Math.min(cuts, accepted + Model.DELAY) * Model.INTERVAL;
            if (cycle > permitted) {
                permitted = cycle;
                int at = checkpointAt;
                links.forEach(link -> link.order(number -> () -> link.host.permit(number, cycle, at)));
            }
        }

        private void reports(int cut, Map<Integer, Long> states) {
            if (hasEnded || failed != null) {
                return;
            }
            if (cut <= handedOut || cut > accepted + Model.DELAY) {
                throw new WorldException("a report for cut " + cut + " after cut " + handedOut + " was complete");
            }
            reports.computeIfAbsent(cut, one -> new TreeMap<>()).putAll(states);
            while (reports.getOrDefault(handedOut + 1, Map.of()).size() == Model.DEVICES) {
                handedOut++;
                boolean isCheckpoint = handedOut * Model.INTERVAL == checkpointAt;
                Cut complete = new Cut(this, handedOut, reports.remove(handedOut), isCheckpoint);
                if (complete.isCheckpoint() && world.rules().offersCheckpointsEarly()) {
                    RunSide.this.records(new CutProtocol.Taken(handedOut, world.now()), complete);
                }
                shown.add(complete);
            }
            show();
        }

        private void show() {
            if (!isShowing && !shown.isEmpty() && !isStopping) {
                isShowing = true;
                Cut cut = shown.remove(0);
                RunSide.this.records(new CutProtocol.Complete(cut.number(), cut.fingerprint()), cut);
                if (!isWriting) {
                    seen(cut);
                }
            }
        }

        private void write(Cut cut) {
            isWriting = true;
            world.timer(process, 1 + world.below(world.weather().slowestWrite()), () -> {
                if (journal.size() != cut.number() - 1) {
                    throw new WorldException("the journal of run " + name + " has " + journal.size()
                            + " cuts and takes cut " + cut.number());
                }
                journal.add(cut.fingerprint());
                if (!world.rules().returnsBeforeWritten()) {
                    written(cut);
                }
            });
            if (world.rules().returnsBeforeWritten()) {
                world.timer(process, 1, () -> written(cut));
            }
        }

        private void written(Cut cut) {
            isWriting = false;
            RunSide.this.records(
                    new CutProtocol.Seen(
                            cut.number(), cut.number() * (long) Model.INTERVAL, cut.fingerprint(), world.now(), PACE),
                    cut);
            seen(cut);
        }

        /** The listener has returned. */
        private void seen(Cut cut) {
            if (cut.isCheckpoint()) {
                RunSide.this.records(new CutProtocol.Taken(cut.number(), world.now()), cut);
                storeIfWritten();
            }
            isShowing = false;
            if (isStopping) {
                end();
                return;
            }
            process(() -> accept(cut.number()));
            show();
        }

        private void accept(int cut) {
            if (hasEnded || isStopping) {
                return;
            }
            accepted = cut;
            if (failed != null) {
                endIfSeen();
                return;
            }
            int effect = (cut + Model.DELAY) * Model.INTERVAL;
            checkpointAt = checkpointAt == cut * Model.INTERVAL ? -1 : checkpointAt;
            if (wantsCheckpoint && checkpointAt < 0 && effect < cuts * Model.INTERVAL) {
                checkpointAt = effect;
            }
            wantsCheckpoint = false;
            if (cut == cuts) {
                links.forEach(link -> link.order(number -> () -> link.host.finish(number)));
            } else {
                givePermits();
            }
        }

        private void finished() {
            if (!hasEnded && --left == 0) {
                process(() -> advance(new RunInput.Completed(incarnation)));
                end();
            }
        }

        private void fail(RunInput why) {
            if (!hasEnded && failed == null) {
                failed = why;
                endIfSeen();
            }
        }

        /** Ends with the first failure, once the listener has seen the cuts that were complete before. */
        private void endIfSeen() {
            if (handedOut == accepted) {
                RunInput why = failed;
                world.in(world.below(5), () -> process(() -> advance(why)));
                end();
            }
        }

        private void stop() {
            isStopping = true;
            if (!isWriting) {
                end();
            }
        }

        private void end() {
            if (!hasEnded) {
                hasEnded = true;
                links.forEach(link -> world.end(link.actor));
                world.in(world.below(5), () -> process(() -> advance(new RunInput.CoordinatorEnded(incarnation))));
            }
        }
    }
}
