package org.reweave.emulator.benchmarks;

import java.util.Locale;

/** Scenario by which drivers, and nodes of a cluster, are compared: an 8x8 torus, 16-flit packets, load 0.3. */
final class LoadedTorus {
    private static final String SCENARIO = """
            description = "Speed on an 8x8 torus"
            fabric { generator = "torus:8x8" }
            routing { engine = dimension-order, options { ties = plus } }
            device {
              preset = iq-router
              link { latency = %1$dcycles, host-latency = %1$dcycles }
              switch { vls = 2, input-buffer = 64flits, crossbar-delay = 0cycles }
            }
            manager { host-latency = 250cycles }
            traffic { pattern = uniform, load = 0.3 }
            reconfiguration { scheme = none }
            run { warmup = 0cycles, duration = %2$dcycles, limit = %3$dcycles }
            """;

    private LoadedTorus() {}

    /**
     * The text of the scenario.
     *
     * @param latency of all links, in cycles
     * @param cycles with traffic
     */
    static String scenario(int latency, long cycles) {
        return String.format(Locale.ROOT, SCENARIO, latency, cycles, 20 * cycles);
    }
}
