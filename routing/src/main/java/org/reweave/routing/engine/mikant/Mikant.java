package org.reweave.routing.engine.mikant;

import java.util.List;
import java.util.Set;
import org.reweave.routing.engine.build.FixedHopRule;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Minimal deterministic routing on the mirrored k-ary n-tree: up while the destination is in the other group or differs
 * in one of the digits n-2..L, each time by the port of the destination's digit L, then down. Between the groups a
 * packet crosses once, or twice to change digit n-2 within its own; both crossings of it end at that digit, so no cycle
 * closes on one lane.
 *
 * <p>With the option {@code fault-tolerance} switches reroute packets around failed links and switches by a
 * {@link MikantRule}, on up to {@code vls} VLs ({@link MikantForwarder}). The LFTs are then those of the whole fabric,
 * and no fault is refused.
 *
 * <p>A switch's own LID is routed on level 0 alone, where the NICs are. Source: MiKANT, Algorithm 1 as corrected by
 * routing/docs/mikant.md: UPcond tests digits n-2..L, and the decreasing branch takes port T_{L-1}.
 */
public final class Mikant implements RoutingEngine {
    private static final String FAULT_TOLERANCE = "fault-tolerance";
    private static final String VLS = "vls";
    private static final String NONE = "none";
    private static final int DEFAULT_VLS = 8;
    private static final int MAX_VLS = 15;

    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "mikant",
            "minimal per-hop routing on mirrored k-ary n-trees, one lane; refuses faults unless fault-tolerance is "
                    + MikantRule.names(),
            Set.of(Promise.DEADLOCK_FREE, Promise.SHORTEST_PATHS),
            EngineOption.text(FAULT_TOLERANCE, NONE, "rule by which packets go around faults"),
            EngineOption.text(VLS, "", "VLs that such packets may use"));

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        String tolerance = options.get(FAULT_TOLERANCE, NONE);
        MikantRule rule = tolerance.equals(NONE) ? null : rule(tolerance);
        int vls = vls(options, rule != null);
        MikantTree tree = MikantTree.of(fabric, name());
        Faults avoided = rule == null ? faults : Faults.none();
        SwitchGraph graph = SwitchGraph.of(fabric, avoided);
        FixedHopRule hops = new FixedHopRule(name(), fabric, graph) {
            @Override
            protected int nextSwitch(int switchDevice, int destinationSwitch, int nicOrdinal) {
                return tree.level(destinationSwitch) == 0
                        ? tree.next(switchDevice, destinationSwitch)
                        : FixedHopRule.NONE;
            }
        };
        ForwardingTable[] lft = hops.fill(avoided);
        RoutingTables tables = new RoutingTables(fabric, name(), lft, lanes(vls), PathLevels.SINGLE_LEVEL);
        if (rule == null) {
            return tables;
        }
        rule.requireRoom(fabric.name(), tree.k(), tree.top() + 1);
        return tables.with(new MikantForwarder(tree, rule, vls, tables.lidMax()))
                .withRemarks(List.of("packets between NICs go by " + rule.name() + " on up to " + vls
                        + " VLs; the tables are what it does without faults"));
    }

    private static MikantRule rule(String text) {
        try {
            return MikantRule.named(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    FAULT_TOLERANCE + " = " + text + "; known are " + NONE + ", " + MikantRule.names(), e);
        }
    }

    private static int vls(EngineOptions options, boolean rerouting) {
        String text = options.get(VLS, "");
        if (text.isEmpty()) {
            return rerouting ? DEFAULT_VLS : 1;
        }
        if (!rerouting) {
            throw new IllegalArgumentException(
                    VLS + " = " + text + " without " + FAULT_TOLERANCE + ", which alone uses more than one; add it");
        }
        try {
            int vls = Integer.parseInt(text);
            if (vls >= 1 && vls <= MAX_VLS) {
                return vls;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(VLS + " = " + text + " is no number; give 1 to " + MAX_VLS, e);
        }
        throw new IllegalArgumentException(VLS + " = " + text + " is not 1 to " + MAX_VLS);
    }

    /** All packets start on VL 0; {@link MikantForwarder} moves a packet to a higher VL where needed. */
    private static SlToVl lanes(int count) {
        return count == 1
                ? SlToVl.SINGLE_LANE
                : new SlToVl() {
                    @Override
                    public int lane(int device, int inPort, int outPort, int level) {
                        return 0;
                    }

                    @Override
                    public int laneCount() {
                        return count;
                    }
                };
    }
}
