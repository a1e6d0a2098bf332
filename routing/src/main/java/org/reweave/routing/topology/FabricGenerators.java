package org.reweave.routing.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;

/** The registry of generators: those below, and those of users' jars. */
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
    private static final Registry<FabricGenerator> REGISTRY =
            Registry.of("generators", FabricGenerator.class, BUILT_IN, FabricGenerator::name, Plugins.inUse());

    private FabricGenerators() {}

    /** All generators. */
    public static Registry<FabricGenerator> registry() {
        return REGISTRY;
    }

    /** Every family that a fabric may have: those that come with the software, and generators' own. */
    public static List<Shape.Family> families() {
        List<Shape.Family> families = new ArrayList<>(List.of(RegularFamily.values()));
        REGISTRY.all().forEach(generator -> generator.family().ifPresent(families::add));
        return families;
    }

    /** Whether the text starts with {@code name:} of a known generator; a file name otherwise. */
    public static boolean isGenerator(String text) {
        int colon = text.indexOf(':');
        return colon > 0 && REGISTRY.find(text.substring(0, colon)).isPresent();
    }

    /** The generator that a text with a slip of the pen in its name means. */
    public static Optional<FabricGenerator> nearest(String text) {
        return NearestName.near(text.split(":", 2)[0], REGISTRY.names()).flatMap(REGISTRY::find);
    }

    /**
     * Builds the fabric that a text such as {@code torus:8x8,nics=2} describes.
     *
     * @throws IllegalArgumentException naming what is wrong in the text, its limit and the remedy
     */
    public static Fabric parse(String text) {
        return parse(text, Addressing.LID16);
    }

    /** As {@link #parse(String)}, with LIDs as long as an addressing or the text allows. */
    public static Fabric parse(String text, Addressing addressing) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        FabricGenerator generator = REGISTRY.find(name)
                .orElseThrow(() -> new IllegalArgumentException(text + ": no generator is named '" + name + "'; "
                        + nearest(name)
                                .map(near -> "did you mean " + near.usage() + "? Known")
                                .orElse("known")
                        + " are " + String.join(", ", REGISTRY.names())));
        if (colon < 0) {
            throw new IllegalArgumentException(text + ": nothing stands after the name; write " + generator.usage());
        }
        String args = text.substring(colon + 1);
        boolean longer = addressing == Addressing.LID24 && !args.contains("addressing=");
        return generator.generate(longer ? args + ",addressing=" + addressing.label() : args);
    }
}
