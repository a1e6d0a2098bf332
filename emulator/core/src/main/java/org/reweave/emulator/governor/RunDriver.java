package org.reweave.emulator.governor;

import java.util.Optional;
import java.util.function.IntFunction;
import org.reweave.emulator.stats.DeviceLog;

/** Executes one run. Drivers differ in execution and speed; their results are equal. */
public interface RunDriver {
    /** Runs to the end; called once. */
    RunResult run();

    /** LinkEnds the run at the next boundary of permits; may be called from another thread. */
    void interrupt();

    /**
     * Has a checkpoint taken at the next boundary of permits; may be called from another thread, or by the listener. A
     * driver that takes none ignores it.
     */
    default void checkpoint() {
        // replays take no checkpoints
    }

    /**
     * Tells witnesses what devices do, as they do it; before {@link #run}. Only a driver that runs all devices in the
     * calling thread can do so.
     *
     * @param byDevice the witness of a device, by its number
     */
    default void witness(IntFunction<DeviceLog.Witness> byDevice) {
        throw new IllegalStateException("devices that several threads run tell no witness");
    }

    /** Messages between actors so far; 0 without actors. Exact once the run is over. */
    default long messages() {
        return 0;
    }

    /** How the run was spread over nodes; known when it is over, and empty in one process. */
    default Optional<ClusterSpread> spread() {
        return Optional.empty();
    }

    /** Current load of the run's machines, in words, for a line of progress; empty = nothing to print. */
    default String inWords() {
        return "";
    }
}
