package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.Cut;
import org.reweave.emulator.governor.CutPart;
import org.reweave.emulator.governor.Domain;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.GovernorPlan;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.ReportReadings;
import org.reweave.emulator.governor.Survey;
import org.reweave.emulator.governor.Wishes;
import org.reweave.emulator.network.Network;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/**
 * A governor that is given the shares of several processes beside one that is given all reports. Which devices belong
 * together is drawn: nothing of it may show.
 */
class SharesTest {
    /** A run whose reports go to both governors. */
    private static final class Both {
        private final Network network;
        private final GovernorPlan plan;
        private final List<Domain> domains = new ArrayList<>();
        private final List<Survey> surveys = new ArrayList<>();
        private final Governor ofReports;
        private final Governor ofShares;
        private final String repeatable;

        Both(Network network, int processes, long seed, String repeatable) {
            this.network = network;
            this.plan = network.governorPlan();
            this.repeatable = repeatable;
            this.ofReports = new Governor(plan);
            this.ofShares = new Governor(plan);
            Draws draws = new Draws(seed);
            List<List<Integer>> devices = new ArrayList<>();
            IntStream.range(0, processes).forEach(process -> devices.add(new ArrayList<>()));
            for (int device = 0; device < plan.wiring().devices(); device++) {
                devices.get(device < processes ? device : draws.below(processes))
                        .add(device);
            }
            for (List<Integer> some : devices) {
                domains.add(Domain.of(plan, some));
                surveys.add(new Survey(plan, domains.get(domains.size() - 1)));
            }
        }

        Governor run() {
            GlobalClock clock = new GlobalClock(network);
            for (long k = 1; !ofReports.isOver(); k++) {
                clock.advanceTo(k * plan.interval());
                DeviceReport[] reports =
                        clock.devices().stream().map(Device::report).toArray(DeviceReport[]::new);
                give(k, reports);
                Cut whole = ofReports.next().orElseThrow();
                Cut joined = ofShares.next().orElseThrow();
                same(whole, joined);
                ofReports.accept(whole, Wishes.NONE);
                ofShares.accept(joined, Wishes.NONE);
                clock.devices().forEach(device -> device.measureFrom(ofReports.measureFrom()));
            }
            assertThat(ofShares.isOver()).as(repeatable).isTrue();
            assertThat(ofShares.outcome()).as(repeatable).isEqualTo(ofReports.outcome());
            assertThat(ofShares.deadlock()).as(repeatable).isEqualTo(ofReports.deadlock());
            assertThat(ofShares.transientCycles()).as(repeatable).isEqualTo(ofReports.transientCycles());
            return ofReports;
        }

        private void give(long k, DeviceReport[] reports) {
            for (DeviceReport report : reports) {
                ofReports.report(k, report);
            }
            for (int process = surveys.size() - 1; process >= 0; process--) {
                ByteWriter out = new ByteWriter();
                surveys.get(process).look(reports).visit(out);
                CutPart read = new CutPart(plan, domains.get(process));
                ByteReader in = new ByteReader(out.toArray());
                read.visit(in);
                in.end();
                ofShares.share(k, read, new ReportReadings(reports));
            }
        }

        private void same(Cut whole, Cut joined) {
            assertThat(joined.totals())
                    .as("cut %d, %s", whole.number(), repeatable)
                    .usingRecursiveComparison()
                    .isEqualTo(whole.totals());
            assertThat(joined.events()).as(repeatable).isEqualTo(whole.events());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void deadlocksAcrossProcessesAreThoseOfTheWholeNetwork(int processes) {
        int deadlocked = 0;
        long transients = 0;
        for (long seed = 1; seed <= 6; seed++) {
            Network network = SmallScenarios.network(SmallScenarios.texts().get("naive deadlock"), "seed=" + seed);
            Governor governor = new Both(network, processes, seed, "seed " + seed).run();
            deadlocked += governor.outcome() == Outcome.DEADLOCKED ? 1 : 0;
            transients += governor.transientCycles();
        }
        assertThat(deadlocked).as("deadlocked runs").isPositive();
        assertThat(transients)
                .as("cuts with packets that an event could still free")
                .isPositive();
    }

    @Test
    void everySmallScenarioIsTheSameForAnyProcesses() {
        int[] seed = {0};
        SmallScenarios.texts().forEach((name, text) -> {
            seed[0]++;
            new Both(SmallScenarios.network(text), 2 + seed[0] % 4, seed[0], name).run();
        });
    }

    @Test
    void randomScenariosAreTheSameForAnyProcesses() {
        compareRandom(100, 30);
    }

    @Tag("campaign")
    @Test
    void hundredsOfRandomScenariosAreTheSameForAnyProcesses() {
        compareRandom(100_000, 300);
    }

    private static void compareRandom(long first, int count) {
        int[] seed = {0};
        System.out.println("random scenarios in shares, "
                + RandomScenarios.checkAll(first, count, (network, repeatable) -> {
                    seed[0]++;
                    new Both(network, 2 + seed[0] % 5, seed[0], repeatable).run();
                }));
    }

    /** A process checks the links between its devices, and the governor those between processes. */
    @Test
    void aCreditTooManyIsFoundOnEveryLinkWhoeverChecksIt() {
        Network network = SmallScenarios.network(SmallScenarios.texts().get("naive deadlock"));
        Both both = new Both(network, 3, 1, "three processes");
        GlobalClock clock = new GlobalClock(network);
        clock.advanceTo(both.plan.interval());
        DeviceReport[] reports = clock.devices().stream().map(Device::report).toArray(DeviceReport[]::new);
        int here = 0;
        int between = 0;
        for (int device = 0; device < reports.length; device++) {
            for (int port = 0; port < both.plan.wiring().ports(device); port++) {
                int peer = both.plan.wiring().peerDevice()[device][port];
                if (peer < 0 || both.plan.capacityUnits()[device][port] == 0) {
                    continue;
                }
                DeviceReport.Credits credits = reports[device].credits();
                int portLane = port * both.plan.lanes();
                credits.setBuffered(portLane, credits.buffered(portLane) + 1);
                Governor fresh = new Governor(both.plan);
                String place = " to " + both.plan.names()[device] + "." + (port + 1) + " VL0:";
                assertThatThrownBy(() -> {
                            for (int process = 0; process < 3; process++) {
                                fresh.share(1, both.surveys.get(process).look(reports), new ReportReadings(reports));
                            }
                            fresh.next();
                        })
                        .hasMessageContaining("credits are not conserved at cycle " + both.plan.interval() + " from ")
                        .hasMessageContaining(place);
                credits.setBuffered(portLane, credits.buffered(portLane) - 1);
                int receiver = device;
                boolean isHere = both.domains.stream()
                        .map(domain -> IntStream.of(domain.devices()).boxed().toList())
                        .anyMatch(some -> some.contains(receiver) && some.contains(peer));
                here += isHere ? 1 : 0;
                between += isHere ? 0 : 1;
            }
        }
        assertThat(here).isPositive();
        assertThat(between).isPositive();
    }
}
