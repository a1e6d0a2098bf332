package org.reweave.emulator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.reweave.emulator.reproduce.registry.Reproductions;
import org.xml.sax.InputSource;

/** What holds for every reproduction of the registry. */
@Tag("slow")
class ReproductionsContractTest {
    private static final Progress SILENT = new Progress() {
        @Override
        public void start(String what, long units) {
            assertThat(what).isNotBlank();
            assertThat(units).as(what).isPositive();
        }

        @Override
        public void done(long units) {
            assertThat(units).isNotNegative();
        }
    };

    /** A clock that is the same on every machine: each look is a microsecond later. */
    private static Settings settings(Effort effort, int threads) {
        AtomicLong ticks = new AtomicLong();
        return new Settings(effort, 1, threads, () -> ticks.addAndGet(1_000));
    }

    @Test
    void namesAreUniqueAndEverythingSaysWhereItIsFrom() {
        assertThat(Reproductions.all()).extracting(Reproduction::name).doesNotHaveDuplicates();
        for (Reproduction reproduction : Reproductions.all()) {
            assertThat(reproduction.name()).matches("(kns|mikant|fat-tree|thesis)-[a-z0-9.-]+");
            assertThat(reproduction.source()).matches("(KNS|MiKANT|fat-tree paper|thesis) .+");
            assertThat(reproduction.title()).as(reproduction.name()).isNotBlank();
            assertThat(reproduction.needs()).as(reproduction.name()).isNotBlank();
            assertThat(Reproductions.named(reproduction.name())).isSameAs(reproduction);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyReproductionRunsAndKeepsItsExactValues() {
        return Reproductions.all().stream()
                .filter(one -> !(one.computation() instanceof Emulated))
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> check(one)));
    }

    @Tag("campaign")
    @TestFactory
    Stream<DynamicTest> everyEmulatedReproductionRuns() {
        return Reproductions.all().stream()
                .filter(one -> one.computation() instanceof Emulated)
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> check(one)));
    }

    private static void check(Reproduction reproduction) throws Exception {
        ReproductionOutcome outcome = reproduction.run(settings(Effort.QUICK, 2), SILENT);
        String again = "reweave reproduce " + reproduction.name() + " --quick";
        assertThat(outcome.rows()).as(again).isNotEmpty();
        for (PaperRow row : outcome.rows()) {
            assertThat(row.part()).as(again).isNotBlank();
            assertThat(row.tag()).as("%s: %s", again, row).isGreaterThanOrEqualTo(reproduction.tag());
            assertThat(row.paper() != null || row.ours() != null)
                    .as("%s: %s", again, row)
                    .isTrue();
            assertThat(row.expected() == null || !row.note().isEmpty())
                    .as("%s: a misprint says why: %s", again, row)
                    .isTrue();
        }
        assertThat(outcome.rows().stream()
                        .filter(row -> row.tag() == org.reweave.emulator.reproduce.Tag.EXACT)
                        .filter(row -> row.verdict() == Agreement.DIFFERS))
                .as(again)
                .isEmpty();
        assertPartsAreTogether(outcome);
        assertCsv(outcome);
        if (outcome.plotted()) {
            assertThat(outcome.axis()).as(again).isNotBlank();
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(
                            new StringReader(OutcomePlot.of(outcome).svg())));
        }
    }

    /** Tables and plots are printed part by part. */
    private static void assertPartsAreTogether(ReproductionOutcome outcome) {
        List<String> parts = new ArrayList<>();
        for (PaperRow row : outcome.rows()) {
            if (parts.isEmpty() || !parts.get(parts.size() - 1).equals(row.part())) {
                parts.add(row.part());
            }
        }
        assertThat(parts).as(outcome.name()).doesNotHaveDuplicates();
    }

    private static void assertCsv(ReproductionOutcome outcome) {
        List<List<String>> records = CsvReader.builder().ofCsvRecord(OutcomeCsv.of(outcome)).stream()
                .map(CsvRecord::getFields)
                .toList();
        List<String> header = records.get(0);
        assertThat(header).startsWith("reproduction", "part").endsWith("verdict", "note");
        assertThat(records).hasSize(outcome.rows().size() + 1);
        for (int i = 1; i < records.size(); i++) {
            PaperRow row = outcome.rows().get(i - 1);
            List<String> cells = records.get(i);
            assertThat(cells).hasSameSizeAs(header);
            assertThat(cells.get(header.indexOf("part"))).isEqualTo(row.part());
            assertThat(cells.get(header.indexOf("paper")))
                    .isEqualTo(row.paper() == null ? "" : row.paper().text());
            assertThat(cells.get(header.indexOf("note"))).isEqualTo(row.note());
            if (row.ours() != null) {
                assertThat(Double.parseDouble(cells.get(header.indexOf("ours"))))
                        .isCloseTo(row.ours(), org.assertj.core.data.Percentage.withPercentage(1e-5));
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> threadsDoNotChangeResults() {
        return Stream.of("fat-tree-fig-11", "thesis-table-8.9")
                .map(name -> DynamicTest.dynamicTest(name, () -> assertThat(Reproductions.named(name)
                                .run(settings(Effort.QUICK, 1), SILENT)
                                .rows())
                        .isEqualTo(Reproductions.named(name)
                                .run(settings(Effort.QUICK, 3), SILENT)
                                .rows())));
    }

    @Tag("campaign")
    @TestFactory
    Stream<DynamicTest> defaultsKeepTheirExactValuesToo() {
        return Reproductions.all().stream()
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> assertThat(
                                one.run(settings(Effort.STANDARD, 2), SILENT).exactDifferences())
                        .isZero()));
    }
}
