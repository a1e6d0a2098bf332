package org.reweave.reconfig.paths;

import java.util.ArrayList;
import java.util.List;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Faults;

/**
 * The manager's copy of RFTR's network. Its state is the elements that have failed one after another: the same ones
 * always give the same paths.
 */
final class JoinedPaths {
    private final JoinedLayer layer;
    private final Faults absent;
    private final List<Integer> failed = new ArrayList<>(); // 2 * link, or 2 * switch + 1
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
    }

    private void fail(int element) {
        failed.add(element);
        seen = (element & 1) == 0 ? seen.withLink(element >> 1) : seen.withDevice(element >> 1);
        Element kind = (element & 1) == 0 ? Element.LINK : Element.SWITCH;
        paths.fail(kind, element >> 1, failed.size());
    }

    long[] encode() {
        return failed.stream().mapToLong(Integer::longValue).toArray();
    }

    void decode(long[] elements) {
        paths = layer.atStart().copy();
        failed.clear();
        seen = absent;
        for (long element : elements) {
            fail((int) element);
        }
    }
}
