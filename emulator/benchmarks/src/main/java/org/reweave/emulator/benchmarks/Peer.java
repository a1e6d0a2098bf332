package org.reweave.emulator.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Another simulator of input-queued routers, which the user has built: what it can do and this one, too. */
interface Peer {
    String title();

    /** The variable of the environment that names its program. */
    String variable();

    /** Where its source is. */
    String source();

    /** Where its build puts the program. */
    String program();

    List<Work> works();

    /**
     * One process.
     *
     * @param folder takes what the program writes
     */
    Sample run(Path program, Work work, long cycles, Path folder) throws IOException;

    /**
     * A network with uniform traffic, in the words of both programs.
     *
     * @param share of the cycles that the small networks are given
     */
    record Work(String name, String own, String peer, int flits, double load, double share) {
        String scenario(long cycles) {
            return String.format(Locale.ROOT, """
                    description = "Compared with another simulator"
                    %s
                    device {
                      preset = iq-router
                      link { latency = 1cycle, host-latency = 1cycle }
                      switch { vls = 2, input-buffer = 64flits, crossbar-delay = 0cycles }
                      nic { packet = %dflits, header = 0flits }
                    }
                    manager { host-latency = 250cycles }
                    traffic { pattern = uniform, load = %s }
                    run { warmup = 0cycles, duration = %dcycles, cut-interval = 1000cycles }
                    """, own, flits, load, cycles);
        }
    }

    /**
     * @param seconds of processor time
     * @param accepted flits a cycle and NIC
     */
    record Sample(double seconds, double accepted) {}

    /** A mesh with dimension-order routing, in words of reweave. */
    static String mesh(int side) {
        return String.format("fabric.generator = \"mesh:%1$dx%1$d\"\nrouting.engine = dimension-order", side);
    }
}
