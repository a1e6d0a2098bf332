package org.reweave.emulator.results;

import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.network.Network;
import org.reweave.reconfig.state.StateVisitor;

/** Jain's fairness index (sum of x)^2 / (n sum of x^2) over the flits that each NIC injected. */
final class Fairness {
    private final int[] nics; // devices that take part
    private final long[] flits;

    Fairness(Network network) {
        this.nics = network.participants().stream()
                .mapToInt(nic -> network.fabric().nicDevice(nic))
                .toArray();
        this.flits = new long[nics.length];
    }

    void readings(Readings readings) {
        for (int i = 0; i < nics.length; i++) {
            flits[i] = readings.injectedFlits(nics[i]);
        }
    }

    Double index() {
        double sum = 0;
        double squares = 0;
        for (long one : flits) {
            sum += one;
            squares += (double) one * one;
        }
        return squares == 0 ? null : (Double) (sum * sum / (nics.length * squares));
    }

    void visit(StateVisitor state) {
        state.values(flits);
    }
}
