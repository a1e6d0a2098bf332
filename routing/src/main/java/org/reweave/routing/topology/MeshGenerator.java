package org.reweave.routing.topology;

/** {@code mesh:4x4x4}: a grid without wraparound; see {@link GridWiring} for names, order and ports. */
public final class MeshGenerator implements FabricGenerator {
    @Override
    public String name() {
        return "mesh";
    }

    @Override
    public String usage() {
        return "mesh:SIZExSIZE..[,nics=NICs per switch], such as mesh:8x8 or mesh:4x4x4,nics=2";
    }

    @Override
    public Fabric generate(String args) {
        return GridWiring.generate(this, args, false);
    }
}
