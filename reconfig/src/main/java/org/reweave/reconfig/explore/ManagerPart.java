package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.reconfig.manager.Action;
import org.reweave.reconfig.manager.DeviceRecords;
import org.reweave.reconfig.manager.Knowledge;
import org.reweave.reconfig.manager.Manager;
import org.reweave.reconfig.manager.ManagerState;
import org.reweave.reconfig.manager.RunningManager;
import org.reweave.reconfig.manager.Stimulus;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * The manager of a world. Its states are few in comparison with the world's, so each has a number in the order of their
 * first use, and a world's state holds the number.
 */
final class ManagerPart {
    /** A state as words, to be found again. */
    private record Key(long[] words) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(words, key.words);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(words);
        }
    }

    /**
     * A state, and answers about it that cost time.
     *
     * @param number of the state, from 0
     * @param known links that the manager knows to be down, a bit each
     * @param believed these, and those of whose failure traps have told
     * @param silentNics NICs that did not answer though the manager knows a way to them, a bit each
     */
    private record Reading(
            int number,
            long[] words,
            ManagerState.Phase phase,
            long known,
            long believed,
            long silentNics,
            boolean hasReasonToLook,
            boolean mayGiveWay) {}

    private final Fabric fabric;
    private final RunningManager<?> manager;
    private final Map<Key, Reading> numbers = new HashMap<>(); // never iterated
    private final List<Reading> readings = new ArrayList<>(); // by number
    private Reading reading;
    private boolean isDecoded; // whether the manager is in the state that was read last

    ManagerPart(Model model) {
        this.fabric = model.fabric();
        Manager<?> rules = model.hasManager()
                ? new Manager<>(fabric, model.scheme().manager(model.options()))
                : Manager.watching(fabric);
        this.manager =
                new RunningManager<>(rules, Faults.none(), model.routing().planned());
        read(StateWriter.words(manager::visit));
    }

    static long bits(Faults faults) {
        long bits = 0;
        for (int link : faults.links()) {
            bits |= 1L << link;
        }
        return bits;
    }

    /** Takes a step. The next step starts from the words that this step leaves, so that all state is in the words. */
    List<Action> step(Stimulus stimulus, DeviceRecords records) {
        state();
        List<Action> actions = manager.step(stimulus, records);
        read(StateWriter.words(manager::visit));
        return actions;
    }

    private void read(long[] words) {
        isDecoded = false;
        Reading found = numbers.get(new Key(words));
        if (found == null) {
            found = newReading(words);
            numbers.put(new Key(words), found);
            readings.add(found);
        }
        reading = found;
    }

    private Reading newReading(long[] words) {
        StateReader.read(words, manager::visit);
        isDecoded = true;
        Knowledge knowledge = manager.state().knowledge();
        long known = bits(knowledge.known());
        boolean[] reached = Discovery.reached(fabric, known);
        long silent = 0;
        for (int device : knowledge.missing()) {
            silent |= reached[device] ? 1L << device - fabric.switchCount() : 0;
        }
        return new Reading(
                readings.size(),
                words,
                manager.state().phase(),
                known,
                bits(knowledge.believed()),
                silent,
                manager.hasReasonToLook(),
                manager.mayGiveWay());
    }

    ManagerState<?> state() {
        if (!isDecoded) {
            StateReader.read(reading.words, manager::visit);
            isDecoded = true;
        }
        return manager.state();
    }

    boolean acts() {
        return manager.acts();
    }

    ManagerState.Phase phase() {
        return reading.phase;
    }

    /** Links that the manager knows to be down, a bit each. */
    long known() {
        return reading.known;
    }

    /** Links that the manager knows to be down, or that a trap told so since. */
    long believed() {
        return reading.believed;
    }

    /** NICs that did not answer though the manager knows a way to them, a bit each. */
    long silentNics() {
        return reading.silentNics;
    }

    boolean hasReasonToLook() {
        return reading.hasReasonToLook;
    }

    boolean mayGiveWay() {
        return reading.mayGiveWay;
    }

    void visit(Words state) {
        int number = state.value(reading.number);
        if (number != reading.number) {
            isDecoded = false;
            reading = readings.get(number);
        }
    }

    /** Words of the state. */
    @Override
    public String toString() {
        return Arrays.toString(reading.words);
    }
}
