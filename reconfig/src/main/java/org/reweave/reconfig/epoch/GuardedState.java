package org.reweave.reconfig.epoch;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.reweave.reconfig.spi.Roll;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.reconfig.state.StateVisitor;

/**
 * State of a guarded update.
 *
 * @param update the part that sends tables; its change is the last epoch that was started
 * @param switches and {@code nics}: while a change is held or announced, the devices that it will update, in this
 *     order; while tables are computed, the devices that lack the last epoch and have not been sent it once more
 * @param roll the devices whose acknowledgements or reports the guard still waits for
 * @param told devices that were sent the last epoch, without those that did not answer, ascending
 */
record GuardedState(
        UpdateAll.State update,
        Stage stage,
        List<Integer> switches,
        List<Integer> nics,
        Roll roll,
        Census census,
        List<Integer> told) {
    /** The manager's stage. */
    enum Stage {
        /** Tables are being sent, or nothing is. */
        UPDATING,
        /** Tables are ready, but old packets, or devices without the last epoch, block the next epoch. */
        HELD,
        /** A control packet announces to switches that a change begins. */
        ANNOUNCING,
        /** There are no new tables, and some devices are being sent the last tables once more. */
        ENDING
    }

    private static final Stage[] STAGES = Stage.values();

    GuardedState {
        switches = List.copyOf(switches);
        nics = List.copyOf(nics);
        told = List.copyOf(new TreeSet<>(told));
    }

    /** The change that would be started next. */
    long next() {
        return update.change() + 1;
    }

    GuardedState at(Stage other, Roll waiting) {
        return new GuardedState(update, other, switches, nics, waiting, census, told);
    }

    GuardedState with(Roll waiting) {
        return at(stage, waiting);
    }

    GuardedState with(UpdateAll.State other) {
        return new GuardedState(other, stage, switches, nics, roll, census, told);
    }

    GuardedState with(Census other) {
        return new GuardedState(update, stage, switches, nics, roll, other, told);
    }

    GuardedState planning(List<Integer> nextSwitches, List<Integer> nextNics) {
        return new GuardedState(update, stage, nextSwitches, nextNics, roll, census, told);
    }

    /** The last epoch was sent to these devices and to no others. */
    GuardedState toldJust(List<Integer> devices) {
        return new GuardedState(update, stage, switches, nics, roll, census, devices);
    }

    GuardedState toldToo(List<Integer> devices) {
        List<Integer> more = new ArrayList<>(told);
        more.addAll(devices);
        return toldJust(more);
    }

    /** Devices did not answer. */
    GuardedState notTold(List<Integer> silent) {
        return toldJust(told.stream().filter(device -> !silent.contains(device)).toList());
    }

    /** Those of some devices that were not sent the last epoch, did not answer it, or have lost it. */
    List<Integer> lacking(List<Integer> devices, List<Integer> lost) {
        return devices.stream()
                .filter(device -> !told.contains(device) || lost.contains(device))
                .toList();
    }

    /** This state, or the one written in its place. */
    GuardedState visit(StateVisitor state, UpdateAll protocol) {
        return new GuardedState(
                protocol.visit(state, update),
                state.value(stage, STAGES),
                state.list(switches),
                state.list(nics),
                roll.visit(state),
                census.visit(state),
                state.list(told));
    }
}
