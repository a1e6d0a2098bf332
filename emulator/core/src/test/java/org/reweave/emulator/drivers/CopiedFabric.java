package org.reweave.emulator.drivers;

import java.util.stream.IntStream;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricBuilder.Node;

/** The devices of a fabric once more, to be plugged together and numbered in another way. */
final class CopiedFabric {
    private final Fabric fabric;
    private final FabricBuilder builder;
    private final Node[] nodes;

    CopiedFabric(Fabric fabric) {
        this.fabric = fabric;
        this.builder = new FabricBuilder(fabric.name(), fabric.shape());
        this.nodes = new Node[fabric.deviceCount()];
        for (int device = 0; device < nodes.length; device++) {
            String name = fabric.deviceName(device);
            int ports = fabric.portCount(device);
            nodes[device] = fabric.isSwitch(device)
                    ? builder.addSwitch(name, ports, coordinates(device))
                    : builder.addNic(name, ports);
        }
    }

    /** The same fabric with LIDs that are larger by a number. */
    static Fabric withLidsFrom(int offset, Fabric fabric) {
        CopiedFabric copy = new CopiedFabric(fabric);
        for (int device = 0; device < fabric.deviceCount(); device++) {
            if (fabric.isSwitch(device)) {
                copy.builder.switchLid(copy.nodes[device], fabric.switchLid(device) + offset);
            } else {
                copy.builder.nicLid(copy.nodes[device], 1, fabric.nicLid(device, 1) + offset);
            }
        }
        for (int link = 0; link < fabric.linkCount(); link++) {
            copy.connect(link, fabric.linkRate(link), fabric.linkLatencyPs(link));
        }
        return copy.build();
    }

    /** Plugs the cable of a link of the fabric. */
    void connect(int link, LinkRate rate, long latencyPs) {
        builder.connect(
                nodes[fabric.linkDevice(link, 0)],
                fabric.linkPort(link, 0),
                nodes[fabric.linkDevice(link, 1)],
                fabric.linkPort(link, 1),
                rate,
                latencyPs);
    }

    Fabric build() {
        return builder.build();
    }

    private int[] coordinates(int device) {
        return IntStream.range(0, fabric.shape().dimensions().length)
                .map(dimension -> fabric.coordinate(device, dimension))
                .toArray();
    }
}
