package org.reweave.emulator.cluster;

import java.util.Optional;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.stats.Latencies;
import org.reweave.reconfig.state.StateVisitor;

/** Sums of what the islands of a node have measured by the end of a run. */
final class Measured {
    private final Latencies latencies = new Latencies();
    private final Drift drift = new Drift();
    private boolean drifted; // the run is lax
    private long messages;

    void add(FabricCoordinator.Finished island) {
        latencies.add(island.latencies());
        island.drift().ifPresent(some -> {
            drift.add(some);
            drifted = true;
        });
        messages += island.messages();
    }

    FabricCoordinator.Finished sum() {
        return new FabricCoordinator.Finished(latencies, drifted ? Optional.of(drift) : Optional.empty(), messages);
    }

    void visit(StateVisitor state) {
        latencies.visit(state);
        drift.visit(state);
        drifted = state.value(drifted);
        messages = state.value(messages);
    }
}
