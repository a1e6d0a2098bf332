package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cli.common.ExitCode;

class SafeOutputTest {
    private static String printed(String text) {
        StringWriter to = new StringWriter();
        SafeOutput.over(to).printer().println(text);
        return to.toString();
    }

    @Test
    void controlCharactersAreWrittenAsTheirCodes() {
        assertThat(printed("a\u001b[31mb\u0007\u009b1m\u202ec\0"))
                .isEqualTo("a\\u001b[31mb\\u0007\\u009b1m\\u202ec\\u0000\n");
        assertThat(printed("ümlaut \u65e5 \ud83d\ude00\ttab\nline"))
                .isEqualTo("ümlaut \u65e5 \ud83d\ude00\ttab\nline\n");
    }

    @Test
    void aCarriageReturnPassesAtTheEndsOnly() {
        assertThat(printed("\rprogress\r")).isEqualTo("\rprogress\r\n");
        assertThat(printed("name\rother")).isEqualTo("name\\u000dother\n");
    }

    /** An output that takes nothing. */
    private static final class Refusing extends Writer {
        private final String reason;

        Refusing(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            throw new IOException(reason);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void resultsThatCannotBePrintedAreAFault() {
        StringWriter err = new StringWriter();
        int code = topo("No space left on device", err);

        assertThat(code).isEqualTo(ExitCode.INTERNAL_FAULT);
        assertThat(err).hasToString("reweave: stdout could not be written: No space left on device\n");
    }

    private static int topo(String refusal, StringWriter err) {
        SafeOutput out = SafeOutput.over(new Refusing(refusal));
        return Main.execute(out, new PrintWriter(err, true), Map.of(), "topo", "torus:4x4", "--json");
    }

    @Test
    void aReaderThatClosesThePipeEndsACommandQuietly() {
        StringWriter err = new StringWriter();

        assertThat(topo("Broken pipe", err)).isEqualTo(ExitCode.DONE);
        assertThat(err).hasToString("");
    }

    @Test
    void theSameCommandIsDoneWhereItsResultsAreTaken() {
        StringWriter out = new StringWriter();
        int code = Main.execute(
                SafeOutput.over(out), new PrintWriter(new StringWriter(), true), Map.of(), "topo", "torus:4x4");

        assertThat(code).isEqualTo(ExitCode.DONE);
        assertThat(out.toString()).contains("torus:4x4");
    }
}
