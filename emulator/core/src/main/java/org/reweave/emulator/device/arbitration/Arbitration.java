package org.reweave.emulator.device.arbitration;

import org.reweave.reconfig.state.StateVisitor;

/**
 * A policy at work in one switch: the order in which each output tries the heads that ask for it. A head that has no
 * room ahead, or that the scheme holds, is passed over; a head that the scheme discards asks no more while the output
 * goes on to the next. The order depends on earlier grants and on the heads alone, so that a try without a grant
 * changes nothing.
 */
public interface Arbitration {
    /** The queue whose head an output tries first; -1 if none asks. */
    int first(int output);

    /**
     * The queue whose head an output tries after another one; -1 when all were tried.
     *
     * @param tried the queue that was tried last since {@link #first}
     */
    int next(int output, int tried);

    /** An output has taken the head of a queue. */
    void granted(int output, int queue);

    /** Saves or restores the state between two grants. */
    void visit(StateVisitor state);
}
