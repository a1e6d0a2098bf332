package org.reweave.routing.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardingTableTest {
    private static byte[] ports(int length, long seed) {
        byte[] ports = new byte[length];
        new Random(seed).nextBytes(ports);
        return ports;
    }

    @ParameterizedTest(name = "{0} LIDs")
    @ValueSource(ints = {0, 1, 255, 256, 257, 1000, 0xC000})
    void aTableHasTheEntriesItWasMadeOfAndNoneBehindThem(int length) {
        byte[] ports = ports(length, length);
        ForwardingTable table = ForwardingTable.of(ports);
        assertThat(table.length()).isEqualTo(length);
        assertThat(table.toArray()).isEqualTo(ports);
        for (int lid = 0; lid < length; lid++) {
            assertThat(table.port(lid)).isEqualTo(ports[lid] & 0xff);
        }
        assertThat(table.port(length)).isEqualTo(255);
        assertThat(table.port(0xffff)).isEqualTo(255);
        byte[] longer = filled(length + 300);
        System.arraycopy(ports, 0, longer, 0, length);
        assertThat(table.toArray(length + 300)).isEqualTo(longer);
    }

    private static byte[] filled(int length) {
        byte[] ports = new byte[length];
        Arrays.fill(ports, (byte) 255);
        return ports;
    }

    @Test
    void theHashIsThatOfTheEntriesInAnArray() {
        for (int length : new int[] {0, 100, 256, 900}) {
            byte[] ports = ports(length, 7);
            assertThat(ForwardingTable.of(ports).hashCode()).isEqualTo(Arrays.hashCode(ports));
        }
    }

    @Test
    void tablesAreEqualIfTheirEntriesAreAndTheirLengths() {
        byte[] ports = ports(700, 1);
        ForwardingTable table = ForwardingTable.of(ports);
        assertThat(table).isEqualTo(ForwardingTable.of(ports));
        byte[] longer = Arrays.copyOf(ports, 701);
        longer[700] = (byte) 255;
        assertThat(table).isNotEqualTo(ForwardingTable.of(longer));
        for (int lid : new int[] {0, 255, 256, 699}) {
            byte[] other = ports.clone();
            other[lid] ^= 1;
            assertThat(table).as("LID %d", lid).isNotEqualTo(ForwardingTable.of(other));
        }
    }

    @Test
    void aDraftChangesNeitherTheTableItCameFromNorOneThatItHasMade() {
        byte[] ports = ports(700, 2);
        ForwardingTable table = ForwardingTable.of(ports);
        ForwardingTable.Draft draft = table.draft();
        draft.set(300, 7);
        ForwardingTable first = draft.toTable();
        draft.set(300, 8);
        draft.set(301, 9);
        assertThat(table.toArray()).isEqualTo(ports);
        byte[] expected = ports.clone();
        expected[300] = 7;
        assertThat(first.toArray()).isEqualTo(expected);
        expected[300] = 8;
        expected[301] = 9;
        assertThat(draft.toTable().toArray()).isEqualTo(expected);
    }

    @Test
    void aDraftRefusesLidsPastTheTable() {
        ForwardingTable.Draft draft = ForwardingTable.nowhere(700).draft();
        assertThatThrownBy(() -> draft.set(700, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> draft.set(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aSwitchWithoutTablesReachesItselfAlone() {
        byte[] expected = filled(600);
        expected[300] = 0;
        assertThat(ForwardingTable.empty(600, 300).toArray()).isEqualTo(expected);
        assertThat(ForwardingTable.nowhere(600).toArray()).isEqualTo(filled(600));
    }

    @Test
    void aTableWithTheSameEntriesAsAnotherBecomesTheOther() {
        byte[] ports = ports(700, 3);
        ForwardingTable one = ForwardingTable.of(ports);
        assertThat(ForwardingTable.of(ports).sharedWith(one)).isSameAs(one);
        byte[] other = ports.clone();
        other[5] ^= 1;
        assertThat(ForwardingTable.of(other).sharedWith(one).toArray()).isEqualTo(other);
        byte[] shorter = Arrays.copyOf(ports, 650);
        assertThat(ForwardingTable.of(shorter).sharedWith(one).toArray()).isEqualTo(shorter);
        byte[] longer = Arrays.copyOf(ports, 1200);
        assertThat(ForwardingTable.of(longer).sharedWith(one).toArray()).isEqualTo(longer);
    }

    @Test
    void entriesOfAPageAreComparedWhereTheyAreAskedFor() {
        byte[] ports = ports(700, 4);
        byte[] other = ports.clone();
        other[320] ^= 1;
        ForwardingTable one = ForwardingTable.of(ports);
        ForwardingTable two = ForwardingTable.of(other);
        assertThat(one.sameEntries(two, 256, 320)).isTrue();
        assertThat(one.sameEntries(two, 320, 384)).isFalse();
        assertThat(one.sameEntries(two, 321, 384)).isTrue();
    }

    @Test
    void aPoolGivesBackEachTableWhateverElseItKeeps() {
        ForwardingTable.Pool pool = new ForwardingTable.Pool();
        ForwardingTable[] tables = new ForwardingTable[60];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = pool.table(ports(700, i % 40));
        }
        for (int i = 0; i < tables.length; i++) {
            assertThat(tables[i].toArray()).as("table %d", i).isEqualTo(ports(700, i % 40));
        }
    }

    @Test
    void aTableIsMadeOfAnotherOneAndTheirDifferences() {
        byte[] ports = ports(0x3005, 5);
        ForwardingTable base = ForwardingTable.of(ports);
        ForwardingTable same = ForwardingTable.of(ports);
        assertThat(same.differencesFrom(base)).hasSize(4);
        assertThat(base.with(same.differencesFrom(base))).isSameAs(base);
        for (int length : new int[] {0x3005, 0x3010, 0x2fff, 300, 0}) {
            byte[] other = Arrays.copyOf(ports, length);
            if (length > 257) {
                other[257] ^= 1;
            }
            ForwardingTable table = ForwardingTable.of(other);
            assertThat(base.with(table.differencesFrom(base))).isEqualTo(table);
            assertThat(table.with(base.differencesFrom(table))).isEqualTo(base);
        }
        byte[] other = ports.clone();
        other[700] ^= 1;
        assertThat(ForwardingTable.of(other).differencesFrom(base)).hasSize(4 + 4 + 256);
    }

    @Test
    void differencesThatMakeNoTableAreRefused() {
        ForwardingTable base = ForwardingTable.of(ports(600, 5));
        byte[] page = new byte[4 + 4 + 256];
        page[2] = 2; // 512 and 88 LIDs
        page[3] = 88;
        page[7] = 2;
        assertThat(base.with(page).port(513)).isZero();
        byte[] beyond = page.clone();
        beyond[7] = 3;
        assertThatThrownBy(() -> base.with(beyond)).hasMessage("page 3 of a table of 600 LIDs");
        byte[] lacking = page.clone();
        lacking[2] = 4; // page 3 is nowhere
        assertThatThrownBy(() -> base.with(lacking)).hasMessage("a table of 1112 LIDs that differs in 260 bytes");
        byte[] negative = page.clone();
        negative[0] = -1;
        assertThatThrownBy(() -> base.with(negative)).hasMessageContaining("a table of -");
        byte[] twice = Arrays.copyOf(page, 4 + 2 * (4 + 256));
        twice[2] = 4;
        assertThatThrownBy(() -> base.with(twice)).hasMessage("a table of 1112 LIDs lacks entries");
        assertThatThrownBy(() -> base.with(new byte[3])).hasMessage("differences of a table in 3 bytes");
        assertThatThrownBy(() -> base.with(new byte[5])).hasMessage("differences of a table in 5 bytes");
    }
}
