package org.reweave.reconfig.token;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.reweave.reconfig.spi.Roll;

/**
 * State of a Simple Reconfiguration in the manager.
 *
 * @param change number of the change under way or last begun, from 0; it is the tokens' mark, too
 * @param switches and {@code nics}: the devices that take part, in the order of the updates
 */
record TokenState(Stage stage, long change, List<Integer> switches, List<Integer> nics, Roll roll) {
    /** What the manager waits for. */
    enum Stage {
        RUNNING,
        /** SR-LA: tables are being stored. */
        STORING,
        /** A broadcast has told all devices to begin. */
        TOKENS,
        /** NICs that came back get the control packet of the last change. */
        JOINING,
        /** The manager discovers the fabric anew. */
        REDISCOVERING
    }

    static final TokenState INITIAL = new TokenState(Stage.RUNNING, 0, List.of(), List.of(), Roll.EMPTY);

    TokenState {
        switches = List.copyOf(switches);
        nics = List.copyOf(nics);
    }

    TokenState at(Stage next, Roll waiting) {
        return new TokenState(next, change, switches, nics, waiting);
    }

    TokenState with(Roll waiting) {
        return at(stage, waiting);
    }

    /** The next change. */
    TokenState begin(List<Integer> withSwitches, List<Integer> withNics) {
        return new TokenState(stage, change + 1, withSwitches, withNics, Roll.EMPTY);
    }

    long[] encode() {
        LongStream head = LongStream.of(stage.ordinal(), change, switches.size(), nics.size());
        LongStream devices = LongStream.concat(
                switches.stream().mapToLong(Integer::longValue), nics.stream().mapToLong(Integer::longValue));
        return LongStream.concat(LongStream.concat(head, devices), Arrays.stream(roll.encode()))
                .toArray();
    }

    static TokenState decode(long[] words) {
        int nicsAt = 4 + Math.toIntExact(words[2]);
        int rollAt = nicsAt + Math.toIntExact(words[3]);
        return new TokenState(
                Stage.values()[(int) words[0]],
                words[1],
                devices(words, 4, nicsAt),
                devices(words, nicsAt, rollAt),
                Roll.decode(Arrays.copyOfRange(words, rollAt, words.length)));
    }

    private static List<Integer> devices(long[] words, int from, int to) {
        return Arrays.stream(words, from, to).mapToObj(Math::toIntExact).toList();
    }
}
