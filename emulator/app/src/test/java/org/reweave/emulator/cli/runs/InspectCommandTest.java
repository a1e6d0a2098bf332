package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jline.builtins.ScreenTerminal;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.KeptRuns;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.timetravel.Cursor;
import org.reweave.emulator.timetravel.Past;

/** {@code inspect} on a virtual terminal of 100 columns and 24 lines. */
class InspectCommandTest {
    @TempDir
    private static Path folder;

    private static JournalReader journal;
    private static Past past;

    @BeforeAll
    static void run() throws IOException {
        Path run = new KeptRuns(folder).runSequentially("a", KeptRuns.EBRD);
        journal = JournalReader.open(JournalPlace.of(run, Optional.empty()).orElseThrow(), Optional.empty());
        past = new Past("a", JournalReplay.of("a", journal).orElseThrow(), journal, run, remark -> {});
    }

    @AfterAll
    static void close() {
        journal.close();
    }

    private static InspectScreen screen() {
        return new InspectScreen("a", new Cursor(past));
    }

    private static String after(InspectScreen screen, String keys) {
        keys.chars().forEach(screen::press);
        return String.join("\n", screen.lines(100, 24));
    }

    @Test
    void stepsForwardAndBackCutByCut() {
        InspectScreen screen = screen();
        String second = after(screen, "nn");
        assertThat(second).startsWith("a  4.000 us (cycle 1,000) of ").endsWith(InspectScreen.KEYS);
        assertThat(after(screen, "n")).startsWith("a  6.000 us (cycle 1,500)");
        assertThat(after(screen, "p")).isEqualTo(second);
        assertThat(after(screen, "g")).startsWith("a  0.000 ns (cycle 0)");
    }

    @Test
    void goesToTheNextFaultDropAndTableAndBackAgain() {
        InspectScreen screen = screen();
        String fault = after(screen, "f");
        assertThat(fault)
                .contains("(cycle 7,501)", "< 30.00 us  s1_1  port-down", "DOWN")
                .containsPattern("down      s1_1\\.\\d, s2_1\\.\\d");
        String drop = after(screen, "d");
        assertThat(drop).contains("cause=dead-output", "(dropped)");
        assertThat(after(screen, "t")).contains("installed", "epoch 1");
        assertThat(after(screen, "T")).contains("none before this moment");
        assertThat(after(screen, "FF")).contains("none before");
        assertThat(after(screen, "gfd")).isEqualTo(drop);
        assertThat(after(screen, "G")).contains("fullest   none", "down      s1_1");
    }

    @Test
    void theTerminalShowsTheScreenAndQuitsAtQ() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ExternalTerminal terminal = new ExternalTerminal(
                "test",
                "xterm",
                new ByteArrayInputStream("f]q".getBytes(StandardCharsets.US_ASCII)),
                out,
                StandardCharsets.UTF_8)) {
            terminal.setSize(new Size(100, 24));
            InspectCommand.show(screen(), terminal);
        }
        String written = out.toString(StandardCharsets.UTF_8);
        ScreenTerminal virtual = new ScreenTerminal(100, 24);
        virtual.write(written.substring(0, written.lastIndexOf("\u001b[?1049l")));
        assertThat(virtual.toString()).contains("(cycle 7,501)", "port-down", "s1_2 at 30.00 us", "q quit");
    }

    @Test
    void withoutATerminalItSaysWhatToUseInstead() {
        assertThat(CommandRun.of("inspect", folder.resolve("runs/a").toString())
                        .refused()
                        .err())
                .contains("inspect needs a terminal; use 'reweave replay RUN --watch");
    }
}
