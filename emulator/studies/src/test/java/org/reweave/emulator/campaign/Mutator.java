package org.reweave.emulator.campaign;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.model.SeededSequence;

/** Makes mutants of files: each is drawn from a seed and the files alone. */
final class Mutator {
    private static final List<String> TOKENS = List.of(
            "0",
            "-1",
            "1",
            "255",
            "256",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "9223372036854775807",
            "99999999999999999999",
            "1e308",
            "NaN",
            "0x",
            "\"",
            "'",
            "\\",
            "#",
            "//",
            "/*",
            "*/",
            "{",
            "}",
            "[",
            "]",
            "(",
            ")",
            ":",
            ";",
            ",",
            "=",
            "..",
            "../../",
            "${x}",
            "include ",
            "null",
            "\t",
            "\r",
            "\n",
            "\r\n",
            "\0",
            "\u001b[31m",
            "\ufeff",
            "\u202e",
            "\ud83d\ude00",
            "lid 65535",
            "lmc",
            "iberror: failed");

    private final List<byte[]> corpus;

    Mutator(List<byte[]> corpus) {
        this.corpus = corpus;
    }

    byte[] mutant(long seed) {
        SeededSequence random = new SeededSequence(seed);
        byte[] bytes = corpus.get(random.below(corpus.size())).clone();
        for (int i = 1 + random.below(5); i > 0; i--) {
            bytes = step(bytes, random);
        }
        return bytes;
    }

    private byte[] step(byte[] bytes, SeededSequence random) {
        int at = random.below(bytes.length + 1);
        int to = Math.min(bytes.length, at + 1 + random.below(1 + random.below(200)));
        byte[] token = TOKENS.get(random.below(TOKENS.size())).getBytes(StandardCharsets.UTF_8);
        switch (random.below(10)) {
            case 0:
                return spliced(bytes, at, to, new byte[0]);
            case 1:
                return spliced(bytes, at, at, token);
            case 2:
                return spliced(bytes, at, to, token);
            case 3:
                return spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
            case 4:
                return Arrays.copyOf(bytes, at);
            case 5:
                return spliced(bytes, at, at, repeated(token, 1 + random.below(1 + random.below(20_000))));
            case 6:
                return number(bytes, at, token);
            case 7:
                byte[] other = corpus.get(random.below(corpus.size()));
                int from = random.below(other.length + 1);
                return spliced(bytes, at, to, Arrays.copyOfRange(other, from, Math.min(other.length, from + 400)));
            default:
                byte[] flipped = bytes.clone();
                for (int i = random.below(8); i >= 0 && flipped.length > 0; i--) {
                    flipped[random.below(flipped.length)] ^= (byte) (1 << random.below(8));
                }
                return flipped;
        }
    }

    /** Puts a token into the place of the next number. */
    private static byte[] number(byte[] bytes, int at, byte[] token) {
        int from = at;
        while (from < bytes.length && (bytes[from] < '0' || bytes[from] > '9')) {
            from++;
        }
        int to = from;
        while (to < bytes.length && bytes[to] >= '0' && bytes[to] <= '9') {
            to++;
        }
        return spliced(bytes, from, to, token);
    }

    private static byte[] repeated(byte[] token, int times) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            out.writeBytes(token);
        }
        return out.toByteArray();
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] between) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + between.length);
        out.write(bytes, 0, from);
        out.writeBytes(between);
        out.write(bytes, to, bytes.length - to);
        return out.toByteArray();
    }
}
