package org.reweave.emulator.device.arbitration;

import java.util.List;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;

/** All arbitration policies. */
public final class ArbitrationPolicies {
    private static final Registry<ArbitrationPolicy> REGISTRY = Registry.of(
            "arbitration policies",
            ArbitrationPolicy.class,
            List.of(
                    new RoundRobin(),
                    new OldestFirst(),
                    new RandomOrder(),
                    new FixedOrder(),
                    new LeastRecentlyServed(),
                    new Islip()),
            ArbitrationPolicy::name,
            Plugins.inUse());

    private ArbitrationPolicies() {}

    public static Registry<ArbitrationPolicy> registry() {
        return REGISTRY;
    }

    /** @throws IllegalArgumentException naming the known policies */
    public static ArbitrationPolicy get(String name) {
        return REGISTRY.find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no arbitration policy '" + name + "'; known: " + String.join(", ", REGISTRY.names())));
    }
}
