package org.reweave.reconfig.paths;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Faults;

/**
 * The manager's copy of RFTR's network. Its state is the elements that have failed one after another, and which of them
 * became known together: the same ones always give the same paths.
 */
final class JoinedPaths {
    private final JoinedLayer layer;
    private final Faults absent;
    private final List<Integer> failed = new ArrayList<>(); // 2 * link, or 2 * switch + 1
    private final Set<Integer> groups = new HashSet<>(); // sizes of that list after each discovery with something new
    private Faults seen;
    private Rftr paths;

    /** @param absent what has failed in the layer's network of the start */
    JoinedPaths(JoinedLayer layer, Faults absent) {
        this.layer = layer;
        this.absent = absent;
        this.seen = absent;
        this.paths = layer.atStart().copy();
    }

    JoinedLayer layer() {
        return layer;
    }

    Rftr paths() {
        return paths;
    }

    /**
     * Applies the failures since the last call. An element that works again stays unused: RFTR has no paths over that
     * element.
     */
    void follow(Faults faults) {
        Faults before = seen;
        int known = failed.size();
        for (int device : faults.devices()) {
            if (before.deviceUp(device)) {
                fail(2 * device + 1);
            }
        }
        for (int link : faults.links()) {
            if (before.linkUp(paths.fabric(), link)) {
                fail(2 * link);
            }
        }
        if (failed.size() > known) {
            groups.add(failed.size());
            paths.release();
        }
    }

    private void fail(int element) {
        failed.add(element);
        seen = (element & 1) == 0 ? seen.withLink(element >> 1) : seen.withDevice(element >> 1);
        Element kind = (element & 1) == 0 ? Element.LINK : Element.SWITCH;
        paths.failWithOthers(kind, element >> 1, failed.size());
    }

    void visit(StateVisitor state) {
        long[] words = state.array(words());
        if (state.isReading()) {
            paths = layer.atStart().copy();
            failed.clear();
            groups.clear();
            seen = absent;
            for (long word : words) {
                fail((int) (word >> 1));
                if ((word & 1) == 1) {
                    groups.add(failed.size());
                    paths.release();
                }
            }
        }
    }

    /** A word per failed element: its number, doubled, and 1 for the last one of those that became known together. */
    private long[] words() {
        long[] words = new long[failed.size()];
        for (int i = 0; i < words.length; i++) {
            words[i] = 2L * failed.get(i) + (groups.contains(i + 1) ? 1 : 0);
        }
        return words;
    }
}
