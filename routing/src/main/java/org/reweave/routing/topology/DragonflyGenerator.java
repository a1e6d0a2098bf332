package org.reweave.routing.topology;

import java.util.Set;

/**
 * {@code dragonfly:2,4,2}: groups of a = 4 switches joined all to all, p = 2 NICs and h = 2 global links a switch, and
 * as many groups as the global links reach (ah + 1), one link between any two. Balanced networks have a = 2p = 2h.
 *
 * <p>Global links: link j = 0..ah-1 of a group belongs to its switch j / h; from group g it leads to group g + j + 1
 * (mod ah + 1), where it is link ah - 1 - j.
 *
 * <p>Names: {@code s3_1} is switch 1 of group 3, {@code n3_1} its NIC, or {@code n3_1_0}, {@code n3_1_1}, .. when it
 * has several. Switches and NICs are ordered by group, then switch; links: those within groups, global ones, NICs.
 * Ports: 1..a-1 lead to the others of the group in increasing number, a..a+h-1 are global, the NICs follow. Source:
 * Kim, Dally, Scott and Abts, "Technology-driven, highly-scalable dragonfly topology", ISCA 2008, which leaves the
 * arrangement of global links open; this one is known as palm tree. KNS §3 names the topology.
 */
public final class DragonflyGenerator implements FabricGenerator {
    @Override
    public String name() {
        return "dragonfly";
    }

    @Override
    public String usage() {
        return "dragonfly:P,A,H (P NICs and H global links a switch, A switches a group), such as dragonfly:2,4,2";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 3, Set.of());
        int p = arguments.value(0, "p", 1, GeneratorArguments.MAX_PORTS);
        int a = arguments.value(1, "a", 1, GeneratorArguments.MAX_PORTS);
        int h = arguments.value(2, "h", 1, GeneratorArguments.MAX_PORTS);
        arguments.requirePorts((long) a - 1 + h + p);
        long switches = (a * (long) h + 1) * a;
        arguments.requireLids(switches, switches * p);
        return build(arguments.text(), p, a, h);
    }

    private static Fabric build(String name, int p, int a, int h) {
        int groups = a * h + 1;
        FabricBuilder builder = new FabricBuilder(name, new Shape(Shape.Family.DRAGONFLY, new int[] {groups, a}));
        FabricBuilder.Node[][] switches = new FabricBuilder.Node[groups][a];
        for (int g = 0; g < groups; g++) {
            for (int r = 0; r < a; r++) {
                switches[g][r] = builder.addSwitch("s" + g + "_" + r, a - 1 + h + p, g, r);
            }
        }
        for (int g = 0; g < groups; g++) {
            for (int r = 0; r < a; r++) {
                for (int other = r + 1; other < a; other++) {
                    builder.connect(switches[g][r], other, switches[g][other], 1 + r);
                }
            }
        }
        for (int g = 0; g < groups; g++) {
            for (int j = 0; g + j + 1 < groups; j++) {
                int back = a * h - 1 - j;
                builder.connect(switches[g][j / h], a + j % h, switches[g + j + 1][back / h], a + back % h);
            }
        }
        for (int g = 0; g < groups; g++) {
            for (int r = 0; r < a; r++) {
                for (int i = 0; i < p; i++) {
                    String nic = "n" + g + "_" + r + (p == 1 ? "" : "_" + i);
                    builder.connect(builder.addNic(nic, 1), 1, switches[g][r], a + h + i);
                }
            }
        }
        return builder.build();
    }
}
