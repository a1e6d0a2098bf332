package org.reweave.routing.topology;

/** {@code torus:8x8}: a grid whose dimensions wrap around; see {@link GridWiring} for names, order and ports. */
public final class TorusGenerator implements FabricGenerator {
    @Override
    public String name() {
        return "torus";
    }

    @Override
    public String usage() {
        return "torus:SIZExSIZE..[,nics=NICs per switch], such as torus:8x8 or torus:4x4x4,nics=2";
    }

    @Override
    public Fabric generate(String args) {
        return GridWiring.generate(this, args, true);
    }
}
