package org.reweave.emulator.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The parts of a switch are put together, in the order of emulator/docs/time-and-devices.md, and extend nothing. */
class SwitchPartsOrderTest {
    private static final String PACKAGE = "org.reweave.emulator.device.fabricswitch";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(PACKAGE);

    private static final List<String> ORDER = List.of(
            "PacketArena",
            "TouchedOutputs",
            "RequestMatrix",
            "OutputStage",
            "SwitchTables",
            "SchemeSite",
            "InputStage",
            "Arbiter",
            "Crossbar",
            "Management",
            "SwitchFaults",
            "SwitchCore");

    private static String named(String part) {
        return PACKAGE + "." + part;
    }

    @TestFactory
    Stream<DynamicTest> aPartKnowsOnlyPartsBeforeIt() {
        return IntStream.range(0, ORDER.size() - 1).mapToObj(at -> {
            String[] later = ORDER.stream()
                    .skip(at + 1L)
                    .map(SwitchPartsOrderTest::named)
                    .toArray(String[]::new);
            return DynamicTest.dynamicTest(ORDER.get(at), () -> Stream.of(later).forEach(part -> noClasses()
                    .that()
                    .haveFullyQualifiedName(named(ORDER.get(at)))
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName(part)
                    .check(CLASSES)));
        });
    }

    @TestFactory
    Stream<DynamicTest> everyPartIsThere() {
        return ORDER.stream().map(part -> DynamicTest.dynamicTest(part, () -> CLASSES.get(named(part))));
    }

    @Test
    void noPartIsMadeToBeExtended() {
        classes()
                .that()
                .resideInAPackage(PACKAGE)
                .and()
                .areTopLevelClasses()
                .and()
                .areNotInterfaces()
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(CLASSES);
    }
}
