package org.reweave.emulator.cluster;

import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.cluster.messages.RunDigests;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/**
 * The network of the run that a node hosts a part of. Another incarnation of the run has the same network, and begins
 * sooner where that is built already.
 */
final class LastNetwork {
    private RunOrder order; // null = there is none
    private Network network; // the same
    private RunDigests digests; // the same

    /**
     * The network of an order.
     *
     * @throws org.reweave.emulator.cluster.messages.ClusterException when it is not the one that the run has
     */
    synchronized Network of(RunOrder of) {
        if (order == null || !order.run().equals(of.run()) || !Arrays.equals(order.scenario(), of.scenario())) {
            forget();
            network = new Network(ResolvedScenario.of(ScenarioLoader.parse(of.name(), of.scenarioText(), List.of())));
            digests = RunDigests.of(network);
            order = of;
        }
        digests.requireSame(of.digests());
        return network;
    }

    /** No other incarnation will come. */
    synchronized void forget() {
        order = null;
        network = null;
        digests = null;
    }
}
