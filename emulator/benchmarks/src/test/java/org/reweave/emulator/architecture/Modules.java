package org.reweave.emulator.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;

/** The Maven module of a class, read from the place of its class file. */
final class Modules {
    /** All modules, each of which uses only those before it. */
    static final List<String> ALL = List.of("routing", "reconfig", "core", "runtime", "studies", "app", "benchmarks");

    /** The classes of all modules, without those of tests, which other modules get in jars. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("org.reweave");

    private Modules() {}

    /** Classes of modules. */
    static DescribedPredicate<JavaClass> are(String... modules) {
        return DescribedPredicate.describe("classes of " + String.join(", ", modules), type -> Stream.of(modules)
                .anyMatch(m -> isOf(m, type)));
    }

    /**
     * A module's classes are in {@code reweave-MODULE-VERSION.jar}, wherever that was copied, or in the module's own
     * target.
     */
    private static boolean isOf(String module, JavaClass type) {
        String place = type.getSource().orElseThrow().getUri().toString();
        return place.contains("/reweave-" + module + "-")
                || place.contains("/" + module + "/target/classes/")
                || place.contains("/" + module + "/target/reweave.jar!");
    }
}
