package org.reweave.reconfig.epoch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.reweave.reconfig.spi.Roll;
import org.reweave.reconfig.spi.UpdateAll;

/**
 * State of a guarded update.
 *
 * @param update the part that sends tables; its change is the last epoch that was started
 * @param switches and {@code nics}: the devices that the next change will update, in this order; empty unless a change
 *     is held or announced
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
        /** There are no new tables, and some devices are still being sent the last tables. */
        ENDING
    }

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

    /** A device did not answer. */
    GuardedState notTold(int device) {
        return toldJust(told.stream().filter(other -> other != device).toList());
    }

    long[] encode(UpdateAll protocol) {
        LongStream words = LongStream.of(stage.ordinal());
        for (List<Integer> devices : List.of(switches, nics, told)) {
            words = LongStream.concat(words, LongStream.of(devices.size()));
            words = LongStream.concat(words, devices.stream().mapToLong(Integer::longValue));
        }
        for (long[] part : List.of(census.encode(), roll.encode(), protocol.encode(update))) {
            words = LongStream.concat(words, LongStream.of(part.length));
            words = LongStream.concat(words, Arrays.stream(part));
        }
        return words.toArray();
    }

    static GuardedState decode(UpdateAll protocol, long[] words) {
        List<long[]> parts = new ArrayList<>();
        for (int at = 1; at < words.length; at += 1 + (int) words[at]) {
            parts.add(Arrays.copyOfRange(words, at + 1, at + 1 + (int) words[at]));
        }
        return new GuardedState(
                protocol.decode(parts.get(5)),
                Stage.values()[(int) words[0]],
                devices(parts.get(0)),
                devices(parts.get(1)),
                Roll.decode(parts.get(4)),
                Census.decode(parts.get(3), 0),
                devices(parts.get(2)));
    }

    private static List<Integer> devices(long[] words) {
        return Arrays.stream(words).mapToObj(Math::toIntExact).toList();
    }
}
