package org.reweave.emulator.benchmarks;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fault that is planted in one source file.
 *
 * @param file of the class, without its ending, below the package {@code org.reweave}
 * @param before text that stands there exactly once
 * @param after text in its place
 * @param schemes that {@code reweave hunt} is asked about
 */
record PlantedFault(String name, String file, String before, String after, List<String> schemes) {
    private static final String ALL = "planted-faults.conf";

    PlantedFault {
        schemes = List.copyOf(schemes);
    }

    /** All faults of the checkout, in the order of their file. */
    static List<PlantedFault> all() {
        Config all = ConfigFactory.parseResources(PlantedFault.class.getClassLoader(), ALL);
        return all.getConfigList("faults").stream()
                .map(one -> new PlantedFault(
                        one.getString("name"),
                        one.getString("file"),
                        one.getString("before"),
                        one.getString("after"),
                        one.getStringList("schemes")))
                .toList();
    }

    /** The class with its package. */
    String className() {
        return "org.reweave." + file.replace('/', '.');
    }

    /**
     * The source file.
     *
     * @param root of the checkout
     * @throws IllegalStateException unless exactly one module has it
     */
    Path source(Path root) throws IOException {
        String inModule = "src/main/java/org/reweave/" + file + ".java";
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Stream.concat(Files.list(root), Files.list(root.resolve("emulator")))) {
            modules.map(module -> module.resolve(inModule))
                    .filter(Files::isRegularFile)
                    .forEach(found::add);
        }
        if (found.size() != 1) {
            throw new IllegalStateException("planted fault " + name + ": " + file + ".java is in " + found.size()
                    + " modules; correct 'file' in " + ALL);
        }
        return found.get(0);
    }

    /**
     * The source with the fault.
     *
     * @throws IllegalStateException unless the text before stands in it exactly once
     */
    String planted(Path root) throws IOException {
        String source = Files.readString(source(root));
        int at = source.indexOf(before);
        if (at < 0 || source.indexOf(before, at + 1) >= 0) {
            throw new IllegalStateException("planted fault " + name + ": the text before stands "
                    + (at < 0 ? "nowhere" : "more than once") + " in " + file + ".java; correct 'before' in " + ALL);
        }
        return source.substring(0, at) + after + source.substring(at + before.length());
    }
}
