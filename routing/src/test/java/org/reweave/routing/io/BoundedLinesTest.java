package org.reweave.routing.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.reweave.routing.io.BoundedLines.LimitException;
import org.reweave.routing.io.BoundedLines.Limits;

class BoundedLinesTest {
    private static final Limits SMALL = new Limits(100, 5, 20);

    private static List<String> read(byte[] bytes) throws IOException {
        return read(new ByteArrayInputStream(bytes));
    }

    private static List<String> read(InputStream stream) throws IOException {
        List<String> lines = new ArrayList<>();
        try (BoundedLines text = BoundedLines.of("f", stream, SMALL)) {
            for (String line = text.next(); line != null; line = text.next()) {
                lines.add(line);
                assertThat(text.number()).isEqualTo(lines.size());
            }
            assertThat(text.next()).isNull();
        }
        return lines;
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(to)) {
            out.write(bytes);
        }
        return to.toByteArray();
    }

    @Test
    void everyLineEndAndEncodingGivesTheSameLines() throws IOException {
        String text = "ä b\n\nc";
        for (String one :
                List.of(text, text + "\n", text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text)) {
            byte[] utf8 = one.getBytes(StandardCharsets.UTF_8);
            assertThat(read(utf8)).as(one).containsExactly("ä b", "", "c");
            assertThat(read(packed(utf8))).as(one).containsExactly("ä b", "", "c");
            assertThat(read(one.getBytes(StandardCharsets.UTF_16))).as(one).containsExactly("ä b", "", "c");
        }
        assertThat(read("\ufeffa\r\n".getBytes(StandardCharsets.UTF_16LE))).containsExactly("a");
        assertThat(read(new byte[0])).isEmpty();
    }

    @Test
    void whatGoesBeyondALimitIsRefusedWithTheLimit() throws IOException {
        assertThatThrownBy(() -> read("a\n".repeat(6).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(LimitException.class)
                .hasMessage("it has more than 5 lines; expected fewer");
        assertThatThrownBy(() -> read(("a\n" + "b".repeat(21)).getBytes(StandardCharsets.UTF_8)))
                .hasMessage("line 2 has more than 20 characters; expected shorter lines");
        assertThatThrownBy(() -> read(packed("c".repeat(200).getBytes(StandardCharsets.UTF_8))))
                .hasMessage("it has more than 100 bytes; expected fewer");
    }

    /** Gigabytes that nobody holds in memory. */
    @Test
    void anEndlessLineIsRefusedAtOnce() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }
        };
        assertThatThrownBy(() -> BoundedLines.of("f", endless, Limits.TABLE).next())
                .hasMessage("line 1 has more than 1048576 characters; expected shorter lines");
    }

    @Test
    void aDamagedPackedFileIsCalledThat() throws IOException {
        byte[] whole = packed("a\nb\n".getBytes(StandardCharsets.UTF_8));
        for (int length = 2; length < whole.length; length++) {
            byte[] part = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part))
                    .hasMessage("the compressed file is damaged; expected a whole gzip file");
        }
    }
}
