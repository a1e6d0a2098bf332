package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.Separation;
import org.reweave.routing.topology.Fabric;

/** Steps of devices as they could be: of two switches and their NICs, one packet, change 1. */
class SeparatorWatchTest {
    private static final long PACKET = 77;
    private static final long CHANGE = 1;
    private Network network;
    private SeparatorWatch watch;
    private Fabric fabric;
    private DeviceLog.Witness sender;
    private DeviceLog.Witness receiver;
    private int receiving; // device
    private int toReceiver; // port
    private int fromSender;

    @BeforeEach
    void twoSwitchesOfSimpleReconfiguration() {
        watch("scheme = sr-la");
    }

    private void watch(String scheme, String... overrides) {
        network = new Network(
                ResolvedScenario.of(ScenarioLoader.parse("watched.conf", """
                name = "watched"
                description = "two switches"
                fabric.generator = "mesh:2x1"
                routing.engine = updown
                device.preset = iba-1x
                traffic.load = 0.1
                reconfiguration { %s }
                run { warmup = 20us, duration = 40us }
                """.formatted(scheme), List.of(overrides))));
        ReconfigurationChoice choice = network.resolved().scenario().reconfiguration();
        fabric = network.fabric();
        watch = new SeparatorWatch(
                network,
                choice.description()
                        .flatMap(chosen -> chosen.separation(choice.options()))
                        .orElseThrow());
        int link = 0;
        while (!fabric.isTrunk(link)) {
            link++;
        }
        toReceiver = fabric.linkPort(link, 0);
        fromSender = fabric.linkPort(link, 1);
        sender = watch.of(fabric.linkDevice(link, 0));
        receiving = fabric.linkDevice(link, 1);
        receiver = watch.of(receiving);
    }

    private void separatorsCome(int except) {
        for (int port = 1; port <= fabric.portCount(receiving); port++) {
            if (port != except) {
                receiver.event(10, EventKind.SEPARATOR_ARRIVED, port, 0, CHANGE, 0);
            }
        }
    }

    private void putsTablesInForce() {
        receiver.event(20, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
        receiver.event(30, EventKind.WAITING_REROUTED, 0, 0, 0, 0);
    }

    @Test
    void aClaimHoldsWhenEverySeparatorHasComeAndNoPacketIsLeft() {
        separatorsCome(0);
        putsTablesInForce();
        assertThat(watch.broken()).isEmpty();
    }

    @Test
    void aClaimIsBrokenByAWorkingInputWithoutItsSeparator() {
        separatorsCome(fromSender);
        putsTablesInForce();
        assertThat(watch.broken()).containsOnlyKeys(Promise.OLD_PACKETS_GONE);
    }

    @Test
    void anInputThatIsDownBringsNoSeparator() {
        receiver.event(5, EventKind.PORT_DOWN, fromSender, 0, 0, 0);
        separatorsCome(fromSender);
        putsTablesInForce();
        assertThat(watch.broken()).isEmpty();
    }

    @Test
    void aLinkThatComesBackHasToBringItsSeparatorAgain() {
        separatorsCome(0);
        receiver.event(15, EventKind.PORT_DOWN, fromSender, 0, 0, 0);
        receiver.event(16, EventKind.PORT_UP, fromSender, 0, 0, 0);
        putsTablesInForce();
        assertThat(watch.broken()).containsOnlyKeys(Promise.OLD_PACKETS_GONE);
    }

    @Test
    void packetsOfANicWhoseLinkComesBackAreNewForChangesThatTheSwitchKnows() {
        int fromNic = 1;
        while (fromNic == fromSender || fabric.peer(receiving, fromNic) < 0) {
            fromNic++;
        }
        receiver.event(5, EventKind.PORT_DOWN, fromNic, 0, 0, 0);
        separatorsCome(fromNic);
        receiver.event(15, EventKind.PORT_UP, fromNic, 0, 0, 0);
        receiver.step(16, DeviceLog.ARRIVAL, fromNic - 1L, PACKET);
        putsTablesInForce();
        assertThat(watch.broken()).isEmpty();
        receiver.event(40, EventKind.SEPARATOR_ARRIVED, fromNic, 0, CHANGE - 1, 0);
        assertThat(watch.broken()).as("the NIC's last separator, repeated").isEmpty();
        receiver.event(50, EventKind.SEPARATOR_ARRIVED, fromNic, 0, CHANGE, 0);
        receiver.event(60, EventKind.SEPARATOR_ARRIVED, fromNic, 0, CHANGE - 1, 0);
        assertThat(watch.broken()).containsOnlyKeys(Promise.SEPARATORS_IN_ORDER);
    }

    @Test
    void aLinkBackToASwitchThatTheChangeWentPastIsNotMeantWhileTheManagerMissesThatSwitch() {
        for (boolean isMissed : new boolean[] {true, false}) {
            watch("scheme = ebr, options.epoch-bits = 1");
            if (isMissed) {
                watch.of(fabric.deviceCount()).event(1, EventKind.SWEEP_DONE, 1, 0, 0, 0);
            }
            receiver.event(5, EventKind.PORT_DOWN, fromSender, 0, 0, 0);
            separatorsCome(fromSender);
            receiver.event(12, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
            receiver.event(14, EventKind.PORT_UP, fromSender, 0, 0, 0);
            receiver.step(16, DeviceLog.ARRIVAL, fromSender - 1L, PACKET);
            receiver.event(17, EventKind.DROPPED, 0, PACKET, 0, 0);
            receiver.event(20, EventKind.REPORT_SENT, CHANGE, 1, 0, 0);
            receiver.event(30, EventKind.WAITING_REROUTED, 0, 0, 0, 0);
            assertThat(watch.broken().containsKey(Promise.OLD_PACKETS_GONE)).isNotEqualTo(isMissed);
        }
    }

    /**
     * Whether a claim is broken by a link that comes up at a cycle and brings nothing; tables of change 2 come at 12.
     */
    private boolean isBrokenByALinkThatComesUp(long cycle, long claim) {
        watch("scheme = ebr, options.epoch-bits = 1");
        receiver.event(1, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
        receiver.event(2, EventKind.PORT_DOWN, fromSender, 0, 0, 0);
        separatorsCome(fromSender);
        if (cycle < 12) {
            receiver.event(cycle, EventKind.PORT_UP, fromSender, 0, 0, 0);
        }
        receiver.event(12, EventKind.INSTALLED, 2, 2, 0, 0);
        for (int port = 1; port <= fabric.portCount(receiving); port++) {
            if (port != fromSender) {
                receiver.event(13, EventKind.SEPARATOR_ARRIVED, port, 0, 2, 0);
            }
        }
        if (cycle > 12) {
            receiver.event(cycle, EventKind.PORT_UP, fromSender, 0, 0, 0);
        }
        receiver.event(20, EventKind.REPORT_SENT, claim, 1, 0, 0);
        receiver.event(30, EventKind.WAITING_REROUTED, 0, 0, 0, 0);
        return watch.broken().containsKey(Promise.OLD_PACKETS_GONE);
    }

    @Test
    void aLinkThatHasBroughtNothingSinceItCameUpUnderTheTablesOfAClaimIsNotMeant() {
        assertThat(isBrokenByALinkThatComesUp(14, 2)).isFalse();
        assertThat(isBrokenByALinkThatComesUp(11, CHANGE)).isFalse();
        assertThat(isBrokenByALinkThatComesUp(11, 2)).isTrue();
    }

    @Test
    void aSwitchThatRoutesByOlderTablesIsNotCleanOfThem() {
        for (boolean hasTables : new boolean[] {true, false}) {
            watch("scheme = ebr, options.epoch-bits = 1");
            separatorsCome(0);
            if (hasTables) {
                receiver.event(12, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
            }
            receiver.event(20, EventKind.REPORT_SENT, CHANGE, 1, 0, 0);
            receiver.event(30, EventKind.WAITING_REROUTED, 0, 0, 0, 0);
            assertThat(watch.broken().containsKey(Promise.OLD_PACKETS_GONE)).isEqualTo(!hasTables);
        }
    }

    @Test
    void claimsOfTheDoubleSchemeAreDueAgainOnceADiscoveryHasFoundAllSwitches() {
        for (int began : new int[] {4, 6}) {
            watch("scheme = double-scheme", "device.switch.vls=2", "routing.options.vls=2");
            DeviceLog.Witness manager = watch.of(fabric.deviceCount());
            manager.event(5, EventKind.UNREACHABLE, receiving, 0, 0, 0);
            manager.event(8, EventKind.SWEEP_DONE, fabric.switchCount(), 0, 0, began);
            sender.event(20, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
            assertThat(watch.broken().containsKey(Promise.CLAIMS_AWAITED)).isEqualTo(began > 5);
        }
    }

    @Test
    void whatAManagerFindsThatAnotherOneHasSucceededDoesNotMakeClaimsDue() {
        for (boolean isSucceeded : new boolean[] {true, false}) {
            watch("scheme = double-scheme", "device.switch.vls=2", "routing.options.vls=2");
            DeviceLog.Witness manager = watch.of(fabric.deviceCount());
            DeviceLog.Witness standby = watch.of(fabric.deviceCount() + 1);
            standby.event(3, isSucceeded ? EventKind.TOOK_OVER : EventKind.RETIRED, 1, 0, 0, 0);
            standby.event(5, EventKind.UNREACHABLE, receiving, 0, 0, 0);
            manager.event(8, EventKind.SWEEP_DONE, fabric.switchCount(), 0, 0, 6);
            sender.event(20, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
            assertThat(watch.broken().containsKey(Promise.CLAIMS_AWAITED)).isNotEqualTo(isSucceeded);
        }
    }

    @Test
    void claimsAreDueAtTheEndOfAChangeOfTheManagerInCharge() {
        for (boolean isSucceeded : new boolean[] {true, false}) {
            watch("scheme = double-scheme", "device.switch.vls=2", "routing.options.vls=2");
            DeviceLog.Witness manager = watch.of(fabric.deviceCount());
            DeviceLog.Witness standby = watch.of(fabric.deviceCount() + 1);
            receiver.event(10, EventKind.INSTALLED, CHANGE, 0, 0, 0);
            sender.event(10, EventKind.INSTALLED, CHANGE, 0, 0, 0);
            sender.event(11, EventKind.INSTALLED, CHANGE + 1, CHANGE, 0, 0);
            watch.broken().clear();
            if (isSucceeded) {
                standby.event(15, EventKind.TOOK_OVER, 1, 0, 0, 0);
            }
            manager.event(20, EventKind.RECONFIGURED, CHANGE + 1, 0, 0, 0);
            assertThat(watch.broken().containsKey(Promise.CLAIMS_AWAITED)).isNotEqualTo(isSucceeded);
        }
    }

    @Test
    void aManagerThatTakesOverOnceMoreMayAskForWhatWasClaimedBefore() {
        for (boolean retired : new boolean[] {true, false}) {
            watch("scheme = ebr, options { epoch-bits = 1 }");
            DeviceLog.Witness manager = watch.of(fabric.deviceCount());
            receiver.event(20, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
            manager.event(30, EventKind.REPORTED, receiving, 1, 0, 0);
            if (retired) {
                manager.event(35, EventKind.RETIRED, 1, 0, 0, 0);
            }
            manager.fact(40, Fact.CONTROL_SENT, receiving, 0, 0);
            receiver.event(50, EventKind.INSTALLED, 2, 2, 0, 0);
            assertThat(watch.broken().containsKey(Promise.REPORTS_KEPT)).isNotEqualTo(retired);
        }
    }

    @Test
    void theTablesOfABringUpAreOfNoChange() {
        watch("scheme = ebr, options.epoch-bits = 1");
        for (DeviceLog.Witness each : List.of(sender, receiver)) {
            each.event(1, EventKind.INSTALLED, CHANGE, ManagerEffect.UNTOLD, 0, 0);
        }
        sender.step(2, DeviceLog.ARRIVAL, 0, PACKET);
        sender.step(3, DeviceLog.GRANT, toReceiver - 1L, PACKET);
        receiver.step(5, DeviceLog.ARRIVAL, fromSender - 1L, PACKET);
        assertThat(watch.broken()).isEmpty();
    }

    @Test
    void aPacketOfAChangeThatWentPastTheSwitchMayBeDiscardedByIt() {
        for (boolean isTold : new boolean[] {true, false}) {
            watch("scheme = ebr, options.epoch-bits = 1");
            sender.event(1, EventKind.INSTALLED, 2, 2, 0, 0);
            sender.step(2, DeviceLog.ARRIVAL, 0, PACKET);
            sender.step(3, DeviceLog.GRANT, toReceiver - 1L, PACKET);
            receiver.event(1, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
            if (isTold) {
                receiver.fact(4, Fact.CONTROL_TAKEN, 2, 0, 0);
            }
            receiver.step(5, DeviceLog.ARRIVAL, fromSender - 1L, PACKET);
            receiver.event(6, EventKind.DISCARDED, 5, PACKET, 0, 0);
            assertThat(watch.broken().containsKey(Promise.LISTED_CASES_ONLY)).isEqualTo(isTold);
        }
    }

    @Test
    void aClaimIsBrokenByAPacketThatCameAheadOfTheSeparatorAndIsStillThere() {
        receiver.step(5, DeviceLog.ARRIVAL, fromSender - 1L, PACKET);
        separatorsCome(0);
        putsTablesInForce();
        assertThat(watch.broken()).containsOnlyKeys(Promise.OLD_PACKETS_GONE);
    }

    @Test
    void aPacketThatIsGrantedInTheCycleOfTheClaimIsGone() {
        receiver.step(5, DeviceLog.ARRIVAL, fromSender - 1L, PACKET);
        separatorsCome(0);
        receiver.event(20, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
        receiver.step(20, DeviceLog.GRANT, (fromSender - 1L) << 16, PACKET);
        receiver.event(30, EventKind.WAITING_REROUTED, 0, 0, 0, 0);
        assertThat(watch.broken()).isEmpty();
    }

    @Test
    void aPacketThatItsSenderGotAheadOfASeparatorMayNotComeBehindIt() {
        sender.step(5, DeviceLog.ARRIVAL, 0, PACKET);
        sender.step(6, DeviceLog.GRANT, toReceiver - 1L, PACKET);
        receiver.event(8, EventKind.SEPARATOR_ARRIVED, fromSender, 0, CHANGE, 0);
        receiver.step(9, DeviceLog.ARRIVAL, fromSender - 1L, PACKET);
        assertThat(watch.broken()).containsOnlyKeys(Promise.SEPARATORS_IN_ORDER);
    }

    @Test
    void aNicAnswersASeparatorInTheCycleInWhichItComes() {
        for (boolean answers : new boolean[] {true, false}) {
            DeviceLog.Witness nic = watch.of(fabric.nicDevice(0));
            nic.event(8, EventKind.SEPARATOR_ARRIVED, 1, 0, CHANGE, 0);
            if (answers) {
                nic.fact(8, Fact.SEPARATOR_APPENDED, 1, 0, CHANGE);
            }
            nic.step(8, DeviceLog.INJECTION, 0, PACKET);
            assertThat(watch.broken()).as("the cycle is not over").isEmpty();
            nic.step(9, DeviceLog.INJECTION, 0, PACKET + 1);
            assertThat(watch.broken().containsKey(Promise.SEPARATORS_ANSWERED)).isNotEqualTo(answers);
        }
    }

    @Test
    void aNicThatWasToldThatAChangeIsOverNeedNotAnswerItsSeparator() {
        Separation ofDoubleScheme = Schemes.get("double-scheme")
                .description()
                .separation(SchemeOptions.DEFAULT)
                .orElseThrow();
        long resume = 2; // the kind of the control word, below its change
        for (long over : new long[] {CHANGE, CHANGE - 1}) {
            SeparatorWatch other = new SeparatorWatch(network, ofDoubleScheme);
            DeviceLog.Witness nic = other.of(fabric.nicDevice(0));
            nic.fact(7, Fact.CONTROL_TAKEN, over << 3 | resume, 0, 0);
            nic.event(8, EventKind.SEPARATOR_ARRIVED, 1, 0, CHANGE << 3, 0);
            nic.step(9, DeviceLog.INJECTION, 0, PACKET);
            assertThat(other.broken().containsKey(Promise.SEPARATORS_ANSWERED))
                    .as("told that change " + over + " is over")
                    .isEqualTo(over < CHANGE);
        }
    }

    @Test
    void aNicThatKnowsOfALaterChangeNeedNotAnswerASeparatorOfTheOneBefore() {
        for (long known : new long[] {CHANGE, CHANGE + 1}) {
            SeparatorWatch other = new SeparatorWatch(
                    network,
                    Schemes.get("sr-la")
                            .description()
                            .separation(SchemeOptions.DEFAULT)
                            .orElseThrow());
            DeviceLog.Witness nic = other.of(fabric.nicDevice(0));
            nic.event(7, EventKind.CONTROL_HEARD, 1, known, 0, 0);
            nic.event(8, EventKind.SEPARATOR_ARRIVED, 1, 0, CHANGE, 0);
            nic.step(9, DeviceLog.INJECTION, 0, PACKET);
            assertThat(other.broken().containsKey(Promise.SEPARATORS_ANSWERED))
                    .as("knows of change " + known)
                    .isEqualTo(known == CHANGE);
        }
    }

    @Test
    void aNicWhoseLinkWorksAgainRepeatsItsSeparatorAheadOfPackets() {
        DeviceLog.Witness nic = watch.of(fabric.nicDevice(0));
        nic.fact(8, Fact.SEPARATOR_APPENDED, 1, 0, CHANGE);
        nic.step(9, DeviceLog.INJECTION, 0, PACKET);
        nic.event(10, EventKind.PORT_DOWN, 1, 0, 0, 0);
        nic.event(20, EventKind.PORT_UP, 1, 0, 0, 0);
        assertThat(watch.broken()).isEmpty();
        nic.step(21, DeviceLog.INJECTION, 0, PACKET + 1);
        assertThat(watch.broken()).containsOnlyKeys(Promise.SEPARATORS_REPEATED);
    }

    @Test
    void separatorsOfAChannelNeverGoBack() {
        receiver.event(8, EventKind.SEPARATOR_ARRIVED, fromSender, 0, CHANGE + 1, 0);
        receiver.event(9, EventKind.SEPARATOR_ARRIVED, fromSender, 0, CHANGE, 0);
        assertThat(watch.broken()).containsOnlyKeys(Promise.SEPARATORS_IN_ORDER);
    }

    @Test
    void tablesOfTheDoubleSchemeWaitForTheClaimsOfAllSwitches() {
        Separation ofDoubleScheme = Schemes.get("double-scheme")
                .description()
                .separation(SchemeOptions.DEFAULT)
                .orElseThrow();
        for (int claims : new int[] {0, 1, 2}) {
            SeparatorWatch other = new SeparatorWatch(network, ofDoubleScheme);
            List<DeviceLog.Witness> both = List.of(other.of(fabric.peer(receiving, fromSender)), other.of(receiving));
            both.subList(0, claims).forEach(one -> one.event(10, EventKind.REPORT_SENT, CHANGE << 3, 0, 0, 0));
            both.get(0).event(20, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
            assertThat(other.broken().containsKey(Promise.CLAIMS_AWAITED))
                    .as(claims + " claims")
                    .isEqualTo(claims < 2);
        }
    }

    @Test
    void aChangeOfTheDoubleSchemeIsCompleteWhenNoPacketNeedsTheEscapeAnywhere() {
        for (int claims : new int[] {0, 1, 2}) {
            watch("scheme = double-scheme", "device.switch.vls=2", "routing.options.vls=2");
            List<DeviceLog.Witness> both = List.of(sender, receiver);
            both.forEach(one -> one.event(10, EventKind.REPORT_SENT, CHANGE << 3, 0, 0, 0));
            both.forEach(one -> one.event(20, EventKind.INSTALLED, 7, CHANGE, 0, 0));
            both.subList(0, claims).forEach(one -> one.event(30, EventKind.REPORT_SENT, CHANGE << 3 | 1, 0, 0, 0));
            watch.of(fabric.deviceCount()).event(40, EventKind.RECONFIGURED, 7, 0, 0, 0);
            assertThat(watch.broken().containsKey(Promise.CLAIMS_AWAITED))
                    .as(claims + " claims")
                    .isEqualTo(claims < 2);
        }
    }

    @Test
    void tokensWaitForTheTablesOfAllSwitches() {
        sender.event(5, EventKind.TABLES_STORED, CHANGE, CHANGE, 0, 0);
        receiver.event(6, EventKind.TABLES_STORED, CHANGE, CHANGE, 0, 0);
        sender.fact(7, Fact.SEPARATOR_APPENDED, toReceiver, 0, CHANGE);
        assertThat(watch.broken()).isEmpty();
        sender.fact(8, Fact.SEPARATOR_APPENDED, toReceiver, 0, CHANGE + 1);
        assertThat(watch.broken()).containsOnlyKeys(Promise.TABLES_BEFORE_SEPARATORS);
    }

    @Test
    void storedTablesAreForPacketsBehindTheirOwnSeparator() {
        receiver.step(5, DeviceLog.ARRIVAL, fromSender - 1L, PACKET);
        receiver.fact(6, Fact.ROUTED, PACKET, 0, 0);
        separatorsCome(0);
        receiver.step(11, DeviceLog.ARRIVAL, fromSender - 1L, PACKET + 1);
        receiver.fact(12, Fact.STORED_ASKED, CHANGE, 0, 0);
        receiver.fact(12, Fact.ROUTED, PACKET + 1, 0, 0);
        assertThat(watch.broken()).isEmpty();
        receiver.fact(13, Fact.STORED_ASKED, CHANGE + 1, 0, 0);
        receiver.fact(13, Fact.ROUTED, PACKET + 1, 0, 0);
        assertThat(watch.broken()).containsOnlyKeys(Promise.ROUTED_BY_ITS_CHANGE);
    }

    @Test
    void tokensOfAChangeThatLeftSwitchesOutAreRepeatedWithoutTheirTables() {
        DeviceLog.Witness manager = watch.of(fabric.deviceCount());
        manager.event(1, EventKind.SWEEP_DONE, 1, 0, 1, 0);
        sender.fact(7, Fact.SEPARATOR_APPENDED, toReceiver, 0, CHANGE);
        manager.event(10, EventKind.SWEEP_DONE, fabric.switchCount(), 0, 0, 8);
        sender.fact(12, Fact.SEPARATOR_APPENDED, toReceiver, 0, CHANGE);
        assertThat(watch.broken()).isEmpty();
        sender.fact(14, Fact.SEPARATOR_APPENDED, toReceiver, 0, CHANGE + 1);
        assertThat(watch.broken()).containsOnlyKeys(Promise.TABLES_BEFORE_SEPARATORS);
    }

    /** Of one-bit epochs: tables of change 2 need every switch to be clean of what is before change 1. */
    private void asksForWhatWasClaimed(long claimed) {
        watch("scheme = ebr, options { epoch-bits = 1 }");
        DeviceLog.Witness manager = watch.of(fabric.deviceCount());
        receiver.event(20, EventKind.INSTALLED, CHANGE, CHANGE, 0, 0);
        manager.event(30, EventKind.REPORTED, receiving, claimed, 0, 0);
        manager.fact(40, Fact.CONTROL_SENT, receiving, 0, 0);
        receiver.event(50, EventKind.INSTALLED, 2, 2, 0, 0);
    }

    @Test
    void aManagerMayAskASwitchWhoseReportSaysTooLittle() {
        asksForWhatWasClaimed(0);
        assertThat(watch.broken()).doesNotContainKey(Promise.REPORTS_KEPT);
    }

    @Test
    void aManagerThatAsksForWhatASwitchHasReportedBreaksItsPromise() {
        asksForWhatWasClaimed(CHANGE);
        assertThat(watch.broken()).containsEntry(Promise.REPORTS_KEPT, List.of(40L));
    }
}
