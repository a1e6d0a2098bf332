package org.reweave.emulator.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.plot.Panel;

/** The state, the CSV files and the plot of a sweep. */
class SweepFilesTest {
    private static final Map<String, String> TOLERANCE = Map.of("--tolerance", "0.05");
    private static final BatchIdentity IDENTITY = new BatchIdentity(
            "1.0 (build 1)", 2, Map.of("run.duration", "\"1ms\"", "run.warmup", "\"1us\""), "", TOLERANCE);

    @TempDir
    private Path folder;

    private static Point point(String series, String load, long seed) {
        return new Point(new Series(series.isEmpty() ? List.of() : List.of(series)), new BigDecimal(load), seed);
    }

    private static Sample sample(double load, String outcome) {
        Sample.Latency latency = new Sample.Latency(20 / (1 - load), 19.0, null);
        return new Sample(
                outcome,
                load,
                load * 0.99,
                1000,
                latency,
                latency,
                3,
                25_000,
                1,
                "ab",
                new Reading(Map.of(Measure.COMPLETED, 12.5), List.of("s0-s1"), Map.of(), Map.of()));
    }

    private BatchState<RunStore.Entry> open(BatchIdentity identity) throws Exception {
        return BatchState.open(folder, RunStore.files(), identity);
    }

    private static RunStore store(BatchState<RunStore.Entry> state) {
        return new RunStore(state.entries(), state::add);
    }

    @Test
    void finishedRunsAreThereAgainAfterAKillInTheMiddleOfALine() throws Exception {
        try (BatchState<RunStore.Entry> state = open(IDENTITY)) {
            RunStore store = store(state);
            store.add(point("", "0.10", 1), sample(0.1, "completed"));
            store.add(point("a.b=c,\"d\"", "0.2", -5), sample(0.2, Sample.SATURATED));
        }
        Path file = folder.resolve(BatchState.FILE);
        Files.writeString(file, "{\"point\":{\"series", StandardOpenOption.APPEND);
        for (int round = 0; round < 2; round++) {
            try (BatchState<RunStore.Entry> state = open(IDENTITY)) {
                RunStore store = store(state);
                assertThat(store.size()).isEqualTo(2 + round);
                assertThat(store.get(point("", "0.1", 1))).isEqualTo(sample(0.1, "completed"));
                assertThat(store.get(point("a.b=c,\"d\"", "0.2", -5))).isEqualTo(sample(0.2, Sample.SATURATED));
                assertThat(store.get(point("", "0.1", 2))).isNull();
                store.add(point("", "0.3", round), sample(0.3, "completed"));
            }
        }
        assertThat(Files.readString(file).lines()).hasSize(5);
    }

    @Test
    void whatDoesNotBelongIsRefusedWithTheReason() throws Exception {
        open(IDENTITY).close();
        refused(
                new BatchIdentity("2.0", 2, IDENTITY.keys(), "", TOLERANCE),
                "was begun by reweave 1.0 (build 1), this is 2.0");
        refused(
                new BatchIdentity(
                        IDENTITY.software(),
                        2,
                        Map.of("run.duration", "\"2ms\"", "run.warmup", "\"1us\""),
                        "",
                        TOLERANCE),
                "was begun with run.duration = \"1ms\", now \"2ms\"");
        refused(
                new BatchIdentity(IDENTITY.software(), 2, Map.of("run.duration", "\"1ms\""), "", TOLERANCE),
                "was begun with run.warmup = \"1us\", now (nothing)");
        refused(
                new BatchIdentity(IDENTITY.software(), 3, IDENTITY.keys(), "", TOLERANCE),
                "has fingerprints of version 2, and this software makes version 3");
        refused(
                new BatchIdentity(IDENTITY.software(), 2, IDENTITY.keys(), "ff", TOLERANCE),
                "content of the fabric's file");
        refused(
                new BatchIdentity(IDENTITY.software(), 2, IDENTITY.keys(), "", Map.of("--tolerance", "0.1")),
                "--tolerance = 0.05, now 0.1");
    }

    @Test
    void aStateOfAnotherVersionIsRefusedByItsVersionWhateverElseItHolds() throws Exception {
        Files.writeString(
                folder.resolve(BatchState.FILE),
                "{\"software\":\"0.9\",\"keys\":{},\"fabric\":\"ab\",\"tolerance\":0.1}\n");
        refused(IDENTITY, "was begun by reweave 0.9, this is 1.0 (build 1)");
    }

    @Test
    void aStateThatSaysNothingOfItsFingerprintsHasThoseOfVersionOne() throws Exception {
        Files.writeString(
                folder.resolve(BatchState.FILE),
                "{\"software\":\"1.0 (build 1)\",\"keys\":{},\"fabricFile\":\"\",\"options\":{}}\n");
        refused(IDENTITY, "has fingerprints of version 1, and this software makes version 2");
    }

    @Test
    void aFileWithoutEndIsNotRead() throws Exception {
        open(IDENTITY).close();
        try (RandomAccessFile state =
                new RandomAccessFile(folder.resolve(BatchState.FILE).toFile(), "rw")) {
            state.setLength(10L << 30);
        }
        refused(IDENTITY, "has 10737418240 bytes, more than 67108864");
    }

    @Test
    void aKeyWithALineBreakIsToldInOneLine() throws Exception {
        open(new BatchIdentity(IDENTITY.software(), 2, Map.of("run\nx", "1"), "", TOLERANCE))
                .close();
        assertThatThrownBy(() -> open(IDENTITY))
                .hasMessageContaining("run x = 1, now (nothing)")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aLineWithoutAPointIsDamaged() throws Exception {
        for (String line : List.of("null", "{}", "{\"point\":null,\"sample\":null}")) {
            open(IDENTITY).close();
            Path file = folder.resolve(BatchState.FILE);
            Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
            assertThatThrownBy(() -> open(IDENTITY)).hasMessageContaining(":2: is no line of a sweep");
            Files.delete(file);
        }
    }

    private void refused(BatchIdentity identity, String reason) {
        assertThatThrownBy(() -> open(identity))
                .isInstanceOf(BatchState.RefusedException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("--out");
    }

    @Test
    void aDamagedLineAndASecondSweepAreRefused() throws Exception {
        try (BatchState<RunStore.Entry> state = open(IDENTITY)) {
            assertThatThrownBy(() -> open(IDENTITY)).hasMessageContaining("another sweep works on it");
            store(state).add(point("", "0.1", 1), sample(0.1, "completed"));
        }
        Files.writeString(folder.resolve(BatchState.FILE), "nonsense\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> open(IDENTITY)).hasMessageContaining("state.jsonl:3: is no line of a sweep");
    }

    private static List<Curve> curves() {
        Map<Point, Sample> samples = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        Grid grid = new Grid(
                Series.of(List.of(Variation.parse("x.name=a<b,\"c\""))), Loads.parse("0.1..0.9:0.2"), List.of(1L, 2L));
        for (Point point : grid.points()) {
            double load = point.load().doubleValue();
            samples.put(point, sample(load + point.seed() / 100.0, load > 0.8 ? Sample.SATURATED : "completed"));
        }
        return Curve.of(grid, samples, Map.of());
    }

    @Test
    void csvHasALinePerPointAndQuotesWhatItMust() {
        List<String> lines = SweepCsv.curves(curves()).lines().toList();
        assertThat(lines).hasSize(11);
        assertThat(lines.get(0)).startsWith("series,load,runs,outcomes,offered_fraction,offered_fraction_ci95,");
        assertThat(lines.get(1)).startsWith("name=a<b,0.1,2,2 completed,0.115000,0.063531,");
        assertThat(lines.get(10)).startsWith("\"name=\"\"c\"\"\",0.9,2,2 saturated,");
        List<String> runs = SweepCsv.runs(Map.of(point("", "0.1", 1), sample(0.1, "completed")))
                .lines()
                .toList();
        assertThat(runs.get(1))
                .startsWith(",0.1,1,completed,0.100000,0.099000,1000,22.222,19.000,,22.222,19.000,,3,25000,ab,");
        List<String> columns = List.of(runs.get(0).split(","));
        assertThat(columns).doesNotHaveDuplicates().contains("drops_after_dead_output");
        List<String> cells = List.of(runs.get(1).split(",", -1));
        assertThat(cells.get(columns.indexOf("completed_ns"))).isEqualTo("12.500000");
        assertThat(cells.get(columns.indexOf("detection_ns")))
                .as("not measured")
                .isEmpty();
    }

    @Test
    void thePlotHasACurvePerSeriesAndHollowMarksWhereARunDidNotFinish() {
        Figure figure = SweepPlot.of(curves(), List.of(), "title", List.of("sub"));
        assertThat(figure.panels()).hasSize(2).allSatisfy(panel -> {
            assertThat(panel.series()).extracting(Panel.Series::name).containsExactly("name=a<b", "name=\"c\"");
            assertThat(panel.series()).allSatisfy(series -> assertThat(series.points())
                    .extracting(Panel.Point::mark)
                    .containsExactly(
                            Panel.Mark.FULL, Panel.Mark.FULL, Panel.Mark.FULL, Panel.Mark.FULL, Panel.Mark.HOLLOW));
        });
        Panel.Point latency = figure.panels().get(1).series().get(0).points().get(0);
        assertThat(latency.y()).as("in microseconds").isCloseTo(0.0222, within(0.001));
        assertThat(figure.panels().get(1).up().title()).endsWith(", µs");
    }

    @Test
    void aPanelReachesTheEndsOfIntervalsUnlessTheseAreVeryWide() {
        CurvePoint.Latency latency = new CurvePoint.Latency(
                Estimate.of(List.of(950, 1000, 1050)), Estimate.of(List.of()), Estimate.of(List.of()));
        CurvePoint point = new CurvePoint(
                new BigDecimal("0.1"),
                Estimate.of(List.of(0.1, 0.1, 0.1)),
                Estimate.of(List.of(0.095, 0.1, 0.105)),
                latency,
                latency,
                Estimate.of(List.of(0, 0, 0)),
                Map.of("completed", 3),
                Map.of(
                        Measure.DROPS_AFTER, Estimate.of(List.of(95, 100, 105)),
                        Measure.DROPS_BEFORE, Estimate.of(List.of(0, 100, 200))));
        Figure figure = SweepPlot.of(
                List.of(new Curve("", List.of(), List.of(point), null)),
                List.of(Measure.DROPS_AFTER, Measure.DROPS_BEFORE),
                "title",
                List.of());
        List<Panel> panels = figure.panels();
        assertThat(panels).hasSize(4);
        for (Panel panel : panels.subList(0, 3)) {
            assertThat(panel.series().get(0).points().get(0).high())
                    .as(panel.up().title())
                    .isGreaterThan(1.12 * panel.series().get(0).points().get(0).y())
                    .isLessThanOrEqualTo(panel.up().axis().to());
        }
        assertThat(panels.get(3).up().axis().to())
                .as("not up to the 348 where the interval ends")
                .isLessThan(300);
    }
}
