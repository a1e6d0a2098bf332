package org.reweave.routing.io;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.topology.ShapeRules;

/**
 * The regular shape that {@link IbnetdiscoverWriter} writes in comments, as long as the switches still make it up: one
 * switch at every coordinate, and links between neighbours only. Links may be missing: those are faults, not another
 * shape.
 */
final class DumpShape {
    private final Dump dump;
    private final ShapeRules rules;

    private DumpShape(Dump dump, ShapeRules rules) {
        this.dump = dump;
        this.rules = rules;
    }

    /** The shape, irregular when there is none or it does not fit (which is a finding). */
    static Shape of(Dump dump) {
        if (dump.shape == null) {
            return Shape.irregular();
        }
        Shape written = parse(dump.shape);
        String wrong;
        try {
            wrong = written == null
                    ? "it is not a family and sizes"
                    : new DumpShape(dump, ShapeRules.of(written)).misfit();
        } catch (IllegalArgumentException e) {
            wrong = e.getMessage();
        }
        if (wrong == null) {
            return written;
        }
        dump.note(
                dump.shapeLine,
                FileFinding.Kind.SHAPE_LOST,
                "shape '" + LineCursor.shown(dump.shape) + "' is not that of the switches (" + wrong
                        + "); taken as irregular");
        return Shape.irregular();
    }

    private static Shape parse(String text) {
        int space = text.indexOf(' ');
        int[] sizes = space < 0 ? null : DumpParser.numbers(text.substring(space + 1));
        if (sizes == null) {
            return null;
        }
        return FabricGenerators.families().stream()
                .filter(family -> family != Shape.Family.IRREGULAR && text.startsWith(family.name() + " "))
                .findFirst()
                .map(family -> new Shape(family, sizes))
                .orElse(null);
    }

    /** The first contradiction between the shape and the switches, in words; null = none. */
    private String misfit() {
        Set<String> seen = new HashSet<>();
        for (Dump.Node node : dump.nodes.values()) {
            if (node.kind() != Dump.Kind.SWITCH) {
                continue;
            }
            if (!rules.contains(node.coordinates()) || !seen.add(Arrays.toString(node.coordinates()))) {
                return "line " + node.line() + " has no place in it, or one that is taken";
            }
            for (Dump.Port port : node.ports().values()) {
                Dump.Node peer = dump.nodes.get(port.peerId());
                if (peer.kind() == Dump.Kind.SWITCH
                        && rules.contains(peer.coordinates())
                        && !rules.neighbours(node.coordinates(), peer.coordinates())) {
                    return "line " + port.line() + " joins switches that are no neighbours";
                }
            }
        }
        return seen.size() == rules.places() ? null : seen.size() + " switches for " + rules.places() + " places";
    }
}
