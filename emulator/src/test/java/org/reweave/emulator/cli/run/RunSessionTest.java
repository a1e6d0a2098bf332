package org.reweave.emulator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.SummaryWriter;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

/** Runs that do not come to their end. */
@Tag("slow")
class RunSessionTest {
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private Network network;
    private RunSession session;

    @BeforeEach
    void prepare() throws IOException {
        network = new Network(ResolvedScenario.of(
                ScenarioLoader.load(Path.of("../cluster-config/scenarios/real-fabric.conf"), List.of())));
        RunFolder results = RunFolder.create(folder.resolve("run"), "scenario");
        SummaryWriter.Identity identity = new SummaryWriter.Identity("run", "0", "sequential", 1);
        session = new RunSession(network, identity, results, null, new PrintWriter(err, true));
    }

    private JsonNode summary() throws IOException {
        return new ObjectMapper()
                .readTree(Files.readString(folder.resolve("run").resolve("summary.json")));
    }

    @Test
    void aRunThatBreaksKeepsWhatItHasWrittenMarkedFailed() throws IOException {
        assertThatThrownBy(() -> session.run(
                        listener -> new SequentialDriver(
                                network,
                                (totals, events) -> {
                                    listener.cut(totals, events);
                                    if (totals.cycle() > 600_000) {
                                        throw new IllegalStateException("credits\nare not conserved");
                                    }
                                },
                                HorizonPolicy.FULL),
                        true))
                .hasMessageContaining("not conserved");
        assertThat(summary().get("outcome").textValue()).isEqualTo("failed");
        assertThat(summary().get("failure").textValue()).contains("credits are not conserved");
        assertThat(summary().get("cycles").longValue()).isGreaterThan(600_000);
        assertThat(summary().get("reconfigurations").size()).isEqualTo(1);
        assertThat(Files.readAllLines(folder.resolve("run").resolve("events.jsonl")))
                .isNotEmpty();
        assertThat(err.toString()).contains("marked failed");
        assertThat(folder.resolve(".run.partial")).doesNotExist();
    }

    @Test
    void aRunWithoutADriverIsMarkedFailedToo() throws IOException {
        assertThatThrownBy(() -> session.run(
                        listener -> {
                            throw new OutOfMemoryError("Java heap space");
                        },
                        true))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(summary().get("failure").textValue()).contains("heap space");
        assertThat(summary().get("cycles").longValue()).isZero();
    }

    /** Interrupts itself at the first cut, as Ctrl-C would. */
    private RunDriver impatient(RunListener listener) {
        RunDriver[] driver = new RunDriver[1];
        driver[0] = new SequentialDriver(
                network,
                (totals, events) -> {
                    listener.cut(totals, events);
                    driver[0].interrupt();
                },
                HorizonPolicy.FULL);
        return new RunDriver() {
            @Override
            public RunResult run() {
                return driver[0].run();
            }

            @Override
            public void interrupt() {
                driver[0].interrupt();
            }
        };
    }

    @Test
    void anInterruptedRunEndsAtABoundaryWithItsSummary() throws IOException {
        Summary summary = session.run(this::impatient, false);
        assertThat(summary.interrupted()).isTrue();
        assertThat(summary.outcome()).isEqualTo("incomplete");
        assertThat(summary.cycles()).isLessThan(100_000);
        assertThat(summary.load().offered()).as("the warm-up was not over").isNull();
        assertThat(summary().get("interrupted").booleanValue()).isTrue();
        StringWriter out = new StringWriter();
        new RunReport(new PrintWriter(out), summary, session.recorder(), folder).print();
        assertThat(out.toString()).contains("stopped by the user", "no packet was measured");
    }
}
