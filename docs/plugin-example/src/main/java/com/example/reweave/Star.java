package com.example.reweave;

import java.util.Optional;
import java.util.Set;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerator;
import org.reweave.routing.topology.GeneratorArguments;
import org.reweave.routing.topology.Shape;

/** A topology, {@code star:5}: switches around one in the middle, with a NIC each. */
public final class Star implements FabricGenerator {
    /** {@code [points]}; the coordinate is 0 in the middle and 1.. around it. */
    enum Family implements Shape.Family {
        STAR;

        @Override
        public boolean allows(int[] dimensions) {
            return dimensions.length == 1 && dimensions[0] >= 2;
        }

        @Override
        public int places(int[] dimensions) {
            return 1 + dimensions[0];
        }

        @Override
        public boolean contains(int[] dimensions, int[] at) {
            return at[0] >= 0 && at[0] <= dimensions[0];
        }

        @Override
        public boolean neighbours(int[] dimensions, int[] a, int[] b) {
            return (a[0] == 0) != (b[0] == 0);
        }
    }

    @Override
    public String name() {
        return "star";
    }

    @Override
    public String usage() {
        return "star:POINTS, such as star:5";
    }

    @Override
    public Optional<Shape.Family> family() {
        return Optional.of(Family.STAR);
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 1, Set.of());
        int points = arguments.value(0, "points", 2, GeneratorArguments.MAX_PORTS);
        FabricBuilder builder = new FabricBuilder(arguments.text(), new Shape(Family.STAR, new int[] {points}));
        FabricBuilder.Node middle = builder.addSwitch("s0", points, 0);
        for (int point = 1; point <= points; point++) {
            FabricBuilder.Node node = builder.addSwitch("s" + point, 2, point);
            builder.connect(middle, point, node, 1);
            builder.connect(node, 2, builder.addNic("n" + point, 1), 1);
        }
        return builder.build();
    }
}
