package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reweave.emulator.cluster.LossyTorus;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.scenario.ScenarioException;

/** Runs on JVMs that they start themselves and end with themselves. */
@Tag("slow")
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class LocalNodesIT {
    private static Drivers nodes(int count) {
        return Drivers.actors(1).onCluster(count, null, problem -> {
            throw new AssertionError(problem);
        });
    }

    private static List<ProcessHandle> children() {
        try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
            return children.filter(ProcessHandle::isAlive).toList();
        }
    }

    @AfterEach
    void noProcessIsLeft() {
        assertThat(children()).isEmpty();
    }

    @Test
    void aRunOnThreeJvmsHasTheFingerprintOfTheSequentialDriver() {
        Summary expected = Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                .driver(Drivers.sequential())
                .prepare()
                .execute();

        Summary result = Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                .driver(nodes(3))
                .prepare()
                .execute();

        assertThat(result.fingerprint()).isEqualTo(expected.fingerprint());
        assertThat(result.latency()).isEqualTo(expected.latency());
        assertThat(result.packets()).isEqualTo(expected.packets());
        assertThat(expected.cost().spread()).isNull();
        assertThat(result.cost().spread().nodes()).isEqualTo(3);
        assertThat(result.cost().spread().imbalance()).isBetween(1.0, 1.5);
        assertThat(result.cost().spread().cutLinks()).isPositive();
        assertThat(result.cost().spread().frames())
                .isGreaterThan(result.cost().spread().bundles());
        assertThat(result.cost().spread().bundles()).isPositive();
    }

    @Test
    void aRunWhoseNodeIsKilledGoesOnWithTheOthersAndHasTheSameResults() {
        Summary expected = Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                .driver(Drivers.sequential())
                .prepare()
                .execute();
        AtomicLong cuts = new AtomicLong();
        Run run = Run.of(LossyTorus.NAME, LossyTorus.TEXT).driver(nodes(2)).prepare();
        run.watch(cut -> {
            if (cuts.incrementAndGet() == 10) {
                children().get(0).destroyForcibly();
            }
        });

        Summary result = run.execute();

        assertThat(result.fingerprint()).isEqualTo(expected.fingerprint());
        assertThat(result.latency()).isEqualTo(expected.latency());
        assertThat(cuts.get()).as("cuts that a watcher has seen").isEqualTo(result.cycles() / cutCycles(run));
    }

    private static long cutCycles(Run run) {
        return run.network().resolved().scenario().run().cutInterval();
    }

    @Test
    void checkpointsOfALaxRunOnAClusterAreRefused() {
        RunBuilder run = Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                .set("run.asynchrony=lax")
                .set("run.checkpoint=every 20us")
                .driver(nodes(2));

        assertThatThrownBy(run::prepare)
                .isInstanceOf(ScenarioException.class)
                .hasMessage("run.checkpoint: a lax run on a cluster takes no checkpoints; use run.checkpoint = off, "
                        + "run it in one process, or with conservative asynchrony");
    }

    @Test
    void aLaxRunWhoseNodeIsKilledEndsWithOneLine() {
        Run run = Run.of(LossyTorus.NAME, LossyTorus.TEXT)
                .set("run.asynchrony=lax")
                .driver(nodes(2))
                .prepare();
        AtomicLong killed = new AtomicLong();
        run.watch(cut -> {
            if (killed.get() == 0) {
                ProcessHandle victim = children().get(0);
                killed.set(victim.pid());
                victim.destroyForcibly();
            }
        });

        assertThatThrownBy(run::execute)
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith(
                        "a node on this machine, process " + killed + ", has ended with exit code 137, at cycle ")
                .hasMessageContaining("a lax run cannot go on without it");
    }
}
