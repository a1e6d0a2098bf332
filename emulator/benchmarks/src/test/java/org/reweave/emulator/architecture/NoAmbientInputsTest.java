package org.reweave.emulator.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Clock and randomness are arguments: results depend on the scenario and the seed, never on the host. */
class NoAmbientInputsTest {
    private static final JavaClasses CLASSES = Modules.CLASSES;

    /**
     * Results come from these modules whole; in the runtime and in the command line, all else meets the outside world.
     */
    private static final DescribedPredicate<JavaClass> PURE = Modules.are("routing", "reconfig", "core", "studies")
            .or(JavaClass.Predicates.resideInAPackage("org.reweave.emulator.wire.."))
            .or(JavaClass.Predicates.equivalentTo(Offender.class));

    private static final ArchRule NO_HOST_CLOCK_OR_DICE = noClasses()
            .that(PURE)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callConstructor(Random.class)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class);

    @Test
    void coresUseNeitherHostClockNorUnseededRandomness() {
        NO_HOST_CLOCK_OR_DICE.check(CLASSES);
    }

    /** The rule's own test: it fails on a class that does each of these. */
    @Test
    void theRuleFindsEveryAmbientInput() {
        JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);
        assertThatThrownBy(() -> NO_HOST_CLOCK_OR_DICE.check(offender))
                .hasMessageContaining("nanoTime")
                .hasMessageContaining("currentTimeMillis")
                .hasMessageContaining("Math.random")
                .hasMessageContaining("java.util.Random.<init>()")
                .hasMessageContaining("Instant.now")
                .hasMessageContaining("ThreadLocalRandom");
        assertThat(Offender.ambient()).isNotNaN();
    }

    @Test
    void onlyTheCommandLineHasMainMethods() {
        methods()
                .that()
                .haveName("main")
                .and()
                .areStatic()
                .should()
                .beDeclaredInClassesThat()
                .resideInAPackage("org.reweave.emulator.cli..")
                .check(CLASSES);
    }

    static final class Offender {
        private Offender() {}

        static double ambient() {
            return System.nanoTime()
                    + System.currentTimeMillis()
                    + Math.random()
                    + new Random().nextDouble()
                    + Instant.now().getEpochSecond()
                    + ThreadLocalRandom.current().nextDouble();
        }
    }
}
