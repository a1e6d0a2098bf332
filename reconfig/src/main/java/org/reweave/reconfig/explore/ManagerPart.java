package org.reweave.reconfig.explore;

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
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * The manager of a world. Its states are few in comparison with the world's, so what it costs time to know about them
 * is kept.
 */
final class ManagerPart {
    /**
     * A state, and answers about it that cost time.
     *
     * @param words the last of them is the number of the NIC that the manager is behind
     * @param nic this number
     * @param known links that the manager knows to be down, a bit each
     * @param believed these, and those of whose failure traps have told
     * @param missingNics links of the NICs that the last discovery did not find or that did not answer since, a bit
     *     each
     * @param silentNics NICs that did not answer though the manager knows a way to them, a bit each
     * @param isBare whether the manager has not brought the bare fabric up yet
     * @param plansDue planned changes whose time has come
     */
    private record Reading(
            long[] words,
            int nic,
            ManagerState.Phase phase,
            long known,
            long believed,
            long missingNics,
            long silentNics,
            boolean isBare,
            int plansDue,
            boolean hasReasonToLook,
            boolean mayGiveWay) {}

    static final int FIRST_NIC = 0;

    private final Fabric fabric;
    private final RunningManager<?> manager;
    private final Map<Contents.Key, Reading> readings = new HashMap<>(); // never iterated
    private final Reading initial;
    private Reading reading;
    private int nic = FIRST_NIC;
    private boolean isDecoded; // whether the manager is in the state that was read last

    ManagerPart(Model model) {
        this.fabric = model.fabric();
        Manager<?> rules = model.hasManager()
                ? new Manager<>(FabricMap.of(fabric), model.scheme().manager(model.options()))
                : Manager.watching(FabricMap.of(fabric));
        this.manager = model.startsBare()
                ? RunningManager.bare(rules)
                : new RunningManager<>(rules, Faults.none(), model.routing().planned());
        read(StateWriter.words(this::visitManager));
        this.initial = reading;
    }

    private void visitManager(StateVisitor state) {
        manager.visit(state);
        nic = state.value(nic);
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
        read(StateWriter.words(this::visitManager));
        return actions;
    }

    /** Becomes the manager behind another NIC that takes over with a copy of a manager's state. */
    void takeOver(ManagerPart from, int otherNic) {
        read(from.reading.words);
        state();
        manager.takeOver(0, 0, 1);
        nic = otherNic;
        read(StateWriter.words(this::visitManager));
    }

    /** Goes back to the state at the start. */
    void reset() {
        read(initial.words);
    }

    private void read(long[] words) {
        isDecoded = false;
        Contents.Key key = new Contents.Key(words);
        reading = readings.get(key);
        if (reading == null) {
            reading = newReading(words);
            readings.put(key, reading);
        }
    }

    private Reading newReading(long[] words) {
        StateReader.read(words, this::visitManager);
        isDecoded = true;
        Knowledge knowledge = manager.state().knowledge();
        long known = bits(knowledge.known());
        boolean[] reached = Discovery.reached(fabric, nic, known);
        long missing = 0;
        long silent = 0;
        for (int device : knowledge.missing()) {
            missing |= 1L << fabric.link(device, fabric.attachedPort(device));
            silent |= reached[device] ? 1L << device - fabric.switchCount() : 0;
        }
        return new Reading(
                words,
                nic,
                manager.state().phase(),
                known,
                bits(knowledge.believed()),
                missing,
                silent,
                manager.state().delivery().bare(),
                manager.state().agenda().plansDue(),
                manager.hasReasonToLook(),
                manager.mayGiveWay());
    }

    ManagerState<?> state() {
        if (!isDecoded) {
            StateReader.read(reading.words, this::visitManager);
            isDecoded = true;
        }
        return manager.state();
    }

    boolean acts() {
        return manager.acts();
    }

    /** The number of the NIC that the manager is behind. */
    int nic() {
        return reading.nic;
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

    /** Links of the NICs that the last discovery did not find or that did not answer since, a bit each. */
    long missingNics() {
        return reading.missingNics;
    }

    /** NICs that did not answer though the manager knows a way to their switches, a bit each. */
    long silentNics() {
        return reading.silentNics;
    }

    /** Whether the manager has not brought the bare fabric up yet. */
    boolean isBare() {
        return reading.isBare;
    }

    /** Planned changes whose time has come. */
    int plansDue() {
        return reading.plansDue;
    }

    boolean hasReasonToLook() {
        return reading.hasReasonToLook;
    }

    boolean mayGiveWay() {
        return reading.mayGiveWay;
    }

    void visit(StateVisitor state) {
        long[] words = state.array(reading.words);
        if (state.isReading()) {
            read(words);
        }
    }
}
