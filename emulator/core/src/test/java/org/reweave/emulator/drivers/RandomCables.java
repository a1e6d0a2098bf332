package org.reweave.emulator.drivers;

import java.util.stream.IntStream;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricBuilder.Node;

/** A fabric plugged together again with cables of mixed rates and lengths. */
final class RandomCables {
    private static final long PS_PER_CYCLE = 4_000;

    private RandomCables() {}

    static Fabric in(Fabric fabric, Draws draws) {
        FabricBuilder builder = new FabricBuilder(fabric.name(), fabric.shape());
        Node[] nodes = new Node[fabric.deviceCount()];
        for (int device = 0; device < nodes.length; device++) {
            String name = fabric.deviceName(device);
            int ports = fabric.portCount(device);
            nodes[device] = fabric.isSwitch(device)
                    ? builder.addSwitch(name, ports, coordinates(fabric, device))
                    : builder.addNic(name, ports);
        }
        for (int link = 0; link < fabric.linkCount(); link++) {
            LinkRate rate = LinkRate.parse(draws.of("1xSDR", "1xDDR", "4xSDR", "2xSDR"));
            long length = draws.oneIn(2) ? -1 : PS_PER_CYCLE * draws.between(1, 40);
            builder.connect(
                    nodes[fabric.linkDevice(link, 0)],
                    fabric.linkPort(link, 0),
                    nodes[fabric.linkDevice(link, 1)],
                    fabric.linkPort(link, 1),
                    rate,
                    length);
        }
        return builder.build();
    }

    private static int[] coordinates(Fabric fabric, int device) {
        return IntStream.range(0, fabric.shape().dimensions().length)
                .map(dimension -> fabric.coordinate(device, dimension))
                .toArray();
    }
}
