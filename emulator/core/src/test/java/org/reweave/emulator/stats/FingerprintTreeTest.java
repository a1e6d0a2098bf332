package org.reweave.emulator.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fingerprints beside the definition in words, computed with big numbers and streams. */
class FingerprintTreeTest {
    private static final int DEVICES = 150; // two blocks and a part of a third one
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

    private record Said(long hash, long[] counters, long[] drops) {
        static Said drawn(Random random) {
            return new Said(
                    random.nextLong(),
                    random.longs(Counter.count(), 0, 1_000_000).toArray(),
                    random.longs(DropCause.count(), 0, 9).toArray());
        }

        void addTo(Fingerprint fingerprint, int device) {
            fingerprint.device(device, hash, counters, drops);
        }
    }

    private static List<Said> drawn(long seed) {
        Random random = new Random(seed);
        List<Said> all = new ArrayList<>();
        for (int device = 0; device < DEVICES; device++) {
            all.add(Said.drawn(random));
        }
        return all;
    }

    private static byte[] sha256(byte[] bytes) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }

    private static byte[] leaf(int device, Said said) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(device);
        out.writeLong(said.hash);
        for (Counter counter : Counter.values()) {
            if (counter.compareTo(Counter.SEPARATOR_WAITS) < 0) {
                out.writeLong(said.counters[counter.ordinal()]);
            }
        }
        for (long drop : said.drops) {
            out.writeLong(drop);
        }
        return sha256(bytes.toByteArray());
    }

    private static void writeWords(DataOutputStream out, BigInteger[] words) throws IOException {
        for (BigInteger word : words) {
            out.writeLong(word.mod(WORD).longValue());
        }
    }

    private static String byDefinition(List<Said> all) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(2);
        for (int first = 0; first < all.size(); first += 64) {
            BigInteger[] sum = {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO};
            for (int device = first; device < Math.min(all.size(), first + 64); device++) {
                byte[] leaf = leaf(device, all.get(device));
                for (int word = 0; word < sum.length; word++) {
                    sum[word] = sum[word].add(new BigInteger(1, leaf, 8 * word, 8));
                }
            }
            writeWords(out, sum);
        }
        return HexFormat.of().formatHex(sha256(bytes.toByteArray()));
    }

    @Test
    void aFingerprintIsATreeOfBlocksOf64Devices() throws Exception {
        List<Said> all = drawn(1);
        Fingerprint fingerprint = new Fingerprint(DEVICES);
        for (int device = 0; device < DEVICES; device++) {
            all.get(device).addTo(fingerprint, device);
        }
        assertThat(fingerprint.hex()).isEqualTo(byDefinition(all));
    }

    @Test
    void whoeverKnowsWhichDevicesTheFingerprintIsTheSame() throws Exception {
        List<Said> all = drawn(2);
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            List<Fingerprint> parts = new ArrayList<>();
            for (int part = 1 + random.nextInt(4); part > 0; part--) {
                parts.add(new Fingerprint(DEVICES));
            }
            List<Integer> order = new ArrayList<>();
            for (int device = 0; device < DEVICES; device++) {
                order.add(device);
            }
            Collections.shuffle(order, random);
            for (int device : order) {
                all.get(device).addTo(parts.get(random.nextInt(parts.size())), device);
            }
            Fingerprint whole = new Fingerprint(DEVICES);
            parts.forEach(whole::add);
            assertThat(whole.hex()).as("seed %d", seed).isEqualTo(byDefinition(all));
        }
    }

    @Test
    void everyBitOfWhatADeviceSaysIsInItAndSoIsItsPlace() {
        Said said = Said.drawn(new Random(3));
        String before = of(7, said);
        assertThat(of(8, said)).isNotEqualTo(before);
        assertThat(of(7, new Said(said.hash ^ 1, said.counters, said.drops))).isNotEqualTo(before);
        for (Counter counter : Counter.values()) {
            long[] changed = said.counters.clone();
            changed[counter.ordinal()] ^= 1;
            boolean cameLater = counter.compareTo(Counter.SEPARATOR_WAITS) >= 0;
            assertThat(of(7, new Said(said.hash, changed, said.drops)).equals(before))
                    .as("%s", counter)
                    .isEqualTo(cameLater);
        }
        for (DropCause cause : DropCause.values()) {
            long[] changed = said.drops.clone();
            changed[cause.ordinal()] ^= 1;
            assertThat(of(7, new Said(said.hash, said.counters, changed))).isNotEqualTo(before);
        }
    }

    private static String of(int device, Said said) {
        Fingerprint fingerprint = new Fingerprint(64);
        said.addTo(fingerprint, device);
        return fingerprint.hex();
    }
}
