package org.reweave.routing.tolerance;

import java.util.Map;
import java.util.Set;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.kns.IntermediateNodes;
import org.reweave.routing.kns.KnsGrid;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/**
 * Hybrid-DOR with intermediate nodes on KNS networks, two at most unless the option says otherwise. Source: KNS §4,
 * §5.2.
 */
final class KnsMethod implements FaultMethod {
    private static final String INTERMEDIATES = "intermediates";
    private static final String HOPS = "hops";
    private static final int DEFAULT = 2;

    @Override
    public String name() {
        return "kns";
    }

    @Override
    public String summary() {
        return "k-ary n-direct s-indirect networks: intermediate nodes (option intermediates=0.."
                + IntermediateNodes.MAX + ", default " + DEFAULT
                + "), one VL more than those; hops=false leaves hops out and is faster";
    }

    @Override
    public Set<String> optionNames() {
        return Set.of(INTERMEDIATES, HOPS);
    }

    @Override
    public FaultStudy study(Fabric fabric) {
        return study(fabric, DEFAULT, true);
    }

    @Override
    public FaultStudy study(Fabric fabric, Map<String, String> options) {
        FaultMethod.super.study(fabric, options);
        String hops = options.getOrDefault(HOPS, "true");
        if (!hops.equals("true") && !hops.equals("false")) {
            throw new IllegalArgumentException("hops = '" + hops + "' is neither true nor false");
        }
        String text = options.getOrDefault(INTERMEDIATES, Integer.toString(DEFAULT));
        try {
            int intermediates = Integer.parseInt(text);
            IntermediateNodes.requireBound(intermediates);
            return study(fabric, intermediates, hops.equals("true"));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("intermediates = '" + text + "' is no number; use 1 or 2", e);
        }
    }

    private static FaultStudy study(Fabric fabric, int intermediates, boolean hops) {
        KnsGrid grid;
        try {
            grid = KnsGrid.of(fabric);
        } catch (IllegalArgumentException e) {
            throw new UnroutableException("kns: " + e.getMessage());
        }
        return new FaultStudy() {
            @Override
            public int[] elements(Element kind) {
                return kind.all(fabric);
            }

            @Override
            public FaultJudge judge() {
                return new KnsJudge(grid, intermediates, hops);
            }
        };
    }
}
