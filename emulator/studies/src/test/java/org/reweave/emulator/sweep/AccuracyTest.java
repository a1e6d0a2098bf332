package org.reweave.emulator.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reweave.routing.model.Mix;
import org.reweave.routing.topology.FabricGenerators;

/** Against theory; more points and seeds: {@code reweave bench accuracy --rounds 20}. */
@Tag("slow")
class AccuracyTest {
    private final AccuracyStudy study = new AccuracyStudy(12, 2, line -> {});

    @Test
    void zeroLoadLatencyIsExact() {
        assertThat(study.zeroLoad()).hasSize(4).allMatch(AccuracyStudy.Line::agrees);
    }

    @Test
    void waitsAtASingleOutputAreThoseOfTheoryWithinTheirInterval() {
        List<AccuracyStudy.Line> lines = study.singleOutput(16, 60_000, 0.2, 0.5, 0.8);
        assertThat(lines).hasSize(3).allMatch(AccuracyStudy.Line::agrees);
        assertThat(lines)
                .allMatch(line -> line.measured().halfWidth() < 0.15 * line.theory(), "intervals that say something");
    }

    @Test
    void oneSourceIsGeoD1AndManyAreMD1() {
        double utilisation = 0.6;
        assertThat(Theory.bernoulliWait(1, 16, utilisation)).isEqualTo(0.6 * 15 / 0.8);
        assertThat(Theory.bernoulliWait(1_000_000, 16, utilisation)).isCloseTo(0.6 * 16 / 0.8, within(1e-5));
    }

    /** Lindley's recursion, drawn directly. */
    @Test
    void theFormulaIsThatOfTheQueueItDescribes() {
        int sources = 4;
        int service = 5;
        double utilisation = 0.7;
        double p = utilisation / service / sources;
        double waits = 0;
        long packets = 0;
        long work = 0;
        for (int cycle = 0; cycle < 4_000_000; cycle++) {
            for (int source = 0; source < sources; source++) {
                if (Mix.unit(Mix.mix(7, source, 1, cycle)) < p) {
                    waits += work;
                    packets++;
                    work += service;
                }
            }
            work = Math.max(0, work - 1);
        }
        double theory = Theory.bernoulliWait(sources, service, utilisation);
        assertThat(waits / packets).isCloseTo(theory, within(0.02 * theory));
    }

    /** 16 links join the halves of 64 NICs, of whose packets 32/63 cross. */
    @Test
    void theBoundOfAnEightByEightTorusIsJustBelowOne() {
        assertThat(Theory.bisectionLoad(FabricGenerators.parse("torus:8x8")))
                .isCloseTo(16 * 63 / (32.0 * 32), within(1e-9));
    }
}
