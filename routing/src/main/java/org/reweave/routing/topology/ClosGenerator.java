package org.reweave.routing.topology;

import java.util.Set;

/**
 * {@code clos:leaves=6,spines=2,parallel=4,nics=24}: a folded Clos network as clusters are built, with parallel cables.
 *
 * <p>Two levels: every leaf has {@code nics} NICs and {@code parallel} cables to every spine. Three levels, with
 * {@code pods}: each pod is such a network, and the spines of the same number in all pods form a plane with
 * {@code cores} core switches of its own, each with {@code core-parallel} cables to every spine of the plane; so the
 * fabric has spines x cores core switches.
 *
 * <p>Names: {@code leaf3}, {@code spine1} and {@code n3_0} for the first NIC of leaf 3; with pods {@code leaf0_3} for
 * leaf 3 of pod 0, {@code spine0_1}, {@code n0_3_0}, and {@code core1_0} for core 0 of plane 1. Order: cores, spines,
 * leaves, NICs, each by their numbers; links: cores to spines, spines to leaves, NICs.
 *
 * <p>Ports: those that lead down come first, by the number of the lower device, parallel cables side by side; those
 * that lead up follow, by the number of the upper device. Source: this is the parallel-port generalised fat tree of
 * Zahavi, "D-Mod-K routing providing non-blocking traffic for shift permutations on real life fat trees", 2010: PGFT(2;
 * nics, leaves; 1, spines; 1, parallel), or PGFT(3; nics, leaves, pods; 1, spines, cores; 1, parallel, core-parallel).
 */
public final class ClosGenerator implements FabricGenerator {
    private static final int MAX_SWITCHES = 10_000; // of a kind

    @Override
    public String name() {
        return "clos";
    }

    @Override
    public String usage() {
        return "clos:leaves=N,spines=N[,parallel=cables][,nics=NICs per leaf][,pods=N,cores=N[,core-parallel=cables]],"
                + " such as clos:leaves=6,spines=2,parallel=4,nics=24 or"
                + " clos:pods=4,leaves=4,spines=2,cores=4,nics=4";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(
                this, args, 0, Set.of("leaves", "spines", "parallel", "nics", "pods", "cores", "core-parallel"));
        int leaves = arguments.required("leaves", 1, MAX_SWITCHES);
        int spines = arguments.required("spines", 1, MAX_SWITCHES);
        int parallel = arguments.option("parallel", 1, 1, GeneratorArguments.MAX_PORTS);
        int nics = arguments.option("nics", 1, 1, GeneratorArguments.MAX_PORTS);
        boolean threeLevels = arguments.has("pods") || arguments.has("cores") || arguments.has("core-parallel");
        int pods = threeLevels ? arguments.required("pods", 1, MAX_SWITCHES) : 1;
        int cores = threeLevels ? arguments.required("cores", 1, MAX_SWITCHES) : 0;
        int coreParallel = arguments.option("core-parallel", 1, 1, GeneratorArguments.MAX_PORTS);
        arguments.requirePorts(nics + (long) spines * parallel);
        arguments.requirePorts((long) leaves * parallel + (long) cores * coreParallel);
        arguments.requirePorts((long) pods * coreParallel);
        arguments.requireLids(pods * ((long) leaves + spines) + (long) spines * cores, (long) pods * leaves * nics);
        return new Clos(threeLevels, pods, leaves, spines, cores, parallel, coreParallel, nics).build(arguments.text());
    }

    private record Clos(
            boolean threeLevels,
            int pods,
            int leaves,
            int spines,
            int cores,
            int parallel,
            int coreParallel,
            int nics) {
        Fabric build(String name) {
            int[] sizes = threeLevels ? new int[] {3, pods, leaves, spines, cores} : new int[] {2, leaves, spines};
            FabricBuilder builder = new FabricBuilder(name, new Shape(Shape.Family.CLOS, sizes));
            FabricBuilder.Node[][] core = new FabricBuilder.Node[spines][cores];
            for (int plane = 0; plane < spines; plane++) {
                for (int c = 0; c < cores; c++) {
                    core[plane][c] =
                            builder.addSwitch("core" + plane + "_" + c, pods * coreParallel, 0, 0, 0, plane, c);
                }
            }
            FabricBuilder.Node[][] spine = new FabricBuilder.Node[pods][spines];
            for (int pod = 0; pod < pods; pod++) {
                for (int s = 0; s < spines; s++) {
                    int ports = leaves * parallel + cores * coreParallel;
                    spine[pod][s] = threeLevels
                            ? builder.addSwitch("spine" + pod + "_" + s, ports, 1, pod, 0, s, 0)
                            : builder.addSwitch("spine" + s, ports, 0, 0, s);
                }
            }
            FabricBuilder.Node[][] leaf = new FabricBuilder.Node[pods][leaves];
            for (int pod = 0; pod < pods; pod++) {
                for (int l = 0; l < leaves; l++) {
                    int ports = nics + spines * parallel;
                    leaf[pod][l] = threeLevels
                            ? builder.addSwitch("leaf" + pod + "_" + l, ports, 2, pod, l, 0, 0)
                            : builder.addSwitch("leaf" + l, ports, 1, l, 0);
                }
            }
            joinPlanes(builder, core, spine);
            for (int pod = 0; pod < pods; pod++) {
                join(builder, spine[pod], leaf[pod], nics, parallel);
            }
            addNics(builder, leaf);
            return builder.build();
        }

        private void joinPlanes(FabricBuilder builder, FabricBuilder.Node[][] core, FabricBuilder.Node[][] spine) {
            for (int plane = 0; plane < spines; plane++) {
                FabricBuilder.Node[] ofPlane = new FabricBuilder.Node[pods];
                for (int pod = 0; pod < pods; pod++) {
                    ofPlane[pod] = spine[pod][plane];
                }
                join(builder, core[plane], ofPlane, leaves * parallel, coreParallel);
            }
        }

        /**
         * All to all.
         *
         * @param portsBefore ports of a lower switch that come before these
         */
        private static void join(
                FabricBuilder builder,
                FabricBuilder.Node[] upper,
                FabricBuilder.Node[] lower,
                int portsBefore,
                int cables) {
            for (int u = 0; u < upper.length; u++) {
                for (int l = 0; l < lower.length; l++) {
                    for (int cable = 0; cable < cables; cable++) {
                        builder.connect(
                                upper[u], l * cables + cable + 1, lower[l], portsBefore + u * cables + cable + 1);
                    }
                }
            }
        }

        private void addNics(FabricBuilder builder, FabricBuilder.Node[][] leaf) {
            for (int pod = 0; pod < pods; pod++) {
                for (int l = 0; l < leaves; l++) {
                    for (int i = 0; i < nics; i++) {
                        String nic = "n" + (threeLevels ? pod + "_" : "") + l + "_" + i;
                        builder.connect(builder.addNic(nic, 1), 1, leaf[pod][l], 1 + i);
                    }
                }
            }
        }
    }
}
