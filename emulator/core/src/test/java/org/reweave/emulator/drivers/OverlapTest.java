package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;

/** EBR with changes that overlap, and with epochs of one bit, under traffic. */
class OverlapTest {
    private static final String TORUS = """
            description = "overlapping"
            fabric.generator = "torus:4x4"
            routing { engine = updown }
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.1
            run { warmup = 10us, duration = 400us, limit = 4ms, cut-interval = 2us }
            """;

    /** The second link fails while tables for the first are being sent. */
    private static final String TWO_LINKS = TORUS + """
            faults = [ { at = 50us, link = "s1_1-s1_2" }, { at = 115us, link = "s2_2-s2_3" } ]
            """;

    /** Links fail faster than tables can be sent, and two come back. */
    private static final String MANY_LINKS = TORUS + """
            manager.timeout = 20us
            faults = [ { at = 50us, link = "s1_1-s1_2" }, { at = 115us, link = "s2_2-s2_3" }, { at = 180us, link = "s0_0-s1_0" },
                       { at = 245us, until = 375us, link = "s3_1-s3_2" }, { at = 310us, until = 440us, link = "s0_3-s1_3" } ]
            """;

    private static Faults links(Fabric fabric, String... names) {
        Faults faults = Faults.none();
        for (String name : names) {
            faults = faults.withLink(LinkNames.link(fabric, name));
        }
        return faults;
    }

    private static List<Long> changes(ManagedRun run, EventKind kind) {
        return run.events(kind).stream().map(Event::a).toList();
    }

    private static void completes(ManagedRun run, String... down) {
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.pairsCutOff(links(run.network.fabric(), down))).isEmpty();
        assertThat(run.result.last().inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd"})
    void aSecondFaultEndsTheReconfigurationUnderWayAndIsRoutedAroundSooner(String scheme) {
        String key = "reconfiguration.scheme=" + scheme;
        ManagedRun apart = ManagedRun.of(TWO_LINKS, key);
        ManagedRun overlapping = ManagedRun.of(TWO_LINKS, key, "reconfiguration.options.overlap=on");
        completes(apart, "s1_1-s1_2", "s2_2-s2_3");
        completes(overlapping, "s1_1-s1_2", "s2_2-s2_3");
        assertThat(changes(apart, EventKind.RECONFIGURED)).containsExactly(1L, 2L);
        assertThat(apart.events(EventKind.ABANDONED)).isEmpty();
        assertThat(changes(overlapping, EventKind.ABANDONED)).containsExactly(1L);
        assertThat(changes(overlapping, EventKind.RECONFIGURED)).containsExactly(2L);
        assertThat(overlapping.cycle(EventKind.ABANDONED)).isGreaterThan(overlapping.first(EventKind.INSTALLED));
        assertThat(overlapping.last(EventKind.INSTALLED)).isLessThan(apart.last(EventKind.INSTALLED));
    }

    @Test
    void onlyDevicesThatMayHaveTheirLastTablesWithoutSayingSoGetWholeOnes() {
        ManagedRun run = ManagedRun.of(TWO_LINKS, "reconfiguration.scheme=ebrd", "reconfiguration.options.overlap=on");
        long abandoned = run.cycle(EventKind.ABANDONED);
        List<Long> answered = run.events(EventKind.ACKNOWLEDGED).stream()
                .filter(event -> event.cycle() < abandoned)
                .map(Event::a)
                .toList();
        List<Event> asked = run.events(EventKind.TABLES_SENT);
        List<Long> unsure = asked.stream()
                .filter(event -> event.b() == 1 && !answered.contains(event.a()))
                .map(Event::a)
                .toList();
        assertThat(unsure).isNotEmpty();
        assertThat(asked.stream().filter(event -> event.b() == 2 && event.d() == 1))
                .extracting(Event::a)
                .containsExactlyInAnyOrderElementsOf(unsure);
    }

    @ParameterizedTest(name = "{0}, {1} bits, overlap {2}")
    @CsvSource({"ebr, 3, on", "ebrd, 3, on", "ebrd, 5, on", "ebr, 1, off", "ebrd, 1, off"})
    void changeUponChangeIsFollowed(String scheme, int bits, String overlap) {
        ManagedRun run = ManagedRun.of(
                MANY_LINKS,
                "reconfiguration.scheme=" + scheme,
                "reconfiguration.options.epoch-bits=" + bits,
                "reconfiguration.options.overlap=" + overlap);
        completes(run, "s1_1-s1_2", "s2_2-s2_3", "s0_0-s1_0");
        assertThat(run.events(EventKind.SEPARATOR_SENT)).isNotEmpty();
        assertThat(run.events(EventKind.ABANDONED).isEmpty()).isEqualTo(overlap.equals("off"));
    }

    @Test
    void narrowFieldsHoldChangesBackThatWideOnesLetOverlap() {
        String[] key = {
            "reconfiguration.scheme=ebrd", "reconfiguration.options.overlap=on", "reconfiguration.options.epoch-bits=3"
        };
        int narrow = ManagedRun.of(MANY_LINKS, key).events(EventKind.ABANDONED).size();
        key[2] = "reconfiguration.options.epoch-bits=5";
        int wide = ManagedRun.of(MANY_LINKS, key).events(EventKind.ABANDONED).size();
        assertThat(wide).isGreaterThan(narrow);
    }

    @Test
    void withoutOverlapWideEpochsNeedNoSeparators() {
        ManagedRun run = ManagedRun.of(MANY_LINKS, "reconfiguration.scheme=ebrd");
        completes(run, "s1_1-s1_2", "s2_2-s2_3", "s0_0-s1_0");
        assertThat(run.events(EventKind.SEPARATOR_SENT)).isEmpty();
        assertThat(run.events(EventKind.REPORTED)).isEmpty();
    }
}
