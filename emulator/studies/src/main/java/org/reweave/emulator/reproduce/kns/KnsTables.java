package org.reweave.emulator.reproduce.kns;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.FaultSamples;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.kns.IntermediateTable;
import org.reweave.routing.kns.KnsGrid;
import org.reweave.routing.kns.KnsRoutes;
import org.reweave.routing.kns.Ties;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** Sizes of a source's table of intermediate nodes in its three designs. Source: KNS §4. */
final class KnsTables implements Computation {
    private static final int INTERMEDIATES = 2;
    private static final List<String> DESIGNS = List.of("linear", "associative", "masked");

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "kns-tables",
                "sizes of linear, associative and masked tables of intermediate nodes",
                "KNS §4",
                Tag.EXACT,
                "engine hybrid-dor's lists of intermediate nodes; half a minute",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<String> networks = settings.effort()
                .pick(List.of("8,2", "4,3"), List.of("32,2", "10,3"), List.of("32,2", "10,3", "16,3", "8,4"));
        int[] faults = settings.effort().pick(new int[] {2}, new int[] {1, 5, 10, 21}, new int[] {1, 5, 10, 21, 61});
        List<PaperRow> one = new ArrayList<>();
        List<PaperRow> many = new ArrayList<>();
        for (String network : networks) {
            KnsGrid grid = KnsGrid.of(FabricGenerators.parse("kns:" + network));
            progress.start("KNS(" + network + ")", grid.n() + faults.length);
            for (int dimension = 0; dimension < grid.n(); dimension++) {
                atTheFault(one, network, grid, dimension);
                progress.done(1);
            }
            for (int count : faults) {
                overSources(many, network, grid, count, settings.seed());
                progress.done(1);
            }
        }
        List<PaperRow> rows = new ArrayList<>(one);
        rows.addAll(many);
        return new Computed(
                "",
                rows,
                List.of(
                        "At the source with the fault the paper gives k^(n-i-1)(k-1) associative entries for a link of dimension i, and as many"
                                + " linear ones as there are nodes. Of masked tables it prints the form and no size.",
                        "Bits are those of a table with room for two intermediate nodes an entry. How few masked entries do is ours"
                                + " (routing/docs/kns.md)."));
    }

    /** The source whose link in a dimension has failed. */
    private static void atTheFault(List<PaperRow> rows, String network, KnsGrid grid, int dimension) {
        KnsRoutes routes =
                KnsRoutes.of(grid, Faults.none().withLink(grid.link(0, dimension)), INTERMEDIATES, Ties.ROWS);
        long associative =
                BigInteger.valueOf(grid.k()).pow(grid.n() - dimension - 1).longValueExact() * (grid.k() - 1);
        for (String design : DESIGNS) {
            IntermediateTable table = table(routes, design, 0);
            PaperRow row = PaperRow.in(
                            "entries of the source at the fault",
                            design,
                            "KNS(" + network + "), dimension " + dimension)
                    .ours(table.entries());
            rows.add(
                    switch (design) {
                        case "linear" ->
                            row.printed(Integer.toString(grid.routerCount())).tag(Tag.EXACT);
                        case "associative" ->
                            row.printed(Long.toString(associative)).tag(Tag.EXACT);
                        default ->
                            row.note(table.bits() + " bits; linear "
                                    + table(routes, "linear", 0).bits());
                    });
        }
    }

    /** The largest table of any source under a random set of faults. */
    private static void overSources(List<PaperRow> rows, String network, KnsGrid grid, int count, long seed) {
        int[] links = Element.LINK.all(grid.fabric());
        SeededSequence draws = new SeededSequence(seed);
        Set<Integer> failed = new TreeSet<>();
        while (failed.size() < count) {
            failed.add(links[draws.below(links.length)]);
        }
        Faults faults = Faults.none();
        for (int link : failed) {
            faults = faults.withLink(link);
        }
        KnsRoutes routes = KnsRoutes.of(grid, faults, INTERMEDIATES, Ties.ROWS);
        for (String design : DESIGNS) {
            int entries = 0;
            long bits = 0;
            for (int source = 0; source < grid.routerCount(); source++) {
                IntermediateTable table = table(routes, design, source);
                entries = StrictMath.max(entries, table.entries());
                bits = StrictMath.max(bits, table.bits());
            }
            rows.add(PaperRow.in(
                            "most entries of any source, random faults",
                            design,
                            "KNS(" + network + "), " + FaultSamples.label(count))
                    .ours(entries)
                    .note(bits + " bits"));
        }
    }

    private static IntermediateTable table(KnsRoutes routes, String design, int source) {
        return switch (design) {
            case "linear" -> routes.linear(source);
            case "associative" -> routes.associative(source);
            default -> routes.masked(source);
        };
    }
}
