package org.reweave.emulator.cluster;

/** What the tests of runs on nodes run: small, loaded, and with a fault whose answer takes until the end. */
public final class LossyTorus {
    /** Its name and the text of its scenario. */
    public static final String NAME = "torus";

    public static final String TEXT = """
            description = "A loaded torus loses a link"
            seed = 11
            fabric.generator = "torus:4x4"
            routing { engine = updown }
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.4
            faults = [ { at = 30us, link = random } ]
            reconfiguration.scheme = ebr
            run { warmup = 10us, duration = 120us, limit = 600us, cut-interval = 2us }
            """;

    private LossyTorus() {}
}
