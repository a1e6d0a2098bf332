package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code k-ary-n-tree:4,3}: n tiers of k^(n-1) switches, tier 0 on top, and k NICs under each switch of the bottom tier.
 *
 *  <p>Switches {@code <w,l>} and {@code <w',l+1>} are joined iff w_i = w'_i for all i != l (fat-tree paper, Def. 1; SPEC §1).
 *
 *  <p>Names: {@code t1_012} is tier 1, digits w_{n-2}..w_0; {@code p0123} is the NIC at the bottom switch of digits 012, in its down port
 *  for digit 3 (p_{n-1} of Def. 1, written last so that a NIC's name starts like its switch's). From k = 11 on digits are joined by
 *  {@code _}. Switches and NICs are ordered by name: tier by tier, digits as written.
 *
 *  <p>Ports: down ports are 1..k and up ports k+1..2k on every switch; tier 0 has nothing in its up ports. Down port 1+d leads to the
 *  lower switch whose digit l is d (or to the NIC of last digit d), up port k+1+d to the upper switch whose digit l is d, where l is the
 *  upper switch's tier. */
public final class KAryNTreeGenerator implements FabricGenerator {
    private static final int MAX_ARITY = GeneratorArguments.MAX_PORTS / 2;
    private static final int MAX_TIERS = 16;

    @Override
    public String name() {
        return "k-ary-n-tree";
    }

    @Override
    public String usage() {
        return "k-ary-n-tree:K,N (K ports down, N tiers), such as k-ary-n-tree:4,3";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 2, Set.of());
        int k = arguments.value(0, "k", 2, MAX_ARITY);
        int n = arguments.value(1, "n", 1, MAX_TIERS);
        long perTier = 1;
        for (int i = 1; i < n; i++) {
            perTier *= k;
            arguments.requireLids(perTier * n, perTier * k);
        }
        return new Tree(k, n, (int) perTier).build(arguments.text());
    }

    private record Tree(int k, int n, int perTier) {
        Fabric build(String name) {
            int[] shape = new int[n];
            Arrays.fill(shape, k);
            shape[0] = n;
            FabricBuilder builder = new FabricBuilder(name, new Shape(Shape.Family.K_ARY_N_TREE, shape));
            FabricBuilder.Node[][] switches = new FabricBuilder.Node[n][perTier];
            for (int tier = 0; tier < n; tier++) {
                for (int w = 0; w < perTier; w++) {
                    switches[tier][w] = addSwitch(builder, tier, w);
                }
            }
            for (int tier = 0; tier < n - 1; tier++) {
                for (int w = 0; w < perTier; w++) {
                    connectDown(builder, switches, tier, w);
                }
            }
            for (int p = 0; p < perTier * k; p++) {
                FabricBuilder.Node nic = builder.addNic("p" + written(digits(p, n)), 1);
                builder.connect(nic, 1, switches[n - 1][p / k], 1 + p % k);
            }
            return builder.build();
        }

        private FabricBuilder.Node addSwitch(FabricBuilder builder, int tier, int w) {
            int[] digits = digits(w, n - 1);
            int[] coordinates = new int[n];
            coordinates[0] = tier;
            System.arraycopy(digits, 0, coordinates, 1, n - 1);
            String name = n == 1 ? "t0" : "t" + tier + "_" + written(digits);
            return builder.addSwitch(name, 2 * k, coordinates);
        }

        private void connectDown(FabricBuilder builder, FabricBuilder.Node[][] switches, int tier, int w) {
            int weight = 1; // of digit w_tier, w_0 being the last one written
            for (int i = 0; i < tier; i++) {
                weight *= k;
            }
            int upperDigit = w / weight % k;
            for (int lowerDigit = 0; lowerDigit < k; lowerDigit++) {
                int lower = w + (lowerDigit - upperDigit) * weight;
                builder.connect(switches[tier][w], 1 + lowerDigit, switches[tier + 1][lower], k + 1 + upperDigit);
            }
        }

        /** Base-k digits, most significant first. */
        private int[] digits(int number, int count) {
            int[] digits = new int[count];
            for (int i = count - 1, rest = number; i >= 0; i--, rest /= k) {
                digits[i] = rest % k;
            }
            return digits;
        }

        private String written(int[] digits) {
            return Arrays.stream(digits).mapToObj(Integer::toString).collect(Collectors.joining(k <= 10 ? "" : "_"));
        }
    }
}
