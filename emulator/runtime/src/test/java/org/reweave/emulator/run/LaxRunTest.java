package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.scenario.ScenarioException;

/** Lax runs of shipped scenarios, from a Java program. */
@Tag("slow")
class LaxRunTest {
    private static final Path SCENARIOS = Path.of("../../cluster-config/scenarios");

    @TempDir
    private Path folder;

    private static RunBuilder lax(String scenario, String slack) {
        return Run.of(SCENARIOS.resolve(scenario + ".conf"))
                .set("run.asynchrony=lax")
                .set("run.lax.slack=" + slack);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fat-tree-ddrc", "kns-intermediates", "mixed-sizes", "torus-8x8-ebr", "torus-8x8-uniform"})
    void withoutSlackAShippedScenarioHasItsConservativeFingerprint(String scenario) {
        Summary conservative = Run.of(SCENARIOS.resolve(scenario + ".conf"))
                .driver(Drivers.sequential())
                .prepare()
                .execute();
        Summary lax =
                lax(scenario, "0cycles").driver(Drivers.actors(2)).prepare().execute();

        assertThat(lax.fingerprint()).isEqualTo(conservative.fingerprint());
        assertThat(lax.drift().lateRecords()).isZero();
        assertThat(lax.drift().stepsBeyond()).isZero();
        assertThat(conservative.drift()).isNull();
    }

    @Test
    void aLaxRunLeavesAJournalThatEveryDriverRepeats() throws IOException {
        Summary run = lax("fat-tree-ddrc", "unlimited")
                .until("300us")
                .folder(folder.resolve("run"))
                .journal()
                .prepare()
                .execute();

        assertThat(run.drift().lateRecords()).isPositive();
        assertThat(run.drift().lateness().max())
                .isGreaterThanOrEqualTo(run.drift().lateness().p99());
        assertThat(Files.readString(folder.resolve("run/report.html"))).contains("\"lateRecords\"");
        for (Drivers drivers : List.of(Drivers.sequential(), Drivers.actors(1), Drivers.actors(2))) {
            try (JournalReader journal = JournalReader.open(JournalPlace.in(folder.resolve("run")), Optional.empty())) {
                ReplayReport report =
                        JournalReplay.of("run", journal).orElseThrow().execute(drivers);
                assertThat(report.verdict()).isEqualTo(ReplayReport.Comparison.EQUAL);
                assertThat(report.fingerprint()).isEqualTo(run.fingerprint());
            }
        }
    }

    @Test
    void aLaxRunThatCannotBeIsRefusedWithTheRemedy() {
        assertThatThrownBy(() ->
                        lax("torus-8x8-ebr", "1us").driver(Drivers.sequential()).prepare())
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("--driver sequential")
                .hasMessageContaining("use --driver actors");
        assertThatThrownBy(() ->
                        lax("torus-8x8-ebr", "1us").driver(Drivers.actors(2, 4)).prepare())
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("run.lax.island-size=N");
        assertThatThrownBy(() ->
                        lax("torus-8x8-ebr", "1us").set("run.lax.step=30cycles").prepare())
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("does not divide run.cut-interval");
        assertThatThrownBy(() -> lax("torus-8x8-ebr", "1us")
                        .set("run.lax.step=125cycles")
                        .prepare())
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("> 100ns, the latency of ");
        assertThatThrownBy(
                        () -> lax("torus-8x8-ebr", "1us").set("run.pace=fast").prepare())
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("is not a pace");
    }
}
