package org.reweave.emulator.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

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

    /**
     * Gives an order that takes effect some cuts later, while the run that it is for goes on slowly: however late the
     * order arrives, the run is not over by then.
     *
     * @param steps cuts that the run may have
     * @return the answer to the order
     */
    public static <T> T whileCutsPass(Semaphore steps, Supplier<T> order)
            throws InterruptedException, ExecutionException {
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(order);
        while (true) {
            try {
                return answer.get(300, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                steps.release();
            }
        }
    }
}
