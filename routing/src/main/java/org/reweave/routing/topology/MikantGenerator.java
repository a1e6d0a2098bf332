package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.Set;

/**
 * {@code mikant:3,4}: the mirrored k-ary n-tree MiKANT(k,n), two groups of n-1 levels of k^(n-1) switches, level 0 with
 * the NICs, and the two level n-2 joined to each other instead of to a level of roots.
 *
 * <p>A switch is {@code <G,L,D_{n-2}..D_0>}. From level L below n-2 it is joined to the k switches {@code <G,L+1,..>}
 * that differ at most in digit L; from level n-2 to the k switches {@code <other G,n-2,..>} that differ at most in
 * digit n-2 (the overbar over G is lost in the OCR). NIC {@code <G,C_{n-1}..C_0>} is at the switch
 * {@code <G,0,C_{n-2}..C_0>}.
 *
 * <p>Names: {@code g0l1_022} is group 0, level 1, digits 022; {@code p02000} is the NIC of group 0 and digits 2000, as
 * the slides write it. From k = 11 on digits are joined by {@code _}. Switches are ordered by name, group by group and
 * level by level; NICs by name too.
 *
 * <p>Ports: down ports are 1..k and up ports k+1..2k, all wired. Down port 1+d leads to the switch of level L-1 whose
 * digit L-1 is d (on level 0 to the NIC with C_{n-1} = d), up port k+1+d to the switch of level L+1 whose digit L is d
 * (on level n-2, to the one of the other group whose digit n-2 is d): the slides' ports T^- and T^+, plus 1. Source:
 * MiKANT, "Switch-Switch Connections" and "Switch-Compute Node Connections". The figures call MiKANT(k,n) what the
 * address slides call (n,k).
 */
public final class MikantGenerator implements FabricGenerator {
    private static final int MAX_ARITY = GeneratorArguments.MAX_PORTS / 2;
    private static final int MAX_DIGITS = 14;

    @Override
    public String name() {
        return "mikant";
    }

    @Override
    public String usage() {
        return "mikant:K,N (K ports down, 2 groups of N-1 levels), such as mikant:3,4";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 2, Set.of());
        int k = arguments.value(0, "k", 2, MAX_ARITY);
        int n = arguments.value(1, "n", 2, MAX_DIGITS);
        long perLevel = 1;
        for (int i = 1; i < n; i++) {
            perLevel *= k;
            arguments.requireLids((2L * n - 2) * perLevel, 2L * k * perLevel);
        }
        return new Mirrored(k, n, (int) perLevel).build(arguments.text());
    }

    private record Mirrored(int k, int n, int perLevel) {
        Fabric build(String name) {
            int[] sizes = new int[n + 1];
            Arrays.fill(sizes, k);
            sizes[0] = 2;
            sizes[1] = n - 1;
            FabricBuilder builder = new FabricBuilder(name, new Shape(Shape.Family.MIKANT, sizes));
            FabricBuilder.Node[][][] switches = new FabricBuilder.Node[2][n - 1][perLevel];
            for (int group = 0; group < 2; group++) {
                for (int level = 0; level < n - 1; level++) {
                    for (int d = 0; d < perLevel; d++) {
                        switches[group][level][d] = addSwitch(builder, group, level, d);
                    }
                }
            }
            for (int group = 0; group < 2; group++) {
                for (int level = 0; level < n - 2; level++) {
                    connect(builder, switches[group][level], level, switches[group][level + 1], 0);
                }
            }
            connect(builder, switches[0][n - 2], n - 2, switches[1][n - 2], k);
            for (int group = 0; group < 2; group++) {
                addNics(builder, group, switches[group][0]);
            }
            return builder.build();
        }

        private FabricBuilder.Node addSwitch(FabricBuilder builder, int group, int level, int d) {
            int[] digits = Digits.of(d, k, n - 1);
            int[] coordinates = new int[n + 1];
            coordinates[0] = group;
            coordinates[1] = level;
            System.arraycopy(digits, 0, coordinates, 2, n - 1);
            return builder.addSwitch("g" + group + "l" + level + "_" + Digits.written(digits, k), 2 * k, coordinates);
        }

        /**
         * Joins every switch to those on the other side that differ at most in one digit.
         *
         * @param firstPort the ports of the other side come after this one
         */
        private void connect(
                FabricBuilder builder, FabricBuilder.Node[] from, int digit, FabricBuilder.Node[] to, int firstPort) {
            int weight = Digits.power(k, digit);
            for (int d = 0; d < perLevel; d++) {
                int own = d / weight % k;
                for (int other = 0; other < k; other++) {
                    builder.connect(from[d], k + 1 + other, to[d + (other - own) * weight], firstPort + 1 + own);
                }
            }
        }

        private void addNics(FabricBuilder builder, int group, FabricBuilder.Node[] level0) {
            for (int c = 0; c < k * perLevel; c++) {
                String digits = Digits.written(Digits.of(c, k, n), k);
                FabricBuilder.Node nic = builder.addNic("p" + group + (k <= 10 ? "" : "_") + digits, 1);
                builder.connect(nic, 1, level0[c % perLevel], 1 + c / perLevel);
            }
        }
    }
}
