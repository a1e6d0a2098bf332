package org.reweave.emulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.routing.table.ForwardingTable;

class DigestsTest {
    private static final byte NONE = (byte) 255;

    private static long tables(byte[] lft, long... lanes) {
        return Digests.of(ForwardingTable.of(lft), lanes, new long[0]);
    }

    @Test
    void entriesThatLeadNowhereAndRowsOnLaneZeroCountNothing() {
        assertThat(tables(new byte[] {NONE, 3, NONE}, 7, 0)).isEqualTo(tables(new byte[] {NONE, 3}, 7));
    }

    @Test
    void eachEntryCountsAtItsPlace() {
        long digest = tables(new byte[] {NONE, 3, 4}, 7, 8);
        assertThat(digest).isNotEqualTo(tables(new byte[] {NONE, 4, 3}, 7, 8));
        assertThat(digest).isNotEqualTo(tables(new byte[] {NONE, 3, 4}, 8, 7));
        assertThat(digest).isNotEqualTo(tables(new byte[] {NONE, 3, 4}, 7));
        assertThat(Digests.of(ForwardingTable.nowhere(0), new long[] {7}, new long[0]))
                .isNotEqualTo(Digests.of(ForwardingTable.nowhere(0), new long[0], new long[] {7}));
    }

    @Test
    void pathsAreTheirWords() {
        assertThat(Digests.of(HeldPaths.of(new long[] {0, 5}))).isEqualTo(Digests.of(HeldPaths.of(new long[] {0, 5})));
        assertThat(Digests.of(HeldPaths.of(new long[] {5, 0})))
                .isNotEqualTo(Digests.of(HeldPaths.of(new long[] {0, 5})));
    }
}
