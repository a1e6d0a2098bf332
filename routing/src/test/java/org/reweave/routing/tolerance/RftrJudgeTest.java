package org.reweave.routing.tolerance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

class RftrJudgeTest {
    private static final Fabric FABRIC = FabricGenerators.parse("torus:4x4");
    private final FaultStudy study = FaultMethods.load().method("rftr").study(FABRIC);

    /**
     * Neighbours in an enumeration, sets that begin alike and differ later, repeat, get shorter, or are of switches.
     */
    @Test
    void aSetLeavesTheSamePathsWhateverWasJudgedBeforeIt() {
        FaultJudge judge = study.judge();
        Element[] kinds = {Element.LINK, Element.SWITCH, Element.LINK};
        for (Element kind : kinds) {
            for (int[] failed : sets()) {
                assertThat(paths(judge, kind, failed))
                        .as("%s %s", kind, failed)
                        .isEqualTo(paths(study.judge(), kind, failed));
            }
        }
    }

    private static List<int[]> sets() {
        List<int[]> sets = new ArrayList<>();
        for (int last = 3; last < 6; last++) {
            sets.add(new int[] {0, 2, last});
        }
        sets.add(new int[] {0, 4, 5});
        sets.add(new int[] {0, 4, 7});
        sets.add(new int[] {0, 4, 7});
        sets.add(new int[] {0, 4});
        sets.add(new int[] {0, 5});
        sets.add(new int[] {1, 2, 3});
        sets.add(new int[] {});
        sets.add(new int[] {0, 2, 5}); // the last two begin as the first of the next kind does
        sets.add(new int[] {0, 2, 4});
        return sets;
    }

    /** Everything that is installed for the pairs of NICs after a set of faults. */
    private static List<Integer> paths(FaultJudge judge, Element kind, int[] failed) {
        FaultOutcome verdict = new FaultOutcome();
        judge.judge(kind, failed, 0, verdict);
        AddressedPaths paths = verdict.paths();
        List<Integer> all = new ArrayList<>(List.of(verdict.vls(), verdict.sls(), verdict.addresses()));
        for (int source = 0; source < FABRIC.nicCount(); source++) {
            for (int destination = 0; destination < FABRIC.nicCount(); destination++) {
                int address = paths.address(source, destination);
                all.add(address);
                all.add(paths.level(source, destination));
                for (int s = 0; address >= 0 && s < FABRIC.switchCount(); s++) {
                    all.add(paths.outPort(s, destination, address));
                }
            }
        }
        return all;
    }
}
