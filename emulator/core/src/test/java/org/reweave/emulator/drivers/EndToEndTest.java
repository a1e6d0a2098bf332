package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.traffic.MessageSizes;
import org.reweave.emulator.traffic.Pattern;
import org.reweave.emulator.traffic.Patterns;
import org.reweave.emulator.traffic.TrafficParameters;

/**
 * Whatever the network loses, messages arrive once and in order; told by the application's side of every NIC against a
 * list of what was sent that is drawn anew here.
 */
class EndToEndTest {
    private static final String LOSSY = """
            description = "Links of a torus flap"
            fabric.generator = "torus:4x4"
            routing.engine = updown
            device { preset = iba-1x
                     nic.transport { mode = end-to-end, timeout = 25us, retries = 100, window = 8, reorder-buffer = 6, ack-queue = 3 } }
            traffic { load = 0.12, sizes = [ { size = 10B, share = 0.5 }, { size = 150B, share = 0.5 } ] }
            faults = [ %s ]
            run { warmup = 0us, duration = 300us, limit = 20ms, cut-interval = 2us }
            """;

    private static Network network(String text, String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("lossy.conf", text, List.of(overrides))));
    }

    private static String flaps(int count) {
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            faults.add("{ at = " + (15 + 20 * i) + "us, until = " + (25 + 20 * i) + "us, link = random }");
        }
        faults.add("{ at = 320us, until = 340us, switch = s2_2 }");
        return String.join(", ", faults);
    }

    private static CutTotals run(Network network, GlobalClock clock, Outcome expected) {
        Governor governor = new Governor(network.governorPlan());
        for (long cut = 1; !governor.isOver(); cut++) {
            clock.advanceTo(cut * network.governorPlan().interval());
            for (var device : clock.devices()) {
                governor.report(cut, device.report());
            }
            governor.deliverCuts((totals, events) -> {});
        }
        assertThat(governor.outcome()).isEqualTo(expected);
        return governor.last();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3, 4})
    void everyMessageArrivesOnceAndInOrderOverFlappingLinks(int seed) {
        Network network = network(LOSSY.formatted(flaps(14)), "seed=" + seed);
        GlobalClock clock = new GlobalClock(network);
        Deliveries deliveries = Deliveries.of(clock.devices());

        CutTotals last = run(network, clock, Outcome.COMPLETED);

        TrafficParameters traffic = network.resolved().scenario().traffic();
        Pattern pattern = Patterns.of(
                traffic,
                Patterns.Place.of(network.participants(), network.fabric().nicCount()),
                seed);
        MessageSizes sizes = new MessageSizes(seed, traffic.sizes());
        long packets = 0;
        long delivered = 0;
        for (int source : network.participants()) {
            List<List<Integer>> sent = new ArrayList<>();
            network.participants().forEach(nic -> sent.add(new ArrayList<>()));
            long messages = network.participants().stream()
                    .mapToLong(to -> deliveries.of(source, to).size())
                    .sum();
            for (int number = 0; number < messages; number++) {
                sent.get(pattern.destination(source, number)).add(number);
                packets += (sizes.flits(source, number) + 31) / 32;
            }
            for (int to : network.participants()) {
                assertThat(deliveries.of(source, to))
                        .as("from %d to %d", source, to)
                        .isEqualTo(sent.get(to));
            }
            delivered += messages;
        }
        assertThat(delivered).isGreaterThan(500).isEqualTo(last.count(Counter.MESSAGES_GENERATED));
        assertThat(last.count(Counter.MESSAGES_DELIVERED)).isEqualTo(delivered);
        assertThat(last.count(Counter.GENERATED)).isEqualTo(packets).isEqualTo(last.count(Counter.DATA_DELIVERED));
        assertThat(last.count(Counter.DROPPED)).isPositive();
        assertThat(last.count(Counter.RETRANSMITTED)).isPositive();
        assertThat(last.count(Counter.OUT_OF_ORDER)).isPositive();
        assertThat(last.count(Counter.INJECTED))
                .isEqualTo(packets + last.count(Counter.RETRANSMITTED) + last.count(Counter.ACKS_SENT));
        assertThat(last.count(Counter.DELIVERED))
                .isEqualTo(packets
                        + last.count(Counter.DUPLICATES)
                        + last.count(Counter.ACKS_DELIVERED)
                        + last.count(Counter.REORDER_OVERFLOWS));
    }

    @Test
    void aTimeoutShorterThanTheRoundTripCostsDuplicatesAndNothingElse() {
        Network network = network(LOSSY.formatted(""), "device.nic.transport.timeout=1200ns", "traffic.load=0.03");
        GlobalClock clock = new GlobalClock(network);
        Deliveries deliveries = Deliveries.of(clock.devices());

        CutTotals last = run(network, clock, Outcome.COMPLETED);

        assertThat(last.count(Counter.DUPLICATES)).isGreaterThan(100).isEqualTo(last.count(Counter.RETRANSMITTED));
        assertThat(deliveries.count()).isEqualTo(last.count(Counter.MESSAGES_GENERATED));
    }

    @Test
    void aFlowThatIsGivenUpMakesTheRunIncompleteAndItsMessagesUndelivered() {
        Network network = network(
                LOSSY.formatted("{ at = 50us, until = 250us, switch = s1_1 }"), "device.nic.transport.retries=2");
        GlobalClock clock = new GlobalClock(network);
        Deliveries deliveries = Deliveries.of(clock.devices());

        CutTotals last = run(network, clock, Outcome.INCOMPLETE);

        long undelivered = last.count(Counter.MESSAGES_UNDELIVERED);
        assertThat(undelivered).isPositive();
        assertThat(deliveries.count()).isEqualTo(last.count(Counter.MESSAGES_DELIVERED));
        assertThat(deliveries.count() + undelivered)
                .as("one whose acknowledgements are lost counts twice")
                .isBetween(
                        last.count(Counter.MESSAGES_GENERATED), last.count(Counter.MESSAGES_GENERATED) + undelivered);
        assertThat(last.queued()).isZero();
    }

    @Test
    void withoutATransportMessagesThatLoseAPacketAreLost() {
        Network network = network(LOSSY.formatted(flaps(14)), "device.nic.transport.mode=none");
        GlobalClock clock = new GlobalClock(network);
        Deliveries deliveries = Deliveries.of(clock.devices());

        CutTotals last = run(network, clock, Outcome.COMPLETED);

        assertThat(deliveries.count())
                .isEqualTo(last.count(Counter.MESSAGES_DELIVERED))
                .isBetween(
                        last.count(Counter.MESSAGES_GENERATED) - last.count(Counter.DROPPED),
                        last.count(Counter.MESSAGES_GENERATED) - 1);
        assertThat(last.count(Counter.GENERATED)).isEqualTo(last.count(Counter.INJECTED));
        assertThat(last.count(Counter.ACKS_SENT) + last.count(Counter.RETRANSMITTED))
                .isZero();
    }
}
