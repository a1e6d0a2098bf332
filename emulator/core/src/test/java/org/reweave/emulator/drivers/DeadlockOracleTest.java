package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Deadlock;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;

/** The governor's verdict against patience: networks go on long after it, with nobody to stop them. */
class DeadlockOracleTest {
    private static final String NAIVE = SmallScenarios.texts().get("naive deadlock");
    private static final int SEEDS = 6;
    private static final long LONG = 50_000;

    @ParameterizedTest
    @ValueSource(strings = {"naive", "none", "ebr"})
    void exactlyTheNetworksThatNeverEmptyAreDeadlocked(String scheme) {
        int deadlocked = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            String[] set = {"seed=" + seed, "reconfiguration.scheme=" + scheme};
            Network network = SmallScenarios.network(NAIVE, set);
            RunResult result = run(network);
            boolean isDeadlock = result.outcome() == Outcome.DEADLOCKED;
            GlobalClock clock = new GlobalClock(network);
            clock.advanceTo(result.last().cycle() + LONG);
            assertThat(inFlight(clock) > 0)
                    .as("%s, outcome %s, --set %s:\n%s", scheme, result.outcome(), List.of(set), NAIVE)
                    .isEqualTo(isDeadlock);
            deadlocked += isDeadlock ? 1 : 0;
        }
        assertThat(deadlocked > 0).as("%d deadlocks", deadlocked).isEqualTo(scheme.equals("naive"));
    }

    @Test
    void theMembersOfAProvenDeadlockWaitForEachOtherInACircleAndNeverMove() {
        int deadlocks = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Network network = SmallScenarios.network(NAIVE, "seed=" + seed);
            Optional<Deadlock> deadlock = run(network).deadlock();
            deadlock.ifPresent(proven -> neverMoves(proven, network));
            deadlocks += deadlock.isPresent() ? 1 : 0;
        }
        assertThat(deadlocks).isPositive();
    }

    private static void neverMoves(Deadlock deadlock, Network network) {
        assertThat(deadlock.proven()).isTrue();
        long interval = network.resolved().scenario().run().cutInterval();
        assertThat(deadlock.formed()).isPositive().isLessThanOrEqualTo(deadlock.cycle());
        GlobalClock clock = new GlobalClock(network);
        clock.advanceTo(deadlock.formed() - interval);
        assertThat(catchThrowable(() -> holdings(deadlock, clock, network)))
                .as("not all of them waited at the cut before it formed")
                .isNotNull();
        clock.advanceTo(deadlock.formed());
        List<String> stuck = holdings(deadlock, clock, network);
        for (long cut = deadlock.formed(); cut <= deadlock.cycle(); cut += interval) {
            clock.advanceTo(cut);
            assertThat(holdings(deadlock, clock, network)).as("at cut %d", cut).isEqualTo(stuck);
        }
        for (long later = 0; later < LONG; later += 997) {
            clock.advanceTo(deadlock.cycle() + later);
            long seed = network.resolved().scenario().seed();
            assertThat(holdings(deadlock, clock, network))
                    .as("%d cycles later, --set seed=%d:\n%s", later, seed, NAIVE)
                    .isEqualTo(stuck);
        }
    }

    private static RunResult run(Network network) {
        return new SequentialDriver(network, (totals, events) -> {}, HorizonPolicy.FULL).run();
    }

    private static long inFlight(GlobalClock clock) {
        long inFlight = 0;
        for (Device device : clock.devices()) {
            DeviceReport report = device.report();
            inFlight += report.buffered()
                    + report.counters()[Counter.RUNS_SENT.ordinal()]
                    - report.counters()[Counter.RUNS_ARRIVED.ordinal()];
        }
        return inFlight;
    }

    /** What each member holds and waits for; asserts that this is the next member's place and that it is full. */
    private static List<String> holdings(Deadlock deadlock, GlobalClock clock, Network network) {
        List<DeviceReport> reports =
                clock.devices().stream().map(Device::report).toList();
        List<Deadlock.Member> members = deadlock.members();
        List<String> holdings = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Deadlock.Member member = members.get(i);
            Deadlock.Member next = members.get((i + 1) % members.size());
            DeviceReport report = report(member, reports, network);
            int wait = wait(member, report, network).orElseThrow();
            assertThat(report.waitingPacket(wait)).isEqualTo(member.packet());
            assertThat(place(next, network)).isEqualTo(wanted(report, wait, network));
            DeviceReport full = report(next, reports, network);
            if (!next.atOutput()) {
                long capacity = network.capacityUnits()[full.device()][next.port() - 1];
                assertThat(capacity - full.credits().buffered(portLane(next, network)))
                        .as("room at %s", next)
                        .isLessThan(report.needs(wait));
            }
            holdings.add(member + " waits for " + wanted(report, wait, network));
        }
        return holdings;
    }

    private static DeviceReport report(Deadlock.Member member, List<DeviceReport> reports, Network network) {
        return reports.get(List.of(network.names()).indexOf(member.device()));
    }

    private static int portLane(Deadlock.Member member, Network network) {
        return (member.port() - 1) * lanes(network) + member.lane();
    }

    private static int lanes(Network network) {
        return network.resolved().scenario().switches().lanes();
    }

    private static OptionalInt wait(Deadlock.Member member, DeviceReport report, Network network) {
        return IntStream.range(0, report.waits())
                .filter(i ->
                        report.waitsAtOutput(i) == member.atOutput() && report.waitsAt(i) == portLane(member, network))
                .findFirst();
    }

    private static String place(Deadlock.Member member, Network network) {
        return place(member.device(), portLane(member, network), member.atOutput());
    }

    private static String place(String device, int portLane, boolean atOutput) {
        return device + " " + portLane + (atOutput ? " output" : " input");
    }

    /** The buffer whose room a blocked head needs: its output's own, or the one at the far end of that link. */
    private static String wanted(DeviceReport report, int wait, Network network) {
        int output = report.waitsFor(wait);
        if (report.needs(wait) == 0) {
            return place(network.names()[report.device()], output, true);
        }
        Wiring wiring = network.wiring();
        int port = output / lanes(network);
        int peerPort = wiring.peerChannel()[report.device()][port];
        String peer = network.names()[wiring.peerDevice()[report.device()][port]];
        return place(peer, peerPort * lanes(network) + output % lanes(network), false);
    }
}
