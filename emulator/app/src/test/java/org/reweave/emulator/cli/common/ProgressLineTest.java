package org.reweave.emulator.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
    private static final String TEXT = "825.0 us  updating 28 of 64 switches  40 in flight, 36 lost, 5.29M hops/s";

    private final StringWriter screen = new StringWriter();
    private final PrintWriter err = new PrintWriter(screen, true);

    @Test
    void aLineHasShareBarRemainingTimeAndText() {
        assertThat(ProgressLine.render("3 faults", "", 16, 64, TEN_SECONDS, 100))
                .isEqualTo("   25% [#####...............]  0:00:30 left  3 faults  16 of 64");
        assertThat(ProgressLine.render("", TEXT, 825, 1500, TEN_SECONDS, 200))
                .isEqualTo("   55% [###########.........]  0:00:09 left  " + TEXT);
        assertThat(ProgressLine.render("3 faults", "", 0, 64, TEN_SECONDS, 100)).contains("-:--:-- left");
        assertThat(ProgressLine.render("states", "", 1_484_468, -1, TEN_SECONDS, 100))
                .isEqualTo("  states  1,484,468, 148,446 a second");
        assertThat(ProgressLine.render("shrinking", "", 5, -1, TEN_SECONDS, 100))
                .isEqualTo("  shrinking  5, 30 a minute");
        assertThat(ProgressLine.render("shrinking", "", 0, -1, TEN_SECONDS, 100))
                .as("nothing is known but the time")
                .isEqualTo("  shrinking  for 10 s");
    }

    @Test
    void aLineIsNeverWiderThanTheTerminal() {
        for (int width = 1; width < 150; width++) {
            assertThat(ProgressLine.render("", TEXT, 825, 1500, TEN_SECONDS, width))
                    .hasSizeLessThanOrEqualTo(width);
        }
        assertThat(ProgressLine.render("", TEXT, 825, 1500, TEN_SECONDS, 41))
                .hasSize(41)
                .startsWith("   55%  0:00:09 left  825.0 us  updating");
    }

    @Test
    void onATerminalTheLineIsRewrittenAndWipedAtTheEnd() throws InterruptedException {
        try (ProgressLine line = ProgressLine.at(err, true, 42)) {
            line.start("stretch", 4);
            line.done(1);
            awaitText("25%");
            line.println("a line that stays");
        }
        String all = screen.toString();
        assertThat(all).contains("\ra line that stays" + System.lineSeparator());
        assertThat(all.substring(all.lastIndexOf('\n') + 1)
                        .replaceAll("[\r ]", "")
                        .replaceAll("\\d+%.*", ""))
                .as("no debris after the last line that stays")
                .isEmpty();
    }

    @Test
    void elsewhereThereAreOnlyWholeLines() throws InterruptedException {
        try (ProgressLine line = ProgressLine.at(err, false, Integer.MAX_VALUE)) {
            line.start("stretch", 4);
            line.done(2);
            awaitText("stretch");
        }
        assertThat(screen.toString()).doesNotContain("\r").endsWith(System.lineSeparator());
    }

    @Test
    void quietShowsNothingButLinesThatStay() {
        try (ProgressLine line = ProgressLine.open(err, true)) {
            line.start("stretch", 4);
            line.done(2);
            line.say("text");
            line.println("stays");
        }
        assertThat(screen.toString()).isEqualTo("stays" + System.lineSeparator());
    }

    private void awaitText(String text) throws InterruptedException {
        for (int i = 0; i < 500 && !screen.toString().contains(text); i++) {
            Thread.sleep(20);
        }
        assertThat(screen.toString()).contains(text);
    }
}
