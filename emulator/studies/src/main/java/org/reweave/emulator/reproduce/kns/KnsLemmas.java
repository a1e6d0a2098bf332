package org.reweave.emulator.reproduce.kns;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.FaultSamples;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.verify.FaultCount;

/** How many faults intermediate nodes tolerate, whichever they are, by enumerating all sets. Source: KNS §4.1, §4.2. */
final class KnsLemmas implements Computation {
    private static final String NONE = "0";
    private static final String SOME = ">" + NONE;
    private static final String MISPRINT_NOTE =
            "Lemma 2 prints 2k-1 for n=2 and its proof needs 2k-2 faults to fail: 2k-3";

    private static final List<Check> CHECKS = List.of(
            new Check(Lemma.ONE, "4,2", 1, Says.TOLERATED, Effort.QUICK),
            new Check(Lemma.ONE, "2,3", 2, Says.TOLERATED, Effort.QUICK),
            new Check(Lemma.ONE, "3,3", 2, Says.TOLERATED, Effort.QUICK),
            new Check(Lemma.ONE, "4,2", 2, Says.TOO_MANY, Effort.QUICK),
            new Check(Lemma.ONE, "3,3", 3, Says.TOO_MANY, Effort.QUICK),
            new Check(Lemma.ONE, "8,2", 1, Says.TOLERATED, Effort.STANDARD),
            new Check(Lemma.ONE, "4,3", 2, Says.TOLERATED, Effort.STANDARD),
            new Check(Lemma.ONE, "2,4", 3, Says.TOLERATED, Effort.STANDARD),
            new Check(Lemma.ONE, "8,2", 2, Says.TOO_MANY, Effort.STANDARD),
            new Check(Lemma.TWO, "3,2", 3, Says.TOLERATED, Effort.QUICK),
            new Check(Lemma.TWO, "3,2", 4, Says.MISPRINT, Effort.QUICK),
            new Check(Lemma.TWO, "2,3", 3, Says.TOLERATED, Effort.QUICK),
            new Check(Lemma.TWO, "4,2", 5, Says.TOLERATED, Effort.STANDARD),
            new Check(Lemma.TWO, "4,2", 6, Says.MISPRINT, Effort.STANDARD),
            new Check(Lemma.TWO, "3,3", 3, Says.TOLERATED, Effort.STANDARD),
            new Check(Lemma.TWO, "3,3", 4, Says.TOLERATED, Effort.FULL));

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "kns-lemmas",
                "numbers of faults that one and two intermediate nodes always tolerate",
                "KNS §4.1 and §4.2, Lemmas 1 and 2",
                Tag.EXACT,
                "method kns, all sets of links of small networks; half a minute",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<PaperRow> rows = new ArrayList<>();
        for (Check check : CHECKS) {
            if (settings.effort().compareTo(check.from) >= 0) {
                rows.add(check.row(settings, progress));
            }
        }
        return new Computed(
                "",
                rows,
                List.of(
                        "All sets are enumerated. Lemma 1 counts sets that cut a router off as not tolerated; with n-1 faults there are none."
                                + " Lemma 2 leaves them out, as its proof does.",
                        "Lemma 2 promises 2(n-1)+k-3 faults for n > 2: 4 for 3-ary 3-D, which only --full enumerates."));
    }

    /** Statement of a lemma on a number of faults. */
    private enum Says {
        /** As many faults as the lemma promises to tolerate. */
        TOLERATED,
        /** One fault more than the lemma promises to tolerate. */
        TOO_MANY,
        /** As many faults as the lemma wrongly promises to tolerate. */
        MISPRINT
    }

    /** One row: all sets of so many faults in a network, from an effort on. */
    private record Check(Lemma lemma, String network, int faults, Says says, Effort from) {
        PaperRow row(Settings settings, Progress progress) {
            FaultCount count = new FaultSamples(
                            FabricGenerators.parse("kns:" + network),
                            FaultMethods.load().method("kns"),
                            Map.of("intermediates", Integer.toString(lemma.intermediates), "hops", "false"),
                            settings.sets(Element.LINK, Integer.MAX_VALUE, 0.99),
                            progress)
                    .count(faults);
            long failed = count.notTolerated() + (lemma == Lemma.ONE ? count.disconnected() : 0);
            PaperRow row = PaperRow.in(lemma.part, "KNS(" + network + ")", FaultSamples.label(faults))
                    .ours((double) failed)
                    .tag(Tag.EXACT);
            return switch (says) {
                case TOLERATED -> row.printed(NONE);
                case TOO_MANY -> row.printed(SOME).note("one fault more than the lemma allows");
                case MISPRINT -> row.printed(NONE).misprintOf(SOME, MISPRINT_NOTE);
            };
        }
    }

    private enum Lemma {
        ONE("Lemma 1, one intermediate: sets not tolerated", 1),
        TWO("Lemma 2, two intermediates: connected sets not tolerated", 2);

        private final String part;
        private final int intermediates;

        Lemma(String part, int intermediates) {
            this.part = part;
            this.intermediates = intermediates;
        }
    }
}
