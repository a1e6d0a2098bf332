package org.reweave.routing.io;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.reweave.routing.topology.Shape;

/** The regular shape that {@link IbnetdiscoverWriter} writes in comments, as long as the switches still make it up: one switch at every
 *  coordinate, and links between neighbours only. Links may be missing: those are faults, not another shape. */
final class DumpShape {
    private static final int MAX_DIMENSIONS = 16;

    private final Dump dump;
    private final Shape shape;

    private DumpShape(Dump dump, Shape shape) {
        this.dump = dump;
        this.shape = shape;
    }

    /** The shape, irregular when there is none or it does not fit (which is a finding). */
    static Shape of(Dump dump) {
        if (dump.shape == null) {
            return Shape.irregular();
        }
        Shape written = parse(dump.shape);
        String wrong = written == null ? "it is not a family and sizes" : new DumpShape(dump, written).misfit();
        if (wrong == null) {
            return written;
        }
        dump.note(
                dump.shapeLine,
                Finding.Kind.SHAPE_LOST,
                "shape '" + LineCursor.shown(dump.shape) + "' is not that of the switches (" + wrong
                        + "); taken as irregular");
        return Shape.irregular();
    }

    private static Shape parse(String text) {
        int space = text.indexOf(' ');
        int[] sizes = space < 0 ? null : DumpParser.numbers(text.substring(space + 1));
        if (sizes == null
                || sizes.length > MAX_DIMENSIONS
                || Arrays.stream(sizes).anyMatch(size -> size < 1)) {
            return null;
        }
        return Arrays.stream(Shape.Family.values())
                .filter(family -> family != Shape.Family.IRREGULAR && text.startsWith(family + " "))
                .findFirst()
                .map(family -> new Shape(family, sizes))
                .orElse(null);
    }

    /** What does not fit; null = all does. */
    private String misfit() {
        Set<String> seen = new HashSet<>();
        for (Dump.Node node : dump.nodes.values()) {
            if (node.kind() != Dump.Kind.SWITCH) {
                continue;
            }
            if (!inside(node.coordinates()) || !seen.add(Arrays.toString(node.coordinates()))) {
                return "line " + node.line() + " has no place in it, or one that is taken";
            }
            for (Dump.Port port : node.ports().values()) {
                Dump.Node peer = dump.nodes.get(port.peerId());
                if (peer.kind() == Dump.Kind.SWITCH
                        && inside(peer.coordinates())
                        && !neighbours(node.coordinates(), peer.coordinates())) {
                    return "line " + port.line() + " joins switches that are no neighbours";
                }
            }
        }
        long places = 1;
        for (int size : shape.dimensions()) {
            places = Math.min(places * size, Integer.MAX_VALUE);
        }
        return seen.size() == places ? null : seen.size() + " switches for " + places + " places";
    }

    private boolean inside(int[] coordinates) {
        int[] sizes = shape.dimensions();
        if (coordinates == null || coordinates.length != sizes.length) {
            return false;
        }
        for (int d = 0; d < sizes.length; d++) {
            if (coordinates[d] < 0 || coordinates[d] >= sizes[d]) {
                return false;
            }
        }
        return true;
    }

    private boolean neighbours(int[] a, int[] b) {
        int[] sizes = shape.dimensions();
        if (shape.family() == Shape.Family.K_ARY_N_TREE) {
            int upperTier = Math.min(a[0], b[0]);
            int free = sizes.length - 1 - upperTier; // digit w_upperTier, coordinates being tier, w_{n-2}, .., w_0
            for (int d = 1; d < sizes.length; d++) {
                if (d != free && a[d] != b[d]) {
                    return false;
                }
            }
            return Math.abs(a[0] - b[0]) == 1;
        }
        int differing = 0;
        for (int d = 0; d < sizes.length; d++) {
            int gap = Math.abs(a[d] - b[d]);
            boolean wraps = shape.family() == Shape.Family.TORUS && gap == sizes[d] - 1;
            if (gap > 1 && !wraps) {
                return false;
            }
            differing += gap == 0 ? 0 : 1;
        }
        return differing == 1;
    }
}
