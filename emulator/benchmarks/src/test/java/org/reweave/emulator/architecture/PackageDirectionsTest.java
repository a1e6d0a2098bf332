package org.reweave.emulator.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMap;

/**
 * Who may know whom, inside a Maven module and between modules; the class paths of the modules hold the latter as well.
 */
class PackageDirectionsTest {
    private static final String ROOT = "org.reweave.";
    private static final JavaClasses CLASSES = Modules.CLASSES;

    @Test
    void rulesSeeEveryModuleAndEveryClassInOne() {
        for (String module : Modules.ALL) {
            assertThat(CLASSES.stream().filter(Modules.are(module)))
                    .as("classes of %s", module)
                    .isNotEmpty();
        }
        assertThat(CLASSES.stream().filter(Modules.are(Modules.ALL.toArray(String[]::new))))
                .hasSize(CLASSES.size());
    }

    /**
     * Every package of the project in order: the classes of a package use only their own package and those above it.
     */
    static final List<String> ORDER = List.of(
            "routing.model",
            "routing.plugin",
            "routing.topology",
            "routing.table",
            "routing.kns",
            "routing.engine.spi",
            "routing.engine.build",
            "routing.engine.minimal",
            "routing.engine.updown",
            "routing.engine.tree",
            "routing.engine.mikant",
            "routing.engine.multipath",
            "routing.engine",
            "routing.rerouting",
            "routing.rftr",
            "routing.tolerance",
            "routing.verify",
            "routing.io",
            "routing.imported",
            "routing.layout",
            "reconfig.state",
            "reconfig.spi",
            "reconfig.manager",
            "reconfig.paths",
            "reconfig.naive",
            "reconfig.stopped",
            "reconfig.token",
            "reconfig.doublescheme",
            "reconfig.epoch",
            "reconfig.pathmigration",
            "reconfig.localreroute",
            "reconfig.ddrc",
            "reconfig.compose",
            "reconfig",
            "reconfig.explore",
            "emulator.disk",
            "emulator.state",
            "emulator.time",
            "emulator.stats",
            "emulator.perturb",
            "emulator.link",
            "emulator.traffic",
            "emulator.traffic.trace",
            "emulator.device",
            "emulator.device.arbitration",
            "emulator.device.fabricswitch",
            "emulator.device.nic",
            "emulator.device.manager",
            "emulator.checkpoint",
            "emulator.drive",
            "emulator.lax.schedule",
            "emulator.lax",
            "emulator.scenario",
            "emulator.governor",
            "emulator.placement",
            "emulator.network",
            "emulator.sequential",
            "emulator.table",
            "emulator.results",
            "emulator.results.report",
            "emulator.wire",
            "emulator.actor",
            "emulator.journal.format",
            "emulator.journal.store",
            "emulator.journal.reading",
            "emulator.journal.writing",
            "emulator.catalogue",
            "emulator.http",
            "emulator.cluster.protocol",
            "emulator.cluster.line",
            "emulator.cluster.messages",
            "emulator.cluster",
            "emulator.run",
            "emulator.plot",
            "emulator.timetravel",
            "emulator.spacetime",
            "emulator.capture",
            "emulator.batch",
            "emulator.measure",
            "emulator.whatif",
            "emulator.sweep",
            "emulator.compare",
            "emulator.race",
            "emulator.reproduce",
            "emulator.reproduce.kns",
            "emulator.reproduce.mikant",
            "emulator.reproduce.fattree",
            "emulator.reproduce.thesis",
            "emulator.reproduce.registry",
            "emulator.cli.common",
            "emulator.cli.run",
            "emulator.cli.runs",
            "emulator.cli.serve",
            "emulator.cli.fabric",
            "emulator.cli.explore",
            "emulator.cli.sweep",
            "emulator.cli.compare",
            "emulator.cli.race",
            "emulator.cli.reproduce",
            "emulator.cli.bench",
            "emulator.cli.plugins",
            "emulator.cli.cluster",
            "emulator.cli",
            "emulator.benchmarks");

    @Test
    void theOrderNamesEveryPackage() {
        assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        ORDER.stream().map(name -> ROOT + name).toList());
    }

    @TestFactory
    Stream<DynamicTest> packagesUseOnlyPackagesAboveThemInTheOrder() {
        return ORDER.stream()
                .map(name -> DynamicTest.dynamicTest(
                        name, () -> usesOnlyWhatIsAbove(name).check(CLASSES)));
    }

    private static ArchRule usesOnlyWhatIsAbove(String name) {
        String[] below = ORDER.subList(ORDER.indexOf(name) + 1, ORDER.size()).stream()
                .map(later -> ROOT + later)
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(below);
    }

    /** Where the order alone would allow more than a package may know. */
    @TestFactory
    Stream<DynamicTest> packagesKnowOnlyWhatTheyMay() {
        return Stream.of(
                        mayKnow(
                                "routing.verify",
                                "routing.model",
                                "routing.plugin",
                                "routing.topology",
                                "routing.table",
                                "routing.kns",
                                "routing.rftr",
                                "routing.tolerance"),
                        mayKnow(
                                "routing.io",
                                "routing.model",
                                "routing.plugin",
                                "routing.topology",
                                "routing.table",
                                "javax.xml.stream"),
                        mayKnow("reconfig.manager", "routing.topology", "reconfig.state", "reconfig.spi"),
                        mayKnow("reconfig", "routing"),
                        mayKnow("emulator.cluster.protocol"))
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(CLASSES)));
    }

    /**
     * The cabling is a fact of the network that is emulated, which a manager learns from answers: its packages have a
     * {@link FabricMap}, whose corrections come from sightings alone, and no fabric.
     */
    @Test
    void managersLearnTheCablingFromAnswersAlone() {
        noClasses()
                .that()
                .resideInAnyPackage("..manager..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Fabric.class)
                .orShould()
                .callMethod(FabricMap.class, "of", Fabric.class)
                .orShould()
                .callMethod(FabricMap.class, "planned", Fabric.class, Fabric.class)
                .check(CLASSES);
        assertThat(CLASSES.stream().map(JavaClass::getPackageName).filter(name -> name.contains(".manager")))
                .contains(ROOT + "reconfig.manager", ROOT + "emulator.device.manager");
    }

    @Test
    void reconfigurationSchemesDoNotKnowEachOther() {
        // compose mixes schemes by purpose; state, spi and explore are no schemes.
        SliceRule rule = SlicesRuleDefinition.slices()
                .matching("org.reweave.reconfig.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(inPackage("reconfig.compose"), anyClass())
                .ignoreDependency(anyClass(), inPackage("reconfig.state"))
                .ignoreDependency(anyClass(), inPackage("reconfig.spi"))
                .ignoreDependency(inPackage("reconfig.explore"), anyClass());
        rule.allowEmptyShould(!exists("reconfig")).check(CLASSES);
    }

    @Test
    void onlyTheRuntimeKnowsActors() {
        noClasses()
                .that(Modules.are("routing", "reconfig", "core", "studies", "app", "benchmarks"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("akka..")
                .check(CLASSES);
    }

    @Test
    void eachTopLevelClassHasANameOfItsOwn() {
        Map<String, List<String>> byName = CLASSES.stream()
                .filter(type -> !type.isNestedClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        assertThat(byName).hasSizeGreaterThan(1000);
        assertThat(byName.values()).allMatch(classes -> classes.size() == 1);
    }

    /** Each library has one package, where it can be replaced. */
    @TestFactory
    Stream<DynamicTest> librariesAreKnownToOnePackage() {
        return Stream.of(
                        Map.entry("org.jetbrains.letsPlot", "emulator.plot"),
                        Map.entry("me.tongfei.progressbar", "emulator.cli.common"),
                        Map.entry("de.siegmar.fastcsv.writer", "emulator.table"),
                        Map.entry("javax.xml", "routing.io"))
                .map(entry -> noClasses()
                        .that()
                        .resideOutsideOfPackage(ROOT + entry.getValue() + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(entry.getKey() + "..")
                        .as("only " + entry.getValue() + " knows " + entry.getKey()))
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(CLASSES)));
    }

    /** A package and those below it use only themselves, {@code java..}, fastutil and what is listed. */
    private static ArchRule mayKnow(String name, String... others) {
        List<String> known = new ArrayList<>(List.of(ROOT + name + "..", "java..", "it.unimi.dsi.fastutil.."));
        for (String other : others) {
            known.add((other.startsWith("javax.") ? "" : ROOT) + other + "..");
        }
        return classes()
                .that()
                .resideInAPackage(ROOT + name + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(known.toArray(String[]::new))
                .allowEmptyShould(!exists(name))
                .as(name + " knows " + (others.length == 0 ? "nothing" : "only " + String.join(", ", others)));
    }

    /** Rules may be empty only for packages that are not written yet. */
    private static boolean exists(String name) {
        String prefix = ROOT + name;
        return CLASSES.stream()
                .map(JavaClass::getPackageName)
                .anyMatch(p -> p.equals(prefix) || p.startsWith(prefix + "."));
    }

    private static DescribedPredicate<JavaClass> inPackage(String name) {
        return JavaClass.Predicates.resideInAPackage(ROOT + name + "..");
    }

    private static DescribedPredicate<JavaClass> anyClass() {
        return DescribedPredicate.alwaysTrue();
    }
}
