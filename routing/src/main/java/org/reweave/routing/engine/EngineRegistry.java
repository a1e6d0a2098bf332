package org.reweave.routing.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.routing.engine.mikant.Mikant;
import org.reweave.routing.engine.minimal.DimensionOrder;
import org.reweave.routing.engine.minimal.Lash;
import org.reweave.routing.engine.minimal.MinHop;
import org.reweave.routing.engine.multipath.Spftr;
import org.reweave.routing.engine.multipath.Tftr;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.tree.FatTree;
import org.reweave.routing.engine.tree.HybridDor;
import org.reweave.routing.engine.updown.MultipleRoots;
import org.reweave.routing.engine.updown.TransitionOriented;
import org.reweave.routing.engine.updown.UpDown;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.plugin.PluginException;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;

/**
 * Every routing engine by name: ours, one line each, and those of users' jars ({@code META-INF/services} names for
 * {@link RoutingEngine}).
 */
public final class EngineRegistry {
    private static final List<RoutingEngine> BUILT_IN = List.of(
            new UpDown(),
            new MinHop(),
            new DimensionOrder(),
            new FatTree(),
            new Lash(),
            new MultipleRoots(),
            new TransitionOriented(),
            new Mikant(),
            new HybridDor(),
            new Tftr(),
            new Spftr(false),
            new Spftr(true));

    /** Names of OpenSM's engines for ours that route by the same rule. */
    private static final Map<String, String> OPENSM_NAMES =
            Map.of("updn", "updown", "minhop", "min-hop", "ftree", "fat-tree", "dor", "dimension-order");

    /** Looked up once: a look into every jar of the class path costs more than the tables of a small fabric. */
    private static final class InUse {
        private static final EngineRegistry ENGINES = load(Plugins.inUse());

        private InUse() {}
    }

    private final Registry<RoutingEngine> engines;

    private EngineRegistry(Registry<RoutingEngine> engines) {
        this.engines = engines;
    }

    /** Our engines and those of users' jars. */
    public static EngineRegistry load() {
        return InUse.ENGINES;
    }

    /**
     * Our engines and those of some jars.
     *
     * @throws PluginException when one cannot be made, or two have one name
     */
    public static EngineRegistry load(Plugins plugins) {
        return new EngineRegistry(Registry.of("engines", RoutingEngine.class, BUILT_IN, RoutingEngine::name, plugins));
    }

    /**
     * Our engines and the given ones.
     *
     * @throws PluginException when two engines have one name
     */
    public static EngineRegistry with(List<RoutingEngine> more) {
        List<RoutingEngine> all = new ArrayList<>(BUILT_IN);
        all.addAll(more);
        return new EngineRegistry(Registry.of("engines", all, RoutingEngine::name));
    }

    /** Our name of an engine that OpenSM calls otherwise ({@code updn}); any other name is given back. */
    public static String ourName(String name) {
        return OPENSM_NAMES.getOrDefault(name, name);
    }

    /** @throws IllegalArgumentException for an unknown name, with the nearest and all known ones */
    public RoutingEngine engine(String name) {
        return engines.find(ourName(name))
                .orElseThrow(() ->
                        new IllegalArgumentException("no routing engine is named '" + name + "'; the nearest name is "
                                + NearestName.of(name, names()) + ", known are " + String.join(", ", names())));
    }

    public Registry<RoutingEngine> engines() {
        return engines;
    }

    /** All names, sorted. */
    public List<String> names() {
        return engines.names();
    }
}
