package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.verify.FaultCount;

/** How many faults intermediate nodes tolerate, whichever they are, by enumerating all sets. Source: KNS §4.1, §4.2. */
final class KnsLemmas implements Reproduction {
    private static final String NONE = "0";
    private static final String MISPRINT = "Lemma 2 prints 2k-1 for n=2 and its proof needs 2k-2 faults to fail: 2k-3";

    @Override
    public String name() {
        return "kns-lemmas";
    }

    @Override
    public String title() {
        return "numbers of faults that one and two intermediate nodes always tolerate";
    }

    @Override
    public String source() {
        return "KNS §4.1 and §4.2, Lemmas 1 and 2";
    }

    @Override
    public Tag tag() {
        return Tag.EXACT;
    }

    @Override
    public String needs() {
        return "method kns, all sets of links of small networks; half a minute";
    }

    @Override
    public Outcome run(Settings settings, Progress progress) {
        List<Row> rows = new ArrayList<>();
        Lemma one = new Lemma("Lemma 1, one intermediate: sets not tolerated", 1, settings, progress, rows);
        one.holds("4,2", 1);
        one.holds("2,3", 2);
        one.holds("3,3", 2);
        one.fails("4,2", 2);
        one.fails("3,3", 3);
        if (settings.effort() != Effort.QUICK) {
            one.holds("8,2", 1);
            one.holds("4,3", 2);
            one.holds("2,4", 3);
            one.fails("8,2", 2);
        }
        Lemma two = new Lemma("Lemma 2, two intermediates: connected sets not tolerated", 2, settings, progress, rows);
        two.holds("3,2", 3);
        two.misprint("3,2", 4);
        two.holds("2,3", 3);
        if (settings.effort() != Effort.QUICK) {
            two.holds("4,2", 5);
            two.misprint("4,2", 6);
            two.holds("3,3", 3);
        }
        if (settings.effort() == Effort.FULL) {
            two.holds("3,3", 4);
        }
        return Outcome.of(
                this,
                "",
                rows,
                List.of(
                        "All sets are enumerated. Lemma 1 counts sets that cut a router off as not tolerated; with n-1 faults there are none."
                                + " Lemma 2 leaves them out, as its proof does.",
                        "Lemma 2 promises 2(n-1)+k-3 faults for n > 2: 4 for 3-ary 3-D, which only --full enumerates."));
    }

    /** One lemma's rows. */
    private record Lemma(String part, int intermediates, Settings settings, Progress progress, List<Row> rows) {
        /** As many faults as the lemma promises. */
        void holds(String network, int faults) {
            rows.add(counted(network, faults).printed(NONE));
        }

        /** One fault more than the lemma promises. */
        void fails(String network, int faults) {
            rows.add(counted(network, faults).printed(">" + NONE).note("one fault more than the lemma allows"));
        }

        /** As many faults as the lemma wrongly promises. */
        void misprint(String network, int faults) {
            rows.add(counted(network, faults).printed(NONE).misprintOf(">" + NONE, MISPRINT));
        }

        private Row counted(String network, int faults) {
            FaultCount count = new FaultSamples(
                            FabricGenerators.parse("kns:" + network),
                            FaultMethods.load().method("kns"),
                            Map.of("intermediates", Integer.toString(intermediates), "hops", "false"),
                            Element.LINK,
                            Integer.MAX_VALUE,
                            0.99,
                            settings,
                            progress)
                    .count(faults);
            long failed = count.notTolerated() + (intermediates == 1 ? count.disconnected() : 0);
            return Row.in(part, "KNS(" + network + ")", FaultSamples.label(faults))
                    .ours(failed)
                    .tag(Tag.EXACT);
        }
    }
}
