package org.reweave.routing.topology;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The registry of generators: those below, then those that {@link ServiceLoader} finds on the class path. */
public final class FabricGenerators {
    private static final List<FabricGenerator> BUILT_IN = List.of(
            new TorusGenerator(),
            new MeshGenerator(),
            new HypercubeGenerator(),
            new KAryNTreeGenerator(),
            new MPortNTreeGenerator(),
            new ClosGenerator(),
            new MikantGenerator(),
            new KnsGenerator(),
            new FlattenedButterflyGenerator(),
            new DragonflyGenerator(),
            new IrregularGenerator());
    private static final Map<String, FabricGenerator> BY_NAME =
            register(BUILT_IN, ServiceLoader.load(FabricGenerator.class));

    private FabricGenerators() {}

    /** All generators, by name. */
    public static Collection<FabricGenerator> all() {
        return BY_NAME.values();
    }

    /** Whether the text starts with {@code name:} of a known generator; a file name otherwise. */
    public static boolean isGenerator(String text) {
        int colon = text.indexOf(':');
        return colon > 0 && BY_NAME.containsKey(text.substring(0, colon));
    }

    /**
     * Builds the fabric that a text such as {@code torus:8x8,nics=2} describes.
     *
     * @throws IllegalArgumentException naming what is wrong in the text, its limit and the remedy
     */
    public static Fabric parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        FabricGenerator generator = BY_NAME.get(name);
        if (generator == null) {
            throw new IllegalArgumentException(
                    text + ": no generator is named '" + name + "'; known are " + String.join(", ", BY_NAME.keySet()));
        }
        if (colon < 0) {
            throw new IllegalArgumentException(text + ": nothing stands after the name; write " + generator.usage());
        }
        return generator.generate(text.substring(colon + 1));
    }

    static Map<String, FabricGenerator> register(Iterable<FabricGenerator> builtIn, Iterable<FabricGenerator> found) {
        Map<String, FabricGenerator> byName = new TreeMap<>();
        for (Iterable<FabricGenerator> source : List.of(builtIn, found)) {
            for (FabricGenerator generator : source) {
                FabricGenerator other = byName.put(generator.name(), generator);
                if (other != null) {
                    throw new IllegalStateException("two generators are named " + generator.name() + ": "
                            + other.getClass().getName() + " and "
                            + generator.getClass().getName() + "; rename one");
                }
            }
        }
        return Collections.unmodifiableMap(byName);
    }
}
