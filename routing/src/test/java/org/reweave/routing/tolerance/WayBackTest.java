package org.reweave.routing.tolerance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.rerouting.Reroute;

/** A packet that has to go back down to where it came from, when that link may have failed behind it; k = 3. */
class WayBackTest {
    private static final int FROM_BELOW = 1;
    private static final int FROM_ABOVE = 4;
    private static final int ALL_UP = 0b111;

    private static long next(LocalRerouting rule, int inPort, int header, int way, int down) {
        return rule.next(3, false, inPort, header, way, down, ALL_UP, 0);
    }

    private static void assertGoesDown(long answer, int ports, int layer) {
        assertThat(Reroute.goesUp(answer)).isFalse();
        assertThat(Reroute.ports(answer)).isEqualTo(ports);
        assertThat(Reroute.layer(Reroute.headerOf(answer))).isEqualTo(layer);
    }

    /** Steps 2b and 3b: port 0 leads to the destination and is dead. */
    @ParameterizedTest
    @EnumSource(LocalRerouting.class)
    void fromBelowItGoesBackWhileThatWorksAndElseDownAnotherPortInTheSameLayer(LocalRerouting rule) {
        int layer = rule == LocalRerouting.DETERMINISTIC_LINK
                ? Reroute.ML1
                : rule == LocalRerouting.DETERMINISTIC_SWITCH ? Reroute.ML2 : Reroute.NL;
        int header = Reroute.header(layer, Reroute.PORT_NONE);
        assertGoesDown(next(rule, FROM_BELOW, header, 0, 0b110), 0b010, layer);
        assertGoesDown(next(rule, FROM_BELOW, header, 0, 0b100), 0b100, layer);
        assertThat(Reroute.ports(next(rule, FROM_BELOW, header, 0, 0))).isZero();
    }

    /** Steps 4c and 4d: the port field names port 1, which led to the U-turn switch. */
    @ParameterizedTest
    @EnumSource(names = {"DETERMINISTIC_SWITCH", "ADAPTIVE_SWITCH"})
    void onTheSecondTierDownItGoesToTheSameTurnWhileThatWorksAndElseToAnother(LocalRerouting rule) {
        boolean adaptive = rule.adaptive();
        int header = Reroute.header(adaptive ? Reroute.NL : Reroute.ML1, 1);
        int layer = adaptive ? Reroute.NL : Reroute.ML1;
        assertGoesDown(next(rule, FROM_ABOVE, header, -1, 0b110), 0b010, layer);
        long elsewhere = next(rule, FROM_ABOVE, header, -1, 0b100);
        assertGoesDown(elsewhere, 0b100, layer);
        assertThat(Reroute.port(Reroute.headerOf(elsewhere))).isEqualTo(Reroute.PORT_TURN);
    }
}
