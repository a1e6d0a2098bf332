package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.Fabric;

/**
 * LIDs of 24 bits: a fabric behaves as it does with InfiniBand's, in its data packets, tables, updates and control
 * packets. All LIDs are larger by 2^16, so that whatever keeps 16 bits of one finds another device. The scenarios are
 * those in which no switch is sent a whole table: that has a block for every 64 LIDs, also for those that nobody has.
 */
class LongAddressesTest {
    private static final int OFFSET = 1 << 16;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "re-rooting it twice with epochs of one bit",
                "links fail and come back during a reconfiguration",
                "torus with two lanes and a hot spot",
                "a 3-ary 3-tree reroutes until the tables are in",
                "a 3-ary 3-tree routes at the source, hears of faults by broadcasts and loses some",
                "a mirrored tree reroutes locally",
            })
    void aRunHasTheEventsAndCountsOfShortAddresses(String name) {
        String text = SmallScenarios.texts().get(name);
        Network near = SmallScenarios.network(text);
        Fabric far = CopiedFabric.withLidsFrom(OFFSET, near.fabric());
        assertThat(far.addressing()).isEqualTo(Addressing.LID24);

        Network network = new Network(ResolvedScenario.of(
                SmallScenarios.network(text, "fabric.addressing=lid24")
                        .resolved()
                        .scenario(),
                far));

        assertThat(course(network, OFFSET)).isEqualTo(course(near, 0));
    }

    /** All events, with the LIDs that packets were lost on the way to as if there were no offset, and all counts. */
    private static List<Object> course(Network network, int offset) {
        List<Object> course = new ArrayList<>();
        RunResult result = new SequentialDriver(
                        network,
                        (totals, events) -> events.forEach(event -> course.add(without(offset, event))),
                        HorizonPolicy.FULL)
                .run();
        course.add(result.outcome());
        for (Counter counter : Counter.values()) {
            course.add(result.last().count(counter));
        }
        return course;
    }

    private static String without(int offset, Event event) {
        List<String> words = new ArrayList<>();
        List<String> names = event.kind().arguments();
        for (int i = 0; i < names.size(); i++) {
            long value = event.argument(i);
            words.add(names.get(i) + " " + (names.get(i).equals("to") && value != 0 ? value - offset : value));
        }
        return event.cycle() + " " + event.device() + " " + event.kind() + " " + words;
    }
}
