package org.reweave.emulator.cluster.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.reweave.emulator.cluster.protocol.BundleProtocol;
import org.reweave.emulator.cluster.protocol.CutProtocol;
import org.reweave.emulator.cluster.protocol.Downing;
import org.reweave.emulator.cluster.protocol.LinkProtocol;
import org.reweave.emulator.cluster.protocol.NodeProtocol;
import org.reweave.emulator.cluster.protocol.Part;
import org.reweave.emulator.cluster.protocol.PartProtocol;
import org.reweave.emulator.cluster.protocol.RunEffect;
import org.reweave.emulator.cluster.protocol.RunInput;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.cluster.protocol.RunProtocol.Reached;
import org.reweave.emulator.cluster.protocol.RunProtocol.State;
import org.reweave.emulator.cluster.protocol.RunProtocol.Stopping;
import org.reweave.emulator.cluster.protocol.Turns;

/** Faults planted into the protocols, each of which some seed has to find. */
enum Mutant {
    /** A part that is ready for an incarnation that is over counts for the present one. */
    LATE_READY_ACCEPTED(63, () -> new Rules() {
        @Override
        RunProtocol.Step run(State state, RunInput input, Reached reached) {
            return super.run(
                    state,
                    input instanceof RunInput.Ready ready
                            ? new RunInput.Ready(
                                    new Part(state.incarnation(), ready.part().node()))
                            : input,
                    reached);
        }
    }),

    /** A coordinator starts before the one before has ended. */
    TWO_COORDINATORS(11, () -> new Rules() {
        @Override
        RunProtocol.Step run(State state, RunInput input, Reached reached) {
            RunProtocol.Step step = super.run(state, input, reached);
            if (!(step.next().phase() instanceof Stopping)) {
                return step;
            }
            RunProtocol.Step early = super.run(
                    step.next(), new RunInput.CoordinatorEnded(step.next().incarnation()), reached);
            List<RunEffect> effects = new ArrayList<>(step.effects());
            effects.addAll(early.effects());
            return new RunProtocol.Step(early.next(), effects);
        }
    }),

    /** The end of a coordinator is forgotten that comes before its reason. */
    EARLY_END_FORGOTTEN(775, () -> new Rules() {
        @Override
        RunProtocol.Step run(State state, RunInput input, Reached reached) {
            return input instanceof RunInput.CoordinatorEnded && !(state.phase() instanceof Stopping)
                    ? new RunProtocol.Step(state, List.of())
                    : super.run(state, input, reached);
        }
    }),

    /** A process that ends counts as one that has never joined, once the run has gone on without it. */
    OLD_PROCESS_FORGOTTEN(500, () -> new Rules() {
        @Override
        RunProtocol.Step run(State state, RunInput input, Reached reached) {
            State forgetful = new State(
                    state.plan(),
                    state.ticket(),
                    state.hasTurn(),
                    state.incarnation(),
                    state.hasBegun(),
                    new TreeSet<>(),
                    state.ordered(),
                    state.breaks(),
                    state.brokenAt(),
                    state.phase());
            return super.run(forgetful, input, reached);
        }
    }),

    /** Nobody's patience ends. */
    ENDLESS_PATIENCE(2, () -> new Rules() {
        @Override
        RunProtocol.Step run(State state, RunInput input, Reached reached) {
            return input instanceof RunInput.TooLate
                    ? new RunProtocol.Step(state, List.of())
                    : super.run(state, input, reached);
        }
    }),

    /** An order to move is carried out again and again. */
    MOVE_NOT_FORGOTTEN(3, () -> new Rules() {
        @Override
        RunProtocol.Step run(State state, RunInput input, Reached reached) {
            RunProtocol.Step step = super.run(state, input, reached);
            State next = step.next();
            boolean isForgotten = state.ordered().isPresent() && next.ordered().isEmpty();
            return isForgotten
                    ? new RunProtocol.Step(
                            new State(
                                    next.plan(),
                                    next.ticket(),
                                    next.hasTurn(),
                                    next.incarnation(),
                                    next.hasBegun(),
                                    next.processes(),
                                    state.ordered(),
                                    next.breaks(),
                                    next.brokenAt(),
                                    next.phase()),
                            step.effects())
                    : step;
        }
    }),

    /** A bundle is missing and nobody minds. */
    BUNDLE_GAP_IGNORED(26, () -> new Rules() {
        @Override
        BundleProtocol.Step bundle(BundleProtocol.State state, BundleProtocol.Input input) {
            return super.bundle(
                    state,
                    input instanceof BundleProtocol.Came came
                                    && came.number() > state.received().next()
                            ? numbered(came, state.received().next())
                            : input);
        }
    }),

    /** A bundle that comes twice counts twice. */
    BUNDLE_COUNTED_TWICE(425, () -> new Rules() {
        @Override
        BundleProtocol.Step bundle(BundleProtocol.State state, BundleProtocol.Input input) {
            return super.bundle(
                    state,
                    input instanceof BundleProtocol.Came came
                                    && came.number() < state.received().next()
                            ? numbered(came, state.received().next())
                            : input);
        }
    }),

    /** A ferry never looks whether its peer answers. */
    BUNDLES_NOT_LOOKED_AFTER(31, () -> new Rules() {
        @Override
        BundleProtocol.Step bundle(BundleProtocol.State state, BundleProtocol.Input input) {
            return input instanceof BundleProtocol.Look
                    ? new BundleProtocol.Step(state, List.of())
                    : super.bundle(state, input);
        }
    }),

    /** A parcel is missing and nobody minds. */
    PARCEL_GAP_IGNORED(71, () -> new Rules() {
        @Override
        LinkProtocol.Step link(LinkProtocol.State state, LinkProtocol.Input input) {
            if (input instanceof LinkProtocol.ParcelCame came) {
                return super.link(
                        state,
                        new LinkProtocol.ParcelCame(
                                came.incarnation(), state.parcels().next()));
            }
            return input instanceof LinkProtocol.PulseCame
                    ? super.link(state, new LinkProtocol.PulseCame(0))
                    : super.link(state, input);
        }
    }),

    /** A part does not mind that it has not had what it was told. */
    ORDERS_NOT_COMPARED(71, () -> new Rules() {
        @Override
        PartProtocol.Step part(PartProtocol.State state, PartProtocol.Input input) {
            return input instanceof PartProtocol.Asked
                    ? new PartProtocol.Step(state, List.of())
                    : super.part(state, input);
        }
    }),

    /** A part's pulse is not compared with what has come of it. */
    PULSE_NOT_COMPARED(104, () -> new Rules() {
        @Override
        LinkProtocol.Step link(LinkProtocol.State state, LinkProtocol.Input input) {
            return input instanceof LinkProtocol.PulseCame
                    ? super.link(state, new LinkProtocol.PulseCame(0))
                    : super.link(state, input);
        }
    }),

    /** Nobody looks whether a part says anything. */
    SILENCE_NOT_NOTICED(71, () -> new Rules() {
        @Override
        LinkProtocol.Step link(LinkProtocol.State state, LinkProtocol.Input input) {
            return input instanceof LinkProtocol.Look
                    ? new LinkProtocol.Step(state, List.of())
                    : super.link(state, input);
        }
    }),

    /** A part begins with the states that have come so far. */
    STATES_GAP_IGNORED(845, () -> new Rules() {
        @Override
        PartProtocol.Step part(PartProtocol.State state, PartProtocol.Input input) {
            return super.part(
                    state,
                    input instanceof PartProtocol.StatesCame came
                            ? new PartProtocol.StatesCame(
                                    came.incarnation(), state.states().next(), came.isLast())
                            : input);
        }
    }),

    /** A node takes a second part before the first one has ended. */
    TWO_PARTS_ON_A_NODE(2, () -> new Rules() {
        @Override
        NodeProtocol.Step node(NodeProtocol.State state, NodeProtocol.Input input) {
            return super.node(
                    input instanceof NodeProtocol.Prepare
                            ? new NodeProtocol.State(state.software(), Optional.empty(), state.waiting())
                            : state,
                    input);
        }
    }),

    /** A node does not learn that its part has ended. */
    NODE_NEVER_FREE(2, () -> new Rules() {
        @Override
        NodeProtocol.Step node(NodeProtocol.State state, NodeProtocol.Input input) {
            return input instanceof NodeProtocol.Ended
                    ? new NodeProtocol.Step(state, List.of())
                    : super.node(state, input);
        }
    }),

    /** The listener sees a cut again that comes a second time. */
    CUT_SHOWN_AGAIN(8, () -> new Rules() {
        @Override
        CutProtocol.Step cut(CutProtocol.State state, CutProtocol.Input input) {
            CutProtocol.Step step = super.cut(state, input);
            return input instanceof CutProtocol.Complete
                    ? new CutProtocol.Step(step.next(), List.of(new CutProtocol.Show()))
                    : step;
        }
    }),

    /** The listener returns before the cut is in the journal. */
    ACKNOWLEDGED_BEFORE_WRITTEN(2, () -> new Rules() {
        @Override
        boolean returnsBeforeWritten() {
            return true;
        }
    }),

    /** A checkpoint counts before the listener has seen its cut. */
    CHECKPOINT_COUNTS_EARLY(3, () -> new Rules() {
        @Override
        CutProtocol.Step cut(CutProtocol.State state, CutProtocol.Input input) {
            CutProtocol.Checkpoints before = state.checkpoints();
            if (!(input instanceof CutProtocol.Taken taken) || before.storing() == taken.cut()) {
                return super.cut(state, input);
            }
            CutProtocol.State early = new CutProtocol.State(
                    state.isRepeatable(),
                    state.hasBegun(),
                    state.isInterrupted(),
                    state.cuts(),
                    new CutProtocol.Checkpoints(
                            before.last(), taken.cut(), false, before.isForListener(), before.times()));
            return new CutProtocol.Step(early, List.of(new CutProtocol.Offer(true)));
        }

        @Override
        boolean offersCheckpointsEarly() {
            return true;
        }
    }),

    /** A checkpoint counts before the files of its nodes are written. */
    CHECKPOINT_WITHOUT_FILES(8, () -> new Rules() {
        @Override
        boolean countsBeforeWritten() {
            return true;
        }
    }),

    /** A node says that it has written its file when it begins to. */
    FILE_SAID_BEFORE_WRITTEN(30, () -> new Rules() {
        @Override
        boolean saysBeforeWritten() {
            return true;
        }
    }),

    /** The files of a checkpoint are removed before those of the next one are there. */
    FILES_REMOVED_EARLY(58, () -> new Rules() {
        @Override
        boolean removesEarly() {
            return true;
        }
    }),

    /** Members whose heartbeats do not come are lost, whatever they answer. */
    ANSWERS_IGNORED(477, () -> new Rules() {
        @Override
        Downing.Step look(Downing.State state, Downing.View view) {
            return super.look(
                    state,
                    new Downing.View(
                            view.self(), view.leads(), view.others(), view.unreachable(), view.connected(), Map.of()));
        }
    }),

    /** A run decides about nodes while it waits for its turn. */
    QUEUED_RUN_DECIDES(1_425, () -> new Rules() {
        @Override
        Downing.Step look(Downing.State state, Downing.View view) {
            return super.look(
                    state,
                    new Downing.View(
                            view.self(), true, view.others(), view.unreachable(), view.connected(), view.answers()));
        }
    }),

    /** A node waits for ever until it becomes a member for good. */
    ENDLESS_JOINING(492, () -> new Rules() {
        @Override
        Downing.Step look(Downing.State state, Downing.View view) {
            return super.look(
                    new Downing.State(state.after(), state.missed(), state.present(), 0, state.leading()), view);
        }
    }),

    /** A queue begins with turns at once, before it has heard of the runs that are there. */
    QUEUE_FORGETS(1_583, () -> new Rules() {
        @Override
        Turns queue() {
            Turns turns = new Turns();
            for (int second = 0; second < 10; second++) {
                turns.second();
            }
            return turns;
        }
    });

    private static BundleProtocol.Came numbered(BundleProtocol.Came came, long number) {
        return new BundleProtocol.Came(came.sender(), came.incarnation(), number, came.received(), came.hasFrames());
    }

    @SuppressWarnings("ImmutableEnumChecker") // each supplier makes new rules and keeps nothing
    private final Supplier<Rules> rules;

    private final int seed;

    Mutant(int seed, Supplier<Rules> rules) {
        this.seed = seed;
        this.rules = rules;
    }

    /** @return the first seed that found it when the worlds were last searched for it */
    int seed() {
        return seed;
    }

    Rules rules() {
        return rules.get();
    }
}
