package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cluster.ClusterClient;
import org.reweave.emulator.cluster.LossyTorus;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.results.Summary;

/** The JVMs of a cluster change under a run: one joins, one leaves, one is asked to end, all are lost. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ClusterChangesIT extends RunOnField {
    @Test
    @Tag("slow")
    void aRunSpreadsOverAJvmThatJoinsAndGivesUpOneThatLeavesWithoutLoss()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Summary expected = undisturbed();
        Semaphore steps = new Semaphore(10); // cuts that the run may have by now
        try (FieldNodes nodes = new FieldNodes(folder, 2)) {
            Run run = Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                    .driver(onCluster(2, nodes.contact()))
                    .prepare();
            run.watch(cut -> steps.acquireUninterruptibly());
            CompletableFuture<Summary> result = CompletableFuture.supplyAsync(run::execute);
            nodes.join();
            try (ClusterClient client = new ClusterClient(nodes.contact(), Optional.empty())) {
                while (steps.availablePermits() > 0
                        || client.members().stream().noneMatch(node -> isUp(node, nodes.contact(3)))) {
                    assertThat(result).as("the run").isNotDone();
                }
                assertThat(LossyTorus.whileCutsPass(steps, client::rebalance))
                        .contains(nodes.contact(2), nodes.contact(3));
                String left = LossyTorus.whileCutsPass(
                        steps, () -> client.leave(nodes.contact(2)).orElseThrow());
                assertThat(left).contains(nodes.contact(1), nodes.contact(3)).doesNotContain(nodes.contact(2));
            }
            steps.release(Integer.MAX_VALUE / 2);
            assertThat(nodes.process(2).waitFor(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS))
                    .as("the node that left has ended")
                    .isTrue();
            Summary summary = result.get(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS);

            assertThat(summary.fingerprint()).isEqualTo(expected.fingerprint());
            assertThat(summary.latency()).isEqualTo(expected.latency());
            assertThat(summary.cost().spread().nodes()).isEqualTo(2);
        }
    }

    @Test
    @Tag("slow")
    void aNodeThatIsAskedToEndHandsItsDevicesOver() throws Exception {
        hasTheUndisturbedResults(false, 2, (nodes, run, cuts) -> {
            nodes.signal(2, "TERM");
            assertThat(nodes.process(2).waitFor(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS))
                    .as("the node has ended")
                    .isTrue();
            assertThat(nodes.process(2).exitValue()).as("of SIGTERM").isEqualTo(128 + 15);
            assertThat(nodes.log(2)).doesNotContain("cannot hand its devices over", "ends with devices of a run");
        });
    }

    /** The words of the message are the command; the nodes of the new cluster have the addresses of the lost ones. */
    @Test
    @Tag("slow")
    void aRunThatHasLostItsClusterNamesTheCommandThatGoesOnOnAnotherOne() throws Exception {
        Summary expected = undisturbed();
        AtomicLong cuts = new AtomicLong();
        List<String> remarks = new ArrayList<>();
        Path target = folder.resolve("run");
        String contact;
        try (FieldNodes nodes = new FieldNodes(folder, 2)) {
            contact = nodes.contact();
            Run run = slow(LossyTorus.TEXT + "run.checkpoint = every 4us\n")
                    .folder(target)
                    .journal()
                    .driver(onCluster(2, contact))
                    .prepare();
            run.watch(new RunWatcher() {
                @Override
                public void cut(RunCut cut) {
                    cuts.incrementAndGet();
                }

                @Override
                public void broken(String remark) {
                    remarks.add(remark);
                }
            });
            CompletableFuture<Summary> result = CompletableFuture.supplyAsync(run::execute);
            awaitMoreCuts(result, cuts, 2 * CUTS_BETWEEN_LOSSES);
            nodes.signal(1, "KILL");
            nodes.signal(2, "KILL");
            assertThatThrownBy(() -> result.get(LONGEST_RECOVERY_SECONDS, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ClusterException.class)
                    .hasMessageContaining("no node is left");
        }
        String command = "reweave resume " + target + " --cluster " + contact + " --nodes 2";
        assertThat(remarks).hasSize(1);
        assertThat(remarks.get(0))
                .endsWith("'" + command + "', or in one process 'reweave resume " + target + "', goes on with it");

        try (FieldNodes nodes = new FieldNodes(folder, 2)) {
            assertThat(nodes.contact()).isEqualTo(contact);
            String[] words = command.split(" ");
            CommandRun resumed = CommandRun.of(Arrays.copyOfRange(words, 1, words.length));
            assertThat(resumed.code()).as(resumed.err()).isEqualTo(ExitCode.DONE);
            assertThat(resumed.err()).contains("goes on from its checkpoint at cycle ");
            assertThat(resumed.out()).contains(expected.fingerprint());
        }
    }

    private static boolean isUp(ClusterClient.MemberLine node, String address) {
        return node.address().equals(address) && !node.software().isEmpty();
    }
}
