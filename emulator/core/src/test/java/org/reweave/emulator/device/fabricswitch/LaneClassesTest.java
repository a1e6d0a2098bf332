package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.table.Routes;

/** Port 1 leads to a switch, port 2 to a NIC. */
class LaneClassesTest {
    private static final boolean[] TRUNK = {true, false};
    private static final int LID = 23;

    /** The ways of a packet as "port/lane" that the routing would send by a port on a class. */
    private static List<String> ways(LaneChoice choice, int lanes, int classes, int port, int laneClass) {
        Routes named = new Routes();
        named.add(port, laneClass, 7);
        named.note(Routes.DETOUR);
        Routes open = new LaneClasses(choice, lanes, classes, TRUNK).byLane(named, LID);
        assertThat(open.note()).isEqualTo(Routes.DETOUR);
        List<String> ways = new ArrayList<>();
        for (int way = 0; way < open.count(); way++) {
            assertThat(open.trail(way)).isEqualTo(7);
            ways.add(open.port(way) + "/" + open.lane(way));
        }
        return ways;
    }

    /** Of lanes 0 to 6, 7 to 14, all 15 of a NIC's link, and one. */
    @Test
    void byDestinationAPacketHasOneOfTheLanesThatItMayHave() {
        assertThat(ways(LaneChoice.DESTINATION, 15, 2, 1, 0)).containsExactly("1/" + LID % 7);
        assertThat(ways(LaneChoice.DESTINATION, 15, 2, 1, 1)).containsExactly("1/" + (7 + LID % 8));
        assertThat(ways(LaneChoice.DESTINATION, 15, 2, 2, 1)).containsExactly("2/" + LID % 15);
        assertThat(ways(LaneChoice.DESTINATION, 2, 2, 1, 1)).containsExactly("1/1");
    }

    @ParameterizedTest
    @CsvSource({"4, 2, 0, 1/0 1/1", "4, 2, 1, 1/2 1/3", "2, 2, 1, 1/1", "3, 1, 0, 1/0 1/1 1/2"})
    void betweenSwitchesAPacketMayHaveTheLanesOfItsClass(int lanes, int classes, int laneClass, String expected) {
        assertThat(ways(LaneChoice.CLASS, lanes, classes, 1, laneClass)).containsExactly(expected.split(" "));
    }

    @Test
    void classesShareAllLanesAndNoTwoHaveOneInCommon() {
        for (int lanes = 1; lanes <= 15; lanes++) {
            for (int classes = 1; classes <= lanes; classes++) {
                List<String> all = new ArrayList<>();
                for (int laneClass = 0; laneClass < classes; laneClass++) {
                    List<String> own = ways(LaneChoice.CLASS, lanes, classes, 1, laneClass);
                    assertThat(own).isNotEmpty();
                    all.addAll(own);
                }
                assertThat(all).hasSize(lanes).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void towardsANicAPacketMayHaveAnyLane() {
        assertThat(ways(LaneChoice.CLASS, 4, 2, 2, 0)).containsExactly("2/0", "2/1", "2/2", "2/3");
    }

    @Test
    void withoutAChoiceAPacketHasTheLaneThatTheTableNames() {
        assertThat(ways(LaneChoice.TABLE, 4, 2, 1, 1)).containsExactly("1/1");
        assertThat(ways(LaneChoice.TABLE, 4, 2, 2, 0)).containsExactly("2/0");
    }
}
