package org.reweave.routing.tolerance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.FaultAnalysis;
import org.reweave.routing.verify.FaultCount;

class MultipathMethodTest {
    private static FaultCount count(String method, String fabricText, Element element, int faults, long samples) {
        Fabric fabric = FabricGenerators.parse(fabricText);
        FaultStudy study = FaultMethods.load().method(method).study(fabric);
        FaultAnalysis.Plan plan = new FaultAnalysis.Plan(element, 10_000, samples, 0.95, 1, 1);
        return new FaultAnalysis(fabric, study, plan).count(faults, judged -> {});
    }

    /** Thesis Figures 8.1 and 8.4: (2n - 1)-fault tolerant. */
    @ParameterizedTest
    @ValueSource(strings = {"tftr", "spftr", "a-spftr"})
    void threeLinksMayFailOnATorusAndFourMayNot(String method) {
        assertThat(count(method, "torus:4x4", Element.LINK, 3, 1).notTolerated())
                .isZero();
        assertThat(count(method, "torus:5x5", Element.LINK, 3, 3_000).notTolerated())
                .isZero();
        assertThat(count(method, "torus:5x5", Element.LINK, 4, 3_000).notTolerated())
                .isBetween(300L, 1500L);
    }

    @Test
    void threeSwitchesMayFailUnderSpftr() {
        FaultCount three = count("spftr", "torus:5x5", Element.SWITCH, 3, 1);
        assertThat(three.notTolerated()).isZero();
        assertThat(three.vls()).isEqualTo(2);
        assertThat(three.sls()).isEqualTo(4);
    }

    /** The judge keeps an index of paths; here every path is walked through the tables instead. */
    @ParameterizedTest
    @EnumSource(Element.class)
    void theJudgeAgreesWithWalkingEveryPath(Element kind) {
        Fabric fabric = FabricGenerators.parse("torus:4x4,nics=2");
        PathTables paths = EngineRegistry.load()
                .engine("tftr")
                .route(fabric, Faults.none(), EngineOptions.none())
                .paths()
                .orElseThrow();
        FaultJudge judge = FaultMethods.load().method("tftr").study(fabric).judge();
        int[] elements = kind.all(fabric);
        int unserved = 0;
        for (long seed = 0; seed < 60; seed++) {
            SeededSequence random = new SeededSequence(seed);
            int[] failed = random(elements, 1 + random.below(7), random);
            FaultOutcome verdict = new FaultOutcome();
            judge.judge(kind, failed, seed, verdict);
            FaultOutcome walked = walk(paths, kind.faults(failed));
            assertThat(verdict.delivered()).as("delivered, seed %d", seed).isEqualTo(walked.delivered());
            assertThat(verdict.lost()).as("lost, seed %d", seed).isEqualTo(walked.lost());
            assertThat(verdict.hops()).as("hops, seed %d", seed).isEqualTo(walked.hops());
            assertThat(verdict.maxHops()).as("most hops, seed %d", seed).isEqualTo(walked.maxHops());
            unserved += walked.lost() > 0 ? 1 : 0;
        }
        assertThat(unserved).isPositive();
    }

    private static int[] random(int[] elements, int count, SeededSequence random) {
        return java.util.stream.IntStream.generate(() -> elements[random.below(elements.length)])
                .distinct()
                .limit(count)
                .sorted()
                .toArray();
    }

    private static FaultOutcome walk(PathTables paths, Faults faults) {
        Fabric fabric = paths.fabric();
        FaultOutcome verdict = new FaultOutcome();
        for (int source = 0; source < fabric.nicCount(); source++) {
            for (int destination = 0; destination < fabric.nicCount(); destination++) {
                boolean alive = faults.portUp(fabric, fabric.nicDevice(source), 1)
                        && faults.portUp(fabric, fabric.nicDevice(destination), 1);
                if (source == destination || !alive) {
                    continue;
                }
                int crossed = 0;
                for (int path = 0; path < paths.pathCount(source, destination) && crossed == 0; path++) {
                    crossed = crossed(paths, faults, source, paths.destinationLid(source, destination, path));
                }
                if (crossed > 0) {
                    verdict.delivered(1, crossed, crossed);
                } else {
                    verdict.lost(1);
                }
            }
        }
        return verdict;
    }

    private static int crossed(PathTables paths, Faults faults, int source, int lid) {
        Fabric fabric = paths.fabric();
        int crossed = 0;
        int at = fabric.attachedSwitch(fabric.nicDevice(source));
        while (fabric.isSwitch(at)) {
            int out = paths.outPort(at, lid);
            if (!faults.portUp(fabric, at, out)) {
                return 0;
            }
            crossed++;
            at = fabric.peer(at, out);
        }
        return crossed;
    }
}
