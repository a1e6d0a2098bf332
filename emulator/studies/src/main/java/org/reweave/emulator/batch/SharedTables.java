package org.reweave.emulator.batch;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Engines that compute the tables of a fabric once, whichever run or reading of tables asks, and in whatever thread:
 * runs of one question begin with the same tables, and each asks for those after the failure before it begins and again
 * when its manager has found the failure.
 */
public final class SharedTables {
    /** What tables depend on, beside the fabric. */
    private record Key(String engine, Faults faults, EngineOptions options) {}

    private final Fabric fabric;
    private final Map<Key, FutureTask<RoutingTables>> known = new HashMap<>(); // guarded by this

    /** @param fabric whose tables are kept; those of another one, as a manager may discover it, are computed anew */
    public SharedTables(Fabric fabric) {
        this.fabric = fabric;
    }

    /** An engine by name, whose tables of the fabric are kept. */
    public RoutingEngine engine(String name) {
        RoutingEngine engine = EngineRegistry.load().engine(name);
        return new RoutingEngine() {
            @Override
            public EngineDescription description() {
                return engine.description();
            }

            @Override
            public RoutingTables route(Fabric over, Faults faults, EngineOptions options) {
                return over == fabric
                        ? shared(engine, new Key(engine.name(), faults, options))
                        : engine.route(over, faults, options);
            }
        };
    }

    /** Tables that are known already. */
    public synchronized void keep(String engine, Faults faults, EngineOptions options, RoutingTables tables) {
        known.put(new Key(engine, faults, options), new FutureTask<>(() -> tables));
    }

    private RoutingTables shared(RoutingEngine engine, Key key) {
        FutureTask<RoutingTables> task;
        synchronized (this) {
            task = known.computeIfAbsent(
                    key, asked -> new FutureTask<>(() -> engine.route(fabric, asked.faults(), asked.options())));
        }
        task.run(); // computes nothing where another thread does or has done so
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + key.engine() + " computes tables", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
