package org.reweave.emulator.drivers;

import java.util.List;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricBuilder.Node;

/** Switches in a line with a NIC at each end: two senders whose paths share nothing. */
final class Lines {
    private Lines() {}

    /** @param lines more of the scenario */
    static Network network(int switches, String... lines) {
        String text = """
                description = "a line"
                fabric.generator = "mesh:2"
                routing.engine = updown
                """ + String.join("\n", lines);
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("line.conf", text, List.of()), fabric(switches)));
    }

    private static Fabric fabric(int switches) {
        FabricBuilder builder = new FabricBuilder("line");
        Node last = builder.addSwitch("s0", 2);
        builder.connect(builder.addNic("left", 1), 1, last, 1);
        for (int i = 1; i < switches; i++) {
            Node next = builder.addSwitch("s" + i, 2);
            builder.connect(last, 2, next, 1);
            last = next;
        }
        builder.connect(last, 2, builder.addNic("right", 1), 1);
        return builder.build();
    }
}
