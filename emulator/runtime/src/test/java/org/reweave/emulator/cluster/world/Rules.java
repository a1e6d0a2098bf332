package org.reweave.emulator.cluster.world;

import org.reweave.emulator.cluster.protocol.BundleProtocol;
import org.reweave.emulator.cluster.protocol.CutProtocol;
import org.reweave.emulator.cluster.protocol.Downing;
import org.reweave.emulator.cluster.protocol.LinkProtocol;
import org.reweave.emulator.cluster.protocol.NodeProtocol;
import org.reweave.emulator.cluster.protocol.PartProtocol;
import org.reweave.emulator.cluster.protocol.RunInput;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.cluster.protocol.Turns;

/** The protocols of a world, as they are; a mutant overrides one of them. */
class Rules {
    RunProtocol.Step run(RunProtocol.State state, RunInput input, RunProtocol.Reached reached) {
        return RunProtocol.step(state, input, reached);
    }

    NodeProtocol.Step node(NodeProtocol.State state, NodeProtocol.Input input) {
        return NodeProtocol.step(state, input);
    }

    PartProtocol.Step part(PartProtocol.State state, PartProtocol.Input input) {
        return PartProtocol.step(state, input);
    }

    LinkProtocol.Step link(LinkProtocol.State state, LinkProtocol.Input input) {
        return LinkProtocol.step(state, input);
    }

    BundleProtocol.Step bundle(BundleProtocol.State state, BundleProtocol.Input input) {
        return BundleProtocol.step(state, input);
    }

    CutProtocol.Step cut(CutProtocol.State state, CutProtocol.Input input) {
        return CutProtocol.step(state, input);
    }

    Downing.Step look(Downing.State state, Downing.View view) {
        return Downing.look(state, view);
    }

    /** A queue that another node begins. */
    Turns queue() {
        return new Turns();
    }

    /** A process has ended, or needs the nodes no more. */
    void end(Turns turns, String run, long origin) {
        turns.end(run, origin, "over");
    }

    /** Whether the listener returns from a cut before the cut is in the journal. */
    boolean returnsBeforeWritten() {
        return false;
    }

    /** Whether a checkpoint is offered as soon as its reports are there, before the listener has seen its cut. */
    boolean offersCheckpointsEarly() {
        return false;
    }

    /** Whether a checkpoint counts before the files of its nodes are written. */
    boolean countsBeforeWritten() {
        return false;
    }

    /** Whether a node says that it has written its file when it begins to. */
    boolean saysBeforeWritten() {
        return false;
    }

    /** Whether the files of a checkpoint are removed when the next one begins to be written. */
    boolean removesEarly() {
        return false;
    }
}
