package org.reweave.emulator.cluster.world;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reweave.emulator.cluster.protocol.BundleProtocol;
import org.reweave.emulator.cluster.protocol.Part;
import org.reweave.emulator.cluster.protocol.PartProtocol;

/** A node's part of a run, with its devices and its ferries. */
final class PartSide implements PartProtocol.Outside {
    private static final int SECOND = 1_000;
    private static final int FRAMES = 3; // of a bundle

    /** @param value that a device has for its neighbour */
    private record Frame(int from, int to, long value) {}

    /** A connection to the part of another node. */
    final class Ferry implements BundleProtocol.Outside {
        private final int peerNode;
        private final Deque<Frame> out = new ArrayDeque<>();
        private BundleProtocol.State state = BundleProtocol.State.of(part.incarnation());
        private Ferry peer;
        private List<Frame> arrived = List.of();
        private List<Frame> leaving = List.of();

        private Ferry(int peerNode) {
            this.peerNode = peerNode;
            world.timer(process, SECOND, this::look);
        }

        private void advance(BundleProtocol.Input input) {
            BundleProtocol.Step step = world.rules().bundle(state, input);
            state = step.next();
            step.effects().forEach(effect -> effect.perform(this));
        }

        private void look() {
            if (!hasEnded) {
                advance(new BundleProtocol.Look("node " + peerNode, 1));
                world.timer(process, SECOND, this::look);
            }
        }

        private void ended() {
            if (!hasEnded) {
                advance(new BundleProtocol.Ended("the line to node " + peerNode + " has ended"));
            }
        }

        private void came(long incarnation, long number, long received, List<Frame> frames) {
            if (!hasEnded) {
                arrived = frames;
                advance(new BundleProtocol.Came(
                        "from node " + peerNode, incarnation, number, received, !frames.isEmpty()));
            }
        }

        @Override
        public void give() {
            arrived.forEach(PartSide.this::receive);
            compute();
        }

        @Override
        public void take() {
            while (state.maySend() && !out.isEmpty()) {
                List<Frame> frames = new ArrayList<>();
                while (frames.size() < FRAMES && !out.isEmpty()) {
                    frames.add(out.poll());
                }
                leaving = frames;
                advance(new BundleProtocol.Sending());
            }
        }

        @Override
        public void tell(long number, long received, boolean hasFrames) {
            List<Frame> frames = hasFrames ? leaving : List.of();
            Ferry to = peer;
            world.tell(process, to.process(), () -> to.came(part.incarnation(), number, received, frames));
        }

        private World.Process process() {
            return process;
        }

        @Override
        public void silent() {
            // a line for the user, no more
        }

        @Override
        public void broken(String line) {
            world.tell(process, process, () -> PartSide.this.advance(new PartProtocol.FerryBroken(line)));
        }
    }

    private final World world;
    private final World.Process process;
    private final World.Actor actor;
    private final Part part;
    private final NodeSide.Order order;
    private final Map<Integer, Ferry> ferries = new TreeMap<>();
    private final Map<Integer, Long> states = new TreeMap<>(); // by device
    private final Set<Integer> unstated = new TreeSet<>(); // devices without their states at the checkpoint
    private final Map<Integer, Integer> cycles = new HashMap<>();
    private final Map<Integer, Map<Integer, Deque<Long>>> inboxes = new HashMap<>(); // by device, by neighbour
    private final Map<Integer, Map<Integer, Long>> reports = new TreeMap<>(); // by cut, by device
    private PartProtocol.State state;
    private boolean hasEnded;
    private RunSide.States arrived;
    private int from; // cycle at which the devices begin
    private Runnable work;
    private List<Runnable> content = List.of();
    private RunSide.Link coordinator; // null = not known yet
    private int permit;
    private int checkpointAt;

    PartSide(World world, World.Process process, Part part, NodeSide.Order order) {
        this.world = world;
        this.process = process;
        this.actor = new World.Actor(process);
        this.part = part;
        this.order = order;
    }

    World.Actor actor() {
        return actor;
    }

    World.Process process() {
        return process;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    Part part() {
        return part;
    }

    void begin() {
        world.watch(actor, order.run().actor(), this::cancel);
        for (int device = 0; device < Model.DEVICES; device++) {
            if (isHere(device)) {
                states.put(device, order.run().first(device));
                unstated.add(device);
            }
        }
        world.timer(
                process,
                world.below(500),
                () -> { // the network is built
                    if (!hasEnded) {
                        perform(PartProtocol.begin(part.incarnation(), order.fromCheckpoint()));
                        pulseLater();
                    }
                });
    }

    private boolean isHere(int device) {
        return Model.nodeOf(device, order.nodes()) == part.node();
    }

    private void pulseLater() {
        world.timer(process, SECOND, () -> {
            if (!hasEnded) {
                advance(new PartProtocol.PulseDue());
                pulseLater();
            }
        });
    }

    private void advance(PartProtocol.Input input) {
        if (!hasEnded && state != null) {
            perform(world.rules().part(state, input));
        }
    }

    private void perform(PartProtocol.Step step) {
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
    }

    void asked(long orders) {
        advance(new PartProtocol.Asked(orders));
    }

    void cancel() {
        if (state == null) {
            stop();
        } else {
            advance(new PartProtocol.Cancelled());
        }
    }

    void states(long number, RunSide.States content) {
        arrived = content;
        advance(new PartProtocol.StatesCame(content.incarnation(), number, content.isLast()));
    }

    void connect(long number, List<PartSide> parts, RunSide.Link link) {
        obey(number, PartProtocol.Order.CONNECT, () -> {
            coordinator = link;
            world.watch(actor, link.actor(), this::cancel);
            ferries.forEach((node, ferry) -> {
                ferry.peer = parts.get(node).ferries.get(part.node());
                world.watchLine(actor, parts.get(node).actor, ferry::ended);
                ferry.advance(new BundleProtocol.Connected());
            });
        });
    }

    void permit(long number, int cycle, int checkpoint) {
        obey(number, PartProtocol.Order.PERMIT, () -> {
            permit = cycle;
            checkpointAt = checkpoint;
            compute();
        });
    }

    void finish(long number) {
        obey(number, PartProtocol.Order.FINISH, () -> advance(new PartProtocol.IslandFinished()));
    }

    private void obey(long number, PartProtocol.Order kind, Runnable how) {
        work = how;
        advance(new PartProtocol.Ordered(number, kind));
    }

    private void send(int device, int cycle) {
        for (int neighbour : new int[] {Model.left(device), Model.right(device)}) {
            Frame frame = new Frame(device, neighbour, Model.message(states.get(device), neighbour));
            if (isHere(neighbour)) {
                receive(frame);
            } else {
                ferries.get(Model.nodeOf(neighbour, order.nodes())).out.add(frame);
            }
        }
        cycles.put(device, cycle);
    }

    private void receive(Frame frame) {
        inbox(frame.to(), frame.from()).add(frame.value());
    }

    private Deque<Long> inbox(int device, int neighbour) {
        return inboxes.computeIfAbsent(device, one -> new HashMap<>())
                .computeIfAbsent(neighbour, one -> new ArrayDeque<>());
    }

    private void compute() {
        boolean gotOn = true;
        while (gotOn) {
            gotOn = false;
            for (int device : List.copyOf(states.keySet())) {
                gotOn |= step(device);
            }
        }
        ferries.values().forEach(Ferry::take);
    }

    private boolean step(int device) {
        Deque<Long> left = inbox(device, Model.left(device));
        Deque<Long> right = inbox(device, Model.right(device));
        int cycle = cycles.getOrDefault(device, Integer.MAX_VALUE);
        if (cycle >= permit || left.isEmpty() || right.isEmpty()) {
            return false;
        }
        states.put(device, Model.next(states.get(device), left.poll(), right.poll()));
        send(device, cycle + 1);
        if ((cycle + 1) % Model.INTERVAL == 0) {
            report(device, (cycle + 1) / Model.INTERVAL);
        }
        return true;
    }

    private void report(int device, int cut) {
        Map<Integer, Long> all = reports.computeIfAbsent(cut, one -> new TreeMap<>());
        all.put(device, states.get(device));
        if (all.size() == states.size()) {
            reports.remove(cut);
            RunSide.Link to = coordinator;
            if (cut * Model.INTERVAL == checkpointAt) {
                write(cut, Map.copyOf(all));
            }
            handOver(1 + cut % 2, () -> to.reports(cut, all));
        }
    }

    /** The process goes on with its file when the part is given up. */
    private void write(int cut, Map<Integer, Long> all) {
        String file = RunSide.file(cut, part.incarnation(), part.node());
        advance(new PartProtocol.Writing());
        world.timer(process, 1 + world.below(world.weather().slowestWrite()), () -> {
            order.run().disk().put(file, all);
            if (!world.rules().saysBeforeWritten()) {
                written(cut, file);
            }
        });
        if (world.rules().saysBeforeWritten()) {
            world.timer(process, 1, () -> written(cut, file));
        }
    }

    private void written(int cut, String file) {
        if (!hasEnded) {
            RunSide.Link to = coordinator;
            long number = state.parcels();
            content = List.of(() -> to.came(part.incarnation(), number, () -> to.written(cut, file)));
            advance(new PartProtocol.Written());
        }
    }

    /** @param complete what the last piece brings */
    private void handOver(int pieces, Runnable complete) {
        List<Runnable> all = new ArrayList<>();
        RunSide.Link to = coordinator;
        for (int piece = 0; piece < pieces; piece++) {
            long number = state.parcels() + piece;
            boolean isLast = piece == pieces - 1;
            all.add(() -> to.came(part.incarnation(), number, isLast ? complete : () -> {}));
        }
        content = all;
        advance(new PartProtocol.Sending(pieces));
    }

    @Override
    public void sayNeedsStates() {
        world.tell(process, order.run().process(), () -> order.run().needsStates(part, this));
    }

    @Override
    public void keepStates() {
        for (String file : arrived.files()) {
            Map<Integer, Long> content = order.run().disk().get(file);
            if (content == null) {
                throw new WorldException("a part begins with " + file + ", which is not there");
            }
            content.forEach((device, value) -> {
                if (states.replace(device, value) != null) {
                    unstated.remove(device);
                }
            });
        }
        from = arrived.cut() * Model.INTERVAL;
        if (arrived.isLast() && !unstated.isEmpty()) {
            throw new WorldException("a part begins without the states of devices " + unstated);
        }
    }

    @Override
    public void startIslands() {
        for (int node = 0; node < order.nodes(); node++) {
            int other = node;
            if (node != part.node() && states.keySet().stream().anyMatch(device -> leads(device, other))) {
                ferries.put(node, new Ferry(node));
            }
        }
        states.keySet().forEach(device -> send(device, from));
        advance(new PartProtocol.Started(1));
    }

    private boolean leads(int device, int node) {
        return Model.nodeOf(Model.left(device), order.nodes()) == node
                || Model.nodeOf(Model.right(device), order.nodes()) == node;
    }

    @Override
    public void sayReady() {
        world.tell(process, order.run().process(), () -> order.run().ready(part, this));
    }

    @Override
    public void obey() {
        work.run();
    }

    @Override
    public void send() {
        content.forEach(piece -> world.tell(process, order.run().process(), piece));
    }

    @Override
    public void handIn() {
        advance(new PartProtocol.PulseDue());
        RunSide.Link to = coordinator;
        handOver(1, to::finished);
    }

    @Override
    public void pulse(long parcels) {
        RunSide.Link to = coordinator;
        world.tell(process, order.run().process(), () -> to.pulse(parcels));
    }

    @Override
    public void sayBroken(String line) {
        world.tell(process, order.run().process(), () -> order.run().broken(part, line));
    }

    @Override
    public void sayFailed(String line) {
        throw new WorldException("no device fails here: " + line);
    }

    @Override
    public void sayRefused(String line) {
        throw new WorldException("no device fails here: " + line);
    }

    @Override
    public void stop() {
        if (!hasEnded) {
            hasEnded = true;
            world.in(world.below(20), () -> world.end(actor));
        }
    }
}
