package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** Forwarding entries that the first failed link makes RFTR send. Source: thesis §8.3.5, Fig. 8.15. */
final class RftrEntries implements Computation {
    private static final int LANES = 2;

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-fig-8.15",
                "forwarding entries that RFTR sends after the first failed link",
                "thesis §8.3.5, Fig. 8.15",
                Tag.HEURISTIC,
                "method rftr, each link in turn; seconds",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<String> tori =
                settings.effort().pick(List.of("5x5"), List.of("7x7", "8x8"), List.of("7x7", "8x8", "10x10", "14x14"));
        List<PaperRow> rows = new ArrayList<>();
        for (String torus : tori) {
            for (int nics = 1; nics <= 2; nics++) {
                measure(rows, torus, nics, settings, progress);
            }
        }
        return new Computed(
                "",
                rows,
                List.of(
                        "Entries that are new or other than before, in percent of switches times NICs, which a full reconfiguration sends.",
                        "The thesis takes a link near the root of a tree that it does not print, and does not say how many NICs a switch"
                                + " has; ours is a BFS tree with the root auto."));
    }

    private static void measure(List<PaperRow> rows, String torus, int nics, Settings settings, Progress progress) {
        Fabric fabric = FabricGenerators.parse("torus:" + torus + ",nics=" + nics);
        Rftr intact = Rftr.overUpDown(fabric, LANES, settings.seed());
        int root = ThesisTable.order(fabric, UpDownOrder.Tree.BFS).root(0);
        int[] links = Element.LINK.all(fabric);
        progress.start(fabric.name(), links.length);
        double all = (double) fabric.switchCount() * fabric.nicCount();
        double sum = 0;
        double worst = 0;
        double sumAtRoot = 0;
        int atRoot = 0;
        for (int link : links) {
            Rftr after = intact.copy();
            after.fail(Element.LINK, link, settings.seed());
            double share = 100 * changed(intact, after) / all;
            sum += share;
            worst = StrictMath.max(worst, share);
            if (fabric.linkDevice(link, 0) == root || fabric.linkDevice(link, 1) == root) {
                sumAtRoot += share;
                atRoot++;
            }
            progress.done(1);
        }
        String part = torus + ", " + nics + (nics == 1 ? " NIC" : " NICs") + " a switch: entries sent, %";
        rows.add(PaperRow.in(part, "RFTR", "mean of the root's links")
                .printed(torus.equals("7x7") ? "19.83" : "")
                .ours(sumAtRoot / atRoot));
        rows.add(PaperRow.in(part, "RFTR", "worst link").ours(worst));
        rows.add(PaperRow.in(part, "RFTR", "mean of all links").ours(sum / links.length));
    }

    /** Entries that switches have after a fault and did not have before. */
    private static int changed(Rftr before, Rftr after) {
        Fabric fabric = after.fabric();
        int changed = 0;
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            for (int address = 0; address < after.addressCount(nic); address++) {
                for (int s = 0; s < fabric.switchCount(); s++) {
                    int port = after.outPort(s, nic, address);
                    boolean had = address < before.addressCount(nic) && before.outPort(s, nic, address) == port;
                    changed += port == AddressedPaths.NO_ENTRY || had ? 0 : 1;
                }
            }
        }
        return changed;
    }
}
