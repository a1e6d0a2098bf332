package org.reweave.reconfig;

import java.util.List;
import org.reweave.reconfig.compose.Hybrid;
import org.reweave.reconfig.compose.PathsFirst;
import org.reweave.reconfig.ddrc.Ddrc;
import org.reweave.reconfig.doublescheme.DoubleScheme;
import org.reweave.reconfig.epoch.Ebr;
import org.reweave.reconfig.localreroute.Dlr;
import org.reweave.reconfig.naive.Naive;
import org.reweave.reconfig.pathmigration.Apm;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.stopped.Static;
import org.reweave.reconfig.token.SimpleReconfiguration;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;

/** All schemes by name: ours, one line each, and those of users' jars. */
public final class Schemes {
    private static final List<Scheme> BUILT_IN = List.of(
            new Naive(),
            Ebr.FULL,
            Ebr.DIFFERENCES,
            new Static(),
            PathsFirst.RFTR,
            new Apm(),
            PathsFirst.COMBINED,
            new Dlr(),
            new Ddrc(),
            new Hybrid(),
            new DoubleScheme(),
            SimpleReconfiguration.PDA,
            SimpleReconfiguration.LA);
    private static final Registry<Scheme> REGISTRY =
            Registry.of("reconfiguration schemes", Scheme.class, BUILT_IN, Scheme::name, Plugins.inUse());

    private Schemes() {}

    /** All schemes. */
    public static Registry<Scheme> registry() {
        return REGISTRY;
    }

    /** Ours. */
    public static List<Scheme> builtIn() {
        return BUILT_IN;
    }

    public static List<String> names() {
        return REGISTRY.names();
    }

    /** @throws IllegalArgumentException naming the known schemes */
    public static Scheme get(String name) {
        return REGISTRY.find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no reconfiguration scheme '" + name + "'; known: " + String.join(", ", names())));
    }
}
