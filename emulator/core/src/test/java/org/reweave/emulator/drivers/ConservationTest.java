package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;

/**
 * Whatever a scenario asks for, no packet and no credit appears or vanishes. The governor looks at every cut; here the
 * losses are counted a second time, packet by packet, from the events.
 */
@Tag("slow")
class ConservationTest {
    private static final int MOST_FAILURES = 5;
    private static final EnumSet<EventKind> LOSSES = EnumSet.of(EventKind.DROPPED, EventKind.DISCARDED);

    @Test
    void packetsAndCreditsAreConservedInRandomScenarios() {
        checkAll(0, 80);
    }

    @Tag("campaign")
    @Test
    void packetsAndCreditsAreConservedInThousandsOfRandomScenarios() {
        checkAll(1000, 4000);
    }

    private static void checkAll(long firstSeed, int count) {
        List<String> failures = new ArrayList<>();
        String drawn = RandomScenarios.checkAll(firstSeed, count, (network, repeatable) -> {
            if (failures.size() < MOST_FAILURES) {
                try {
                    check(network);
                } catch (AssertionError | RuntimeException e) {
                    StringWriter trace = new StringWriter();
                    e.printStackTrace(new PrintWriter(trace));
                    failures.add(repeatable + "\n" + trace);
                }
            }
        });
        System.out.println("conservation in random scenarios, " + drawn);
        assertThat(failures).isEmpty();
    }

    private static void check(Network network) {
        RunTrace trace = new RunTrace();
        recount(network, new SequentialDriver(network, trace, HorizonPolicy.FULL).run(), trace);
    }

    private static void recount(Network network, RunResult result, RunTrace trace) {
        Set<Long> lost = new HashSet<>();
        long[] byCause = new long[DropCause.count()];
        for (Event event : trace.events()) {
            if (LOSSES.contains(event.kind())) {
                assertThat(lost.add(event.b()))
                        .as("%s is the only loss of its packet", event)
                        .isTrue();
                int cause = event.kind() == EventKind.DROPPED ? (int) event.a() : DropCause.SCHEME.ordinal();
                byCause[cause]++;
            }
        }
        CutTotals last = result.last();
        assertThat(last.drops()).isEqualTo(byCause);
        assertThat(last.count(Counter.DELIVERED) + lost.size() + last.inFlight())
                .isEqualTo(last.count(Counter.INJECTED));
        isGeneratedOnce(network.resolved().scenario(), result);
        if (result.outcome() == Outcome.COMPLETED) {
            assertThat(last.inFlight() + last.queued()).isZero();
        }
        assertThat(result.deadlock().isPresent()).isEqualTo(result.outcome() == Outcome.DEADLOCKED);
    }

    /**
     * Every packet that is put on a link for the first time was generated. The other generated packets are what is
     * queued. Work that is no such packet is queued, too: copies and acknowledgements of a transport, operations of a
     * trace, messages that a NIC still has to make. A transport gives up queued packets of a flow.
     */
    private static void isGeneratedOnce(Scenario scenario, RunResult result) {
        CutTotals last = result.last();
        long first = last.count(Counter.INJECTED) - last.count(Counter.RETRANSMITTED) - last.count(Counter.ACKS_SENT);
        long waiting = last.count(Counter.GENERATED) - first;
        boolean hasTransport = scenario.nics().transport().endToEnd();
        assertThat(waiting).isNotNegative();
        if (!hasTransport
                && scenario.traffic().trace().isEmpty()
                && scenario.traffic().messages() == 0) {
            assertThat(waiting).isEqualTo(last.queued());
        } else if (last.count(Counter.MESSAGES_UNDELIVERED) == 0) {
            assertThat(waiting).isLessThanOrEqualTo(last.queued());
        }
        if (!hasTransport) {
            assertThat(last.count(Counter.RETRANSMITTED) + last.count(Counter.ACKS_SENT))
                    .isZero();
        }
    }
}
