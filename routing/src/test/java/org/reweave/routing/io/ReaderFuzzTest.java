package org.reweave.routing.io;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.topology.FabricGenerators;

/**
 * Damaged files are refused or understood; nothing else ever comes out. A failure names the seed to put into
 * FIRST_SEED.
 */
class ReaderFuzzTest {
    private static final int FIRST_SEED = 1;
    private static final int SEEDS = 3000;
    private static final List<String> TOKENS = List.of(
            "[",
            "]",
            "\"",
            "#",
            "(",
            "999999999999",
            "-1",
            "0",
            "255",
            "Switch",
            "Ca",
            "lid",
            "lmc",
            "4xQDR",
            "0xx",
            "w=2",
            "latency",
            "# reweave shape KNS 3 2 2",
            "\u00e9",
            "\uFEFF");

    @Test
    void aDamagedDumpIsRefusedOrUnderstood() {
        List<String> originals = List.of(
                IbnetdiscoverReaderTest.PAIR,
                IbnetdiscoverWriter.text(FabricGenerators.parse("torus:3x2")),
                IbnetdiscoverWriter.text(FabricGenerators.parse("k-ary-n-tree:2,2")),
                IbnetdiscoverWriter.text(FabricGenerators.parse("mikant:2,2")),
                IbsimNetWriter.text(IbnetdiscoverReader.read("qdr", IbnetdiscoverReaderTest.PAIR.replace("EDR", "QDR"))
                        .fabric()),
                IbnetdiscoverWriter.text(FabricGenerators.parse("kns:4,1,s=2")),
                IbnetdiscoverWriter.text(FabricGenerators.parse("clos:pods=2,leaves=1,spines=1,cores=2")),
                IbnetdiscoverWriter.text(FabricGenerators.parse("m-port-n-tree:4,2")),
                IbnetdiscoverWriter.text(FabricGenerators.parse("dragonfly:1,2,1")));
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                SeededSequence random = new SeededSequence(seed);
                check(seed, damaged(originals.get(random.below(originals.size())), random));
            }
        });
    }

    private static void check(int seed, byte[] bytes) {
        try {
            IbnetdiscoverReader.read("fuzz", bytes);
        } catch (FabricFormatException expected) {
            // refused, with its line
        } catch (RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + " gives " + e + " for\n" + new String(bytes, StandardCharsets.UTF_8), e);
        }
    }

    static byte[] damaged(String original, SeededSequence random) {
        List<String> lines = new ArrayList<>(Arrays.asList(original.split("\n")));
        for (int i = random.below(4); i > 0 && lines.size() > 1; i--) {
            damageLine(lines, random);
        }
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        for (int i = random.below(4); i > 0; i--) {
            bytes[random.below(bytes.length)] = (byte) random.next();
        }
        return random.below(8) == 0 ? Arrays.copyOf(bytes, random.below(bytes.length)) : bytes;
    }

    private static void damageLine(List<String> lines, SeededSequence random) {
        int at = random.below(lines.size());
        String line = lines.get(at);
        int column = random.below(line.length() + 1);
        String token = TOKENS.get(random.below(TOKENS.size()));
        switch (random.below(5)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(random.below(lines.size()), line);
            case 2 -> lines.set(at, line.substring(0, column));
            case 3 -> lines.set(at, line.substring(0, column) + token + line.substring(column));
            default -> lines.set(at, line.replaceFirst("\\d+", token.replace("\\", "")));
        }
    }
}
