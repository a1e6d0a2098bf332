package org.reweave.routing.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.reweave.routing.engine.mikant.Mikant;
import org.reweave.routing.engine.minimal.DimensionOrder;
import org.reweave.routing.engine.minimal.HybridDor;
import org.reweave.routing.engine.minimal.Lash;
import org.reweave.routing.engine.minimal.MinHop;
import org.reweave.routing.engine.multipath.Spftr;
import org.reweave.routing.engine.multipath.Tftr;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.tree.FatTree;
import org.reweave.routing.engine.updown.MultipleRoots;
import org.reweave.routing.engine.updown.TransitionOriented;
import org.reweave.routing.engine.updown.UpDown;
import org.reweave.routing.model.NearestName;

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

    private final Map<String, RoutingEngine> byName = new TreeMap<>();

    private EngineRegistry(Iterable<RoutingEngine> more) {
        List<RoutingEngine> engines = new ArrayList<>(BUILT_IN);
        more.forEach(engines::add);
        for (RoutingEngine engine : engines) {
            RoutingEngine other = byName.putIfAbsent(engine.name(), engine);
            if (other != null) {
                throw new IllegalArgumentException("two engines are named " + engine.name() + ": "
                        + other.getClass().getName() + " and "
                        + engine.getClass().getName() + "; rename the one in your jar");
            }
        }
    }

    /**
     * Our engines and those of the jars that a class loader sees.
     *
     * @throws IllegalArgumentException when two engines have one name
     */
    public static EngineRegistry load(ClassLoader loader) {
        return new EngineRegistry(ServiceLoader.load(RoutingEngine.class, loader));
    }

    /** Our engines and those on the class path. */
    public static EngineRegistry load() {
        return load(EngineRegistry.class.getClassLoader());
    }

    /**
     * Our engines and the given ones.
     *
     * @throws IllegalArgumentException when two engines have one name
     */
    public static EngineRegistry with(List<RoutingEngine> more) {
        return new EngineRegistry(more);
    }

    /** @throws IllegalArgumentException for an unknown name, with the nearest and all known ones */
    public RoutingEngine engine(String name) {
        RoutingEngine engine = byName.get(name);
        if (engine == null) {
            throw new IllegalArgumentException("no routing engine is named '" + name + "'; the nearest name is "
                    + NearestName.of(name, byName.keySet()) + ", known are " + String.join(", ", byName.keySet()));
        }
        return engine;
    }

    /** All engines, by name. */
    public Collection<RoutingEngine> engines() {
        return List.copyOf(byName.values());
    }

    /** All names, sorted. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }
}
