package org.reweave.reconfig;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
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

/** All schemes by name: ours, and those that {@link ServiceLoader} finds in other jars. */
public final class Schemes {
    private static final Map<String, Scheme> BY_NAME = load();

    private Schemes() {}

    private static Map<String, Scheme> load() {
        Map<String, Scheme> all = new TreeMap<>();
        add(all, new Naive());
        add(all, Ebr.FULL);
        add(all, Ebr.DIFFERENCES);
        add(all, new Static());
        add(all, PathsFirst.RFTR);
        add(all, new Apm());
        add(all, PathsFirst.COMBINED);
        add(all, new Dlr());
        add(all, new Ddrc());
        add(all, new Hybrid());
        add(all, new DoubleScheme());
        add(all, SimpleReconfiguration.PDA);
        add(all, SimpleReconfiguration.LA);
        ServiceLoader.load(Scheme.class).forEach(scheme -> add(all, scheme));
        return all;
    }

    private static void add(Map<String, Scheme> all, Scheme scheme) {
        if (all.put(scheme.name(), scheme) != null) {
            throw new IllegalStateException("two reconfiguration schemes are named " + scheme.name());
        }
    }

    public static Set<String> names() {
        return BY_NAME.keySet();
    }

    /** @throws IllegalArgumentException naming the known schemes */
    public static Scheme get(String name) {
        Scheme scheme = BY_NAME.get(name);
        if (scheme == null) {
            throw new IllegalArgumentException(
                    "no reconfiguration scheme '" + name + "'; known: " + String.join(", ", names()));
        }
        return scheme;
    }
}
