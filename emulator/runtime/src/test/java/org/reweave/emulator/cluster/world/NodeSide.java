package org.reweave.emulator.cluster.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.reweave.emulator.cluster.protocol.Node;
import org.reweave.emulator.cluster.protocol.NodeProtocol;
import org.reweave.emulator.cluster.protocol.NodeProtocol.Seat;
import org.reweave.emulator.cluster.protocol.Turns;

/** A node of a world. */
final class NodeSide implements NodeProtocol.Outside {
    /**
     * An order to host a part.
     *
     * @param nodes of the incarnation
     * @param fromCheckpoint whether the states of the part's devices are sent
     */
    record Order(RunSide run, int nodes, boolean fromCheckpoint) {}

    private final World world;
    private final World.Process process;
    private final World.Actor actor;
    private final Node id;
    private final String software;
    private final Map<Seat, Order> orders = new HashMap<>();
    private NodeProtocol.State state;
    private PartSide part; // the last one
    private Move move; // the last one
    private Turns turns; // null = another node keeps them

    private record Move(RunSide run, List<Node> nodes, Consumer<Boolean> answer) {}

    NodeSide(World world, World.Process process, int number, String software) {
        this.world = world;
        this.process = process;
        this.actor = new World.Actor(process);
        this.id = new Node(process.name, world.uid(), number);
        this.software = software;
        this.state = NodeProtocol.State.of(software);
    }

    World.Process process() {
        return process;
    }

    World.Actor actor() {
        return actor;
    }

    Node id() {
        return id;
    }

    boolean isUp() {
        return process.isAlive && process.members.isMember();
    }

    /** The node that has been a member for longest keeps the turns. */
    void second() {
        if (turns == null && world.keeper(process).filter(this::equals).isPresent()) {
            turns = world.rules().queue();
        } else if (turns != null) {
            turns.second();
        }
    }

    /** A run says to the queue that it is there. */
    void announced(RunSide run, Turns.Entry entry) {
        if (turns != null) {
            world.watch(actor, run.actor(), () -> turnEnds(run));
            Turns.Entry now = turns.announce(entry, run.origin());
            int ahead = turns.ahead(entry.run());
            world.tell(process, run.process(), () -> run.turned(now, ahead));
        }
    }

    /** A process has ended, or needs the nodes no more. */
    void turnEnds(RunSide run) {
        if (turns != null) {
            world.rules().end(turns, run.name(), run.origin());
        }
    }

    boolean hosts(String run) {
        return state.hosted().filter(seat -> seat.run().equals(run)).isPresent();
    }

    /** A node of the cluster hosts nothing once all runs are over. */
    void checkFree() {
        if (isUp() && (state.hosted().isPresent() || !state.waiting().isEmpty())) {
            throw new WorldException("node " + process.name + " still hosts " + state);
        }
    }

    private void advance(NodeProtocol.Input input) {
        NodeProtocol.Step step = world.rules().node(state, input);
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
        orders.keySet().removeIf(seat -> !state.knows(seat));
    }

    void prepare(Seat seat, Order order) {
        orders.put(seat, order);
        advance(new NodeProtocol.Prepare(seat, "1"));
    }

    /** Somebody asks this node to pass an order on. */
    void move(RunSide run, List<NodeSide> nodes, Consumer<Boolean> answer) {
        List<Node> fit = new ArrayList<>(nodes.stream()
                .filter(node -> node.software.equals(software))
                .map(NodeSide::id)
                .toList());
        if (!fit.isEmpty()) {
            move = new Move(run, fit, answer);
            advance(new NodeProtocol.Move(run.name(), process.name));
        }
    }

    @Override
    public void refuse(Seat seat, String reason) {
        RunSide run = orders.get(seat).run();
        world.tell(process, run.process(), () -> run.refused(seat.part(), reason));
    }

    @Override
    public void start(Seat seat) {
        if (part != null && !part.hasEnded()) {
            throw new WorldException("node " + process.name + " hosts " + part.part() + " and " + seat);
        }
        part = new PartSide(world, process, seat.part(), orders.get(seat));
        world.note(process.name + " hosts " + seat);
        world.watch(actor, part.actor(), () -> advance(new NodeProtocol.Ended(seat)));
        part.begin();
    }

    @Override
    public void stop(Seat seat) {
        PartSide old = part;
        world.tell(process, process, old::cancel);
    }

    @Override
    public void passOn(Seat seat) {
        Move order = move;
        world.tell(process, order.run().process(), () -> order.run().ordered(order.nodes(), order.answer()));
    }

    @Override
    public void notHosted(String words) {
        move.answer().accept(false);
    }
}
