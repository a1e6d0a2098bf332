package org.reweave.emulator.cluster.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reweave.emulator.cluster.protocol.RunInput.Order;

/**
 * The life of a run on nodes, as the run's process leads it: the run waits for its turn, finds its nodes, has each
 * prepare its part, and starts a coordinator. When a node is lost, that coordinator ends, and another one begins from
 * the last checkpoint on the nodes that are left: another incarnation of the run. A message from the incarnation before
 * is known by its number and dropped. Devices move in the same way when nodes join or leave.
 */
public final class RunProtocol {
    /** Time between two announcements of a run to the queue. */
    public static final Duration ANNOUNCED_EVERY = Duration.ofSeconds(1);

    /** Stands for a ticket that the queue has not given yet. */
    public static final long NO_TICKET = 0;

    /**
     * Incarnations in a row that may end by a lost message without one new cut. Each such loss alone is repaired by the
     * next incarnation; a network that loses messages again and again ends the run.
     */
    static final int MOST_BREAKS = 5;

    private static final int AHEAD_UNKNOWN = -1;

    private RunProtocol() {}

    /**
     * The run to be set up.
     *
     * @param run its id
     * @param nodes that it takes
     * @param patience to wait for whatever comes next
     * @param isQueued whether other runs use the same nodes, and this one waits for its turn
     * @param isRepeatable whether another incarnation repeats what the one before has done; a lax run does not
     * @param obstacle why devices cannot be placed on some nodes, if they cannot
     */
    public record Plan(
            String run,
            int nodes,
            Duration patience,
            boolean isQueued,
            boolean isRepeatable,
            Function<List<Node>, Optional<String>> obstacle) {}

    /**
     * How far the run has got, as its records say.
     *
     * @param seenCut number of the last cut that the run's listener has seen
     * @param seenCycle cycle of that cut
     * @param checkpointCycle from which another incarnation goes on; 0 = from the beginning
     */
    public record Reached(long seenCut, long seenCycle, long checkpointCycle) {}

    /** A phase of the run. */
    public sealed interface Phase {}

    /**
     * Other runs have their turn.
     *
     * @param ahead number of them; below 0 = the queue has not answered yet
     */
    public record Queueing(int ahead) implements Phase {}

    /** Nodes are to join. */
    public record Gathering(List<Node> joined) implements Phase {}

    /**
     * Nodes build their parts of the incarnation.
     *
     * @param ready numbers of those that have
     * @param moving the order that has placed the devices there
     */
    public record Preparing(List<Node> nodes, SortedSet<Integer> ready, Optional<Order> moving) implements Phase {}

    /**
     * Devices advance.
     *
     * @param hasEnded whether the coordinator has, and word of the reason is still to come
     */
    public record Running(List<Node> nodes, boolean hasEnded) implements Phase {}

    /**
     * The coordinator of the incarnation is to end: a checkpoint or a cut may still be written by then.
     *
     * @param next nodes of the incarnation that follows
     * @param moving the order that places the devices there
     */
    public record Stopping(List<Node> next, Optional<Order> moving) implements Phase {}

    /** The run needs nothing any more. */
    public record Over() implements Phase {}

    /**
     * A run.
     *
     * @param ticket that the queue has given
     * @param hasTurn whether the run may use the nodes
     * @param incarnation the last one; 0 = none yet
     * @param hasBegun whether some incarnation had all its parts ready
     * @param processes of all nodes that have been there
     * @param ordered to move devices at the next checkpoint
     * @param breaks incarnations in a row that have ended by a lost message
     * @param brokenAt number of the last cut that the listener had seen by then
     */
    public record State(
            Plan plan,
            long ticket,
            boolean hasTurn,
            long incarnation,
            boolean hasBegun,
            SortedSet<Long> processes,
            Optional<Order> ordered,
            int breaks,
            long brokenAt,
            Phase phase) {
        State in(Phase next) {
            return new State(plan, ticket, hasTurn, incarnation, hasBegun, processes, ordered, breaks, brokenAt, next);
        }

        State withTurn(long number, boolean begins) {
            return new State(plan, number, begins, incarnation, hasBegun, processes, ordered, breaks, brokenAt, phase);
        }

        State withOrdered(Optional<Order> order) {
            return new State(plan, ticket, hasTurn, incarnation, hasBegun, processes, order, breaks, brokenAt, phase);
        }

        State withBreaks(int number, long cut) {
            return new State(plan, ticket, hasTurn, incarnation, hasBegun, processes, ordered, number, cut, phase);
        }

        private State nextIncarnation(List<Node> nodes, Optional<Order> moving) {
            SortedSet<Long> all = new TreeSet<>(processes);
            nodes.forEach(node -> all.add(node.process()));
            return new State(
                    plan,
                    ticket,
                    hasTurn,
                    incarnation + 1,
                    hasBegun,
                    all,
                    ordered,
                    breaks,
                    brokenAt,
                    new Preparing(nodes, new TreeSet<>(), moving));
        }

        private State begun(List<Node> nodes) {
            return new State(
                    plan,
                    ticket,
                    hasTurn,
                    incarnation,
                    true,
                    processes,
                    ordered,
                    breaks,
                    brokenAt,
                    new Running(nodes, false));
        }

        /** Nodes of the present incarnation, or of the next one while the present one ends. */
        public List<Node> nodes() {
            if (phase instanceof Gathering gathering) {
                return gathering.joined();
            }
            if (phase instanceof Preparing preparing) {
                return preparing.nodes();
            }
            if (phase instanceof Running running) {
                return running.nodes();
            }
            return phase instanceof Stopping stopping ? stopping.next() : List.of();
        }

        private Optional<Order> moving() {
            if (phase instanceof Preparing preparing) {
                return preparing.moving();
            }
            return phase instanceof Stopping stopping ? stopping.moving() : Optional.empty();
        }
    }

    /** @param effects in their order */
    public record Step(State next, List<RunEffect> effects) {
        public Step {
            effects = List.copyOf(effects);
        }
    }

    /** The first step of a run. */
    public static Step begin(Plan plan) {
        Phase first = plan.isQueued() ? new Queueing(AHEAD_UNKNOWN) : new Gathering(List.of());
        return new Step(
                new State(plan, NO_TICKET, !plan.isQueued(), 0, false, new TreeSet<>(), Optional.empty(), 0, 0, first),
                List.of(
                        new RunEffect.Await(),
                        plan.isQueued() ? new RunEffect.Announce(NO_TICKET, false) : new RunEffect.FindNodes()));
    }

    /** @param reached by the time of the input */
    public static Step step(State state, RunInput input, Reached reached) {
        return state.phase() instanceof Over
                ? input instanceof RunInput.Ordered late ? refused(state, late.order()) : stay(state)
                : input.fold(new Transitions(state, reached));
    }

    private static Step refused(State over, Order order) {
        return stay(over, new RunEffect.NotMoved(order, "run " + over.plan().run() + " is over"));
    }

    private static Step stay(State state, RunEffect... effects) {
        return new Step(state, List.of(effects));
    }

    /** The step of a state that is not over, for each input. */
    private record Transitions(State state, Reached reached) implements RunInput.Cases<Step> {
        @Override
        public Step turned(RunInput.Turned turn) {
            State next = state.withTurn(turn.ticket(), turn.underWay() || state.hasTurn());
            if (!(state.phase() instanceof Queueing before)) {
                return stay(next);
            }
            if (turn.underWay()) {
                return stay(next.in(new Gathering(List.of())), new RunEffect.Await(), new RunEffect.FindNodes());
            }
            State queued = next.in(new Queueing(turn.ahead()));
            return turn.ahead() > 0 && turn.ahead() != before.ahead()
                    ? stay(
                            queued,
                            new RunEffect.Await(),
                            new RunEffect.Say("waiting for its turn on the cluster: " + turn.ahead() + " ahead"))
                    : stay(queued, new RunEffect.Await());
        }

        @Override
        public Step announceDue() {
            return stay(state, new RunEffect.Announce(state.ticket(), state.hasTurn()));
        }

        @Override
        public Step joined(Node node) {
            if (!(state.phase() instanceof Gathering gathering)
                    || gathering.joined().contains(node)) {
                return stay(state); // the run goes on with the nodes that it has
            }
            List<Node> joined = new ArrayList<>(gathering.joined());
            joined.add(node);
            return joined.size() == state.plan().nodes()
                    ? prepare(joined, Optional.empty(), List.of())
                    : stay(state.in(new Gathering(List.copyOf(joined))));
        }

        private Step prepare(List<Node> nodes, Optional<Order> moving, List<RunEffect> before) {
            List<Node> sorted =
                    nodes.stream().sorted(Comparator.comparing(Node::address)).toList();
            State next = state.nextIncarnation(sorted, moving);
            List<RunEffect> effects = new ArrayList<>(before);
            effects.add(new RunEffect.Await());
            effects.add(new RunEffect.Prepare(next.incarnation(), sorted));
            return new Step(next, effects);
        }

        @Override
        public Step unplannable(Throwable cause) {
            return fail(new RunEffect.FailBy(cause), cause.getMessage());
        }

        @Override
        public Step needsStates(Part part) {
            return isRunning(part)
                    ? stay(state) // said twice
                    : stay(state, isAwaited(part) ? new RunEffect.SendStates(part) : new RunEffect.Cancel(part));
        }

        private boolean isRunning(Part part) {
            return state.phase() instanceof Running && part.incarnation() == state.incarnation();
        }

        private boolean isAwaited(Part part) {
            return state.phase() instanceof Preparing && part.incarnation() == state.incarnation();
        }

        @Override
        public Step ready(Part part) {
            if (isRunning(part)) {
                return stay(state); // said twice
            }
            if (!isAwaited(part)) {
                return stay(state, new RunEffect.Cancel(part));
            }
            Preparing preparing = (Preparing) state.phase();
            SortedSet<Integer> ready = new TreeSet<>(preparing.ready());
            ready.add(part.node());
            if (ready.size() < preparing.nodes().size()) {
                return stay(state.in(new Preparing(preparing.nodes(), ready, preparing.moving())));
            }
            List<RunEffect> effects = new ArrayList<>();
            effects.add(new RunEffect.StopWaiting());
            effects.add(new RunEffect.Begin(state.incarnation(), preparing.nodes()));
            state.ordered().ifPresent(order -> effects.add(new RunEffect.WantCheckpoint()));
            preparing.moving().ifPresent(order -> effects.add(new RunEffect.Moved(order)));
            return new Step(state.begun(preparing.nodes()), effects);
        }

        @Override
        public Step refused(RunInput.Refused refusal) {
            if (!isAwaited(refusal.part())) {
                return stay(state);
            }
            Node node = state.nodes().get(refusal.part().node());
            String line = "node " + node.address() + " " + refusal.reason();
            return goOnWithout(List.of(node), new RunEffect.FailRefused(line), line);
        }

        /** A run that was under way does not end because a node to which its devices should move cannot take them. */
        private Step goOnWithout(List<Node> unfit, RunEffect failure, String line) {
            List<Node> left = without(state.nodes(), unfit);
            return !state.hasBegun() || left.isEmpty()
                    ? fail(failure, line)
                    : again(left, state.moving(), line + "; the run goes on without it");
        }

        @Override
        public Step ordered(Order order) {
            Optional<String> obstacle = obstacle(order);
            if (obstacle.isPresent()) {
                return stay(state, new RunEffect.NotMoved(order, obstacle.get()));
            }
            State next = state.withOrdered(Optional.of(order));
            return state.phase() instanceof Running ? stay(next, new RunEffect.WantCheckpoint()) : stay(next);
        }

        /** Why devices cannot move. */
        private Optional<String> obstacle(Order order) {
            String run = state.plan().run();
            if (state.ordered().isPresent() || state.moving().isPresent()) {
                return Optional.of("devices of run " + run + " are to move already; try again when they have");
            }
            return state.plan().isRepeatable()
                    ? state.plan().obstacle().apply(order.nodes())
                    : Optional.of("run " + run + " is lax, and its devices stay where they are, since nothing would"
                            + " repeat what schedulers have decided");
        }

        @Override
        public Step checkpointKept() {
            if (state.ordered().isEmpty() || !(state.phase() instanceof Running)) {
                return stay(state);
            }
            List<Node> nodes = state.ordered().get().nodes();
            return move().again(
                            nodes,
                            state.ordered(),
                            "devices move to "
                                    + nodes.stream().map(Node::address).collect(Collectors.joining(", "))
                                    + ", from cycle " + reached.checkpointCycle() + " on");
        }

        /** The order to move waits no longer: the next incarnation follows the order. */
        private Transitions move() {
            return new Transitions(state.withOrdered(Optional.empty()), reached);
        }

        @Override
        public Step completed(long incarnation) {
            boolean isLate = incarnation < state.incarnation() && state.phase() instanceof Running;
            return isLate // the next incarnation has begun, and completes too
                    ? stay(state)
                    : over(new RunEffect.Complete(), "done");
        }

        @Override
        public Step failed(Throwable cause) {
            return fail(new RunEffect.FailBy(cause), cause.getMessage());
        }

        @Override
        public Step broken(RunInput.Broken link) {
            boolean isPresent = state.phase() instanceof Running || state.phase() instanceof Preparing;
            if (!isPresent || link.incarnation() != state.incarnation()) {
                return stay(state);
            }
            Step step = unrepeatable(link.line()).orElseGet(() -> tryAgain(state.nodes(), state.moving(), link.line()));
            return step.next().phase() instanceof Over
                    ? step
                    : before(new RunEffect.LookAfter(state.nodes()), step); // a line ends, too, when a process does
        }

        private static Step before(RunEffect first, Step step) {
            List<RunEffect> effects = new ArrayList<>(List.of(first));
            effects.addAll(step.effects());
            return new Step(step.next(), effects);
        }

        /** Begins again on the same nodes: they may be there, and only word from them or to them is lost. */
        private Step tryAgain(List<Node> nodes, Optional<Order> moving, String line) {
            int breaks = reached.seenCut() > state.brokenAt() ? 1 : state.breaks() + 1;
            if (breaks > MOST_BREAKS) {
                return fail(line + "; the run has begun again " + MOST_BREAKS
                        + " times without getting further; look at the network between its nodes");
            }
            return new Transitions(state.withBreaks(breaks, reached.seenCut()), reached)
                    .again(nodes, moving, line + "; the run goes on from cycle " + reached.checkpointCycle());
        }

        @Override
        public Step coordinatorEnded(long incarnation) {
            if (state.phase() instanceof Running running && incarnation == state.incarnation()) {
                return stay(state.in(new Running(running.nodes(), true)));
            }
            return state.phase() instanceof Stopping stopping && incarnation == state.incarnation()
                    ? prepare(stopping.next(), stopping.moving(), List.of())
                    : stay(state);
        }

        @Override
        public Step partLost(Part part) {
            return isRunning(part) ? nodeLost(state.nodes().get(part.node())) : stay(state); // that incarnation is over
        }

        @Override
        public Step nodeLost(Node node) {
            return state.nodes().contains(node) ? lost(node, "node " + node.address() + " is lost") : stay(state);
        }

        /** The membership need not wait until it misses the node itself. */
        @Override
        public Step gone(Node node) {
            return state.nodes().contains(node)
                    ? before(
                            new RunEffect.Down(node),
                            lost(node, "the process of node " + node.address() + " has ended"))
                    : stay(state);
        }

        @Override
        public Step processEnded(RunInput.ProcessEnded ended) {
            Optional<Node> node = state.nodes().stream()
                    .filter(one -> one.process() == ended.process())
                    .findFirst();
            if (node.isPresent()) {
                return before(new RunEffect.Down(node.get()), lost(node.get(), ended.how()));
            }
            return state.processes().contains(ended.process())
                    ? stay(state) // the run has gone on without that node
                    : fail(ended.how() + " before it had joined");
        }

        /** Goes on without a node, if the run can. */
        private Step lost(Node node, String line) {
            if (state.phase() instanceof Gathering) {
                return fail(line);
            }
            String where = line + ", at cycle " + reached.seenCycle() + " or later";
            Optional<Step> end = unrepeatable(where);
            if (end.isPresent()) {
                return end.get();
            }
            Optional<Order> moving = state.ordered().or(state::moving);
            List<Node> left = without(state.ordered().map(Order::nodes).orElse(state.nodes()), List.of(node));
            return left.isEmpty()
                    ? fail(where + "; no node is left")
                    : move().again(
                                    left,
                                    moving,
                                    where + "; the run goes on from cycle " + reached.checkpointCycle() + " on "
                                            + left.size() + " of its nodes");
        }

        private Optional<Step> unrepeatable(String line) {
            return state.plan().isRepeatable()
                    ? Optional.empty()
                    : Optional.of(fail(line + "; a lax run cannot go on without it, since no other node could repeat"
                            + " what it has decided"));
        }

        private static List<Node> without(List<Node> nodes, List<Node> others) {
            return nodes.stream().filter(node -> !others.contains(node)).toList();
        }

        /** Places the devices anew, from the last checkpoint, as soon as the present incarnation has ended. */
        private Step again(List<Node> nodes, Optional<Order> moving, String line) {
            List<RunEffect> effects = new ArrayList<>();
            effects.add(new RunEffect.Say(line));
            started().forEach(node -> effects.add(new RunEffect.Cancel(new Part(state.incarnation(), node))));
            if (state.phase() instanceof Running running && !running.hasEnded()) {
                effects.add(new RunEffect.Await());
                effects.add(new RunEffect.StopCoordinator());
            } else if (!(state.phase() instanceof Stopping)) {
                return prepare(nodes, moving, effects);
            }
            return new Step(state.in(new Stopping(nodes, moving)), effects);
        }

        /** Numbers of the nodes whose parts of the present incarnation have said that they are ready. */
        private SortedSet<Integer> started() {
            if (state.phase() instanceof Preparing preparing) {
                return preparing.ready();
            }
            return state.phase() instanceof Running running
                    ? IntStream.range(0, running.nodes().size()).boxed().collect(Collectors.toCollection(TreeSet::new))
                    : new TreeSet<>();
        }

        @Override
        public Step tooLate() {
            String within = " within " + state.plan().patience().toSeconds() + " s";
            if (state.phase() instanceof Queueing) {
                return fail("the cluster's queue of runs has not answered" + within);
            }
            if (state.phase() instanceof Gathering gathering) {
                return fail(gathering.joined().size() + " of " + state.plan().nodes() + " nodes have joined" + within);
            }
            if (state.phase() instanceof Preparing preparing) {
                return tooFewReady(preparing);
            }
            return state.phase() instanceof Stopping
                    ? fail("the journal or the folder of run " + state.plan().run()
                            + " has not taken the cut that it was given last" + within)
                    : stay(state);
        }

        private Step tooFewReady(Preparing preparing) {
            String line = preparing.ready().size() + " of " + preparing.nodes().size() + " nodes were ready after "
                    + state.plan().patience().toSeconds() + " s";
            List<Node> late = IntStream.range(0, preparing.nodes().size())
                    .filter(node -> !preparing.ready().contains(node))
                    .mapToObj(preparing.nodes()::get)
                    .toList();
            return preparing.ready().isEmpty() && state.hasBegun()
                    ? tryAgain(preparing.nodes(), preparing.moving(), line)
                    : goOnWithout(late, new RunEffect.Fail(line), line);
        }

        private Step fail(String line) {
            return fail(new RunEffect.Fail(line), line);
        }

        private Step fail(RunEffect failure, String line) {
            return over(failure, "failed: " + line);
        }

        private Step over(RunEffect end, String how) {
            List<RunEffect> effects = new ArrayList<>();
            effects.add(new RunEffect.StopWaiting());
            if (state.plan().isQueued()) {
                effects.add(new RunEffect.EndTurn(how));
            }
            effects.add(end);
            String words = "run " + state.plan().run() + " is over";
            state.ordered().ifPresent(order -> effects.add(new RunEffect.NotMoved(order, words)));
            state.moving().ifPresent(order -> effects.add(new RunEffect.NotMoved(order, words)));
            return new Step(state.in(new Over()), effects);
        }
    }
}
