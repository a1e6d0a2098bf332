package org.reweave.reconfig.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.manager.Action.Decision;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/** What a stimulus does in each phase, on a 3x3 torus whose devices are all reached whatever fails. */
class ManagerTest {
    private static final int SWITCH = 4;

    private final Fabric fabric = FabricGenerators.parse("torus:3x3");
    private final int port = trunkPort(SWITCH, 1);
    private final int otherPort = trunkPort(SWITCH, 2);
    private final Set<Integer> outdated = new TreeSet<>();
    private boolean migrates;
    private boolean unknown;
    private RunningManager<UpdateAll.State> manager = running(false);

    private final DeviceRecords records = new DeviceRecords() {
        @Override
        public boolean differs(int device) {
            return outdated.contains(device);
        }

        @Override
        public boolean hasUnknownTables(Faults faults) {
            return unknown;
        }

        @Override
        public boolean isUnknown(int device) {
            return unknown && device == 0;
        }

        @Override
        public boolean migrates() {
            return migrates;
        }
    };

    /** {@link UpdateAll}, whose changes may or may not end each other. */
    private record Overlapping(UpdateAll rules, boolean overlaps) implements ManagerProtocol<UpdateAll.State> {
        @Override
        public UpdateAll.State initial() {
            return rules.initial();
        }

        @Override
        public Step<UpdateAll.State> step(UpdateAll.State state, ManagerInput input) {
            return rules.step(state, input);
        }

        @Override
        public boolean mayOverlap(UpdateAll.State state) {
            return overlaps;
        }

        @Override
        public UpdateAll.State visit(StateVisitor visitor, UpdateAll.State state) {
            return rules.visit(visitor, state);
        }
    }

    private RunningManager<UpdateAll.State> running(boolean overlaps) {
        UpdateAll rules = new UpdateAll(Extent.FULL, true);
        return new RunningManager<>(
                new Manager<>(FabricMap.of(fabric), new Overlapping(rules, overlaps)), Faults.none(), false);
    }

    private int trunkPort(int device, int nth) {
        return IntStream.rangeClosed(1, fabric.portCount(device))
                .filter(each -> fabric.isTrunk(fabric.link(device, each)))
                .skip(nth - 1)
                .findFirst()
                .orElseThrow();
    }

    private List<Action> give(Stimulus stimulus) {
        return manager.step(stimulus, records);
    }

    private List<Action> passOn(ManagerInput.FromDriver input) {
        return give(new Stimulus.PassOn(input));
    }

    private static Stimulus trap(int device, int port, boolean up) {
        return new Stimulus.Trapped(new Trap(device, port, up));
    }

    private Faults without(int... ports) {
        Faults faults = Faults.none();
        for (int each : ports) {
            faults = faults.withLink(fabric.link(SWITCH, each));
        }
        return faults;
    }

    private Reach all() {
        return new Reach(
                IntStream.range(0, fabric.switchCount()).boxed().toList(),
                IntStream.range(fabric.switchCount(), fabric.deviceCount())
                        .boxed()
                        .toList());
    }

    private List<Action> discover(Faults faults) {
        return give(new Stimulus.Discovered(faults, all(), false));
    }

    private static List<Decision> decisions(List<Action> actions) {
        return actions.stream()
                .filter(Action.Decided.class::isInstance)
                .map(action -> ((Action.Decided) action).decision())
                .toList();
    }

    private Phase phase() {
        return manager.state().phase();
    }

    /** Up to the tables of a change after a fault, which are under way to every device. */
    private List<Action> update(Faults faults) {
        give(new Stimulus.PeriodEnded());
        discover(faults);
        give(new Stimulus.ComputationOver());
        return give(new Stimulus.Computed(Change.ROUTING));
    }

    private List<Action> acknowledgeAll() {
        List<Action> last = List.of();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            last = passOn(new ManagerInput.Acknowledged(device));
        }
        return last;
    }

    @Test
    void aTrapLeadsToADiscoveryToTablesAndToTheEndOfTheChange() {
        assertThat(give(trap(SWITCH, port, false))).containsExactly(new Action.Discover());
        List<Action> found = discover(without(port));
        assertThat(found)
                .containsExactly(new Action.Decided(Decision.CHANGE_FOUND, 1, 0), new Action.StartComputation());
        assertThat(give(new Stimulus.ComputationOver()))
                .containsExactly(new Action.ComputeTables(without(port), 0, false));
        List<Action> sent = give(new Stimulus.Computed(Change.ROUTING));
        assertThat(sent.get(0)).isEqualTo(new Action.Decided(Decision.TABLES_READY, 1, 0));
        assertThat(sent.get(1))
                .isEqualTo(
                        new Action.Perform(new ManagerEffect.SendTables(0, Extent.FULL, ManagerEffect.Use.AT_ONCE, 1)));
        assertThat(sent).hasSize(1 + fabric.deviceCount());
        assertThat(acknowledgeAll())
                .containsExactly(
                        new Action.Complete(false, false),
                        new Action.Decided(Decision.RECONFIGURED, 1, 0),
                        new Action.LookAgain());
        assertThat(give(new Stimulus.Look())).isEmpty();
        assertThat(phase()).isEqualTo(Phase.IDLE);
    }

    @Test
    void aTrapDuringAnUpdateWaitsForItsEnd() {
        update(without(port));
        assertThat(give(trap(SWITCH, otherPort, false))).isEmpty();
        acknowledgeAll();
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        assertThat(decisions(discover(without(port, otherPort)))).containsExactly(Decision.CHANGE_FOUND);
    }

    @Test
    void aTrapThatTellsNothingNewLeadsToNothing() {
        update(without(port));
        give(trap(SWITCH, port, false));
        acknowledgeAll();
        assertThat(give(new Stimulus.Look())).isEmpty();
    }

    @Test
    void newsEndTheChangeUnderWayWhereTheProtocolAllowsThat() {
        manager = running(true);
        update(without(port));
        assertThat(give(trap(SWITCH, port, false))).as("nothing new").isEmpty();
        assertThat(give(trap(SWITCH, otherPort, false)))
                .containsExactly(
                        new Action.Decided(Decision.ABANDONED, 1, 0), new Action.GiveUpAll(), new Action.LookAgain());
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        assertThat(discover(without(port)))
                .as("another change even if nothing has changed")
                .contains(new Action.Decided(Decision.CHANGE_FOUND, 2, 1));
    }

    @Test
    void newsDuringAComputationEndItWithoutAChange() {
        manager = running(true);
        give(new Stimulus.PeriodEnded());
        give(trap(SWITCH, otherPort, false));
        discover(without(port));
        assertThat(give(new Stimulus.ComputationOver()))
                .as("the trap came too late for the discovery")
                .containsExactly(new Action.GiveUpAll(), new Action.LookAgain());
        assertThat(manager.state().change()).isZero();
    }

    @Test
    void aManagerThatTakesOverBeginsAChangeWithANumberThatTheOtherCannotGive() {
        give(new Stimulus.PeriodEnded());
        discover(without(port));
        assertThat(phase()).as("the number 1 is not given yet").isEqualTo(Phase.COMPUTING);
        manager.takeOver(0, 0, 1);
        assertThat(phase()).isEqualTo(Phase.IDLE);
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        discover(without(port));
        give(new Stimulus.ComputationOver());
        assertThat(manager.state().change()).as("although nothing has changed").isEqualTo(2);
    }

    private RunningManager<UpdateAll.State> trusting() {
        return new RunningManager<>(
                new Manager<>(FabricMap.of(fabric), new UpdateAll(Extent.FULL, true), true), Faults.none(), false);
    }

    @Test
    void aManagerThatTrustsTrapsBeginsWithTheirWordAndDiscoversAfterTheChange() {
        manager = trusting();
        assertThat(give(trap(SWITCH, port, false))).containsExactly(new Action.Believe(Faults.none(), without(port)));
        List<Action> found =
                give(new Stimulus.Discovered(without(port), new Reach(List.of(SWITCH), all().nics()), true));
        assertThat(decisions(found)).containsExactly(Decision.CHANGE_FOUND);
        give(new Stimulus.ComputationOver());
        give(new Stimulus.Computed(Change.ROUTING));
        all().nics().forEach(nic -> passOn(new ManagerInput.Acknowledged(nic)));
        assertThat(decisions(passOn(new ManagerInput.Acknowledged(SWITCH)))).containsExactly(Decision.RECONFIGURED);
        assertThat(give(new Stimulus.Look())).as("verify").containsExactly(new Action.Discover());
        assertThat(discover(without(port)))
                .as("the trap was right")
                .containsExactly(new Action.NothingNew(), new Action.LookAgain());
        assertThat(give(trap(SWITCH, port, true)))
                .as("the link is back")
                .containsExactly(new Action.Believe(without(port), Faults.none()));
    }

    @Test
    void aTrapOfANicsPortIsNeverTakenForTheWholeTruth() {
        manager = trusting();
        int nic = fabric.nicDevice(0);
        int device = fabric.attachedSwitch(nic);
        int hostPort = IntStream.rangeClosed(1, fabric.portCount(device))
                .filter(each -> fabric.peer(device, each) == nic)
                .findFirst()
                .orElseThrow();
        assertThat(give(trap(device, hostPort, false))).containsExactly(new Action.Discover());
    }

    @Test
    void whereNicsMigrateTheyAreToldOfFailedLinksBeforeADiscovery() {
        migrates = true;
        int nic = fabric.nicDevice(3);
        outdated.add(nic);
        assertThat(give(trap(SWITCH, port, false))).containsExactly(new Action.MarkPaths(Faults.none(), without(port)));
        List<Action> told = give(new Stimulus.Marked(all().nics()));
        assertThat(told)
                .containsExactly(
                        new Action.Decided(Decision.TABLES_READY, 1, 0),
                        new Action.Perform(new ManagerEffect.Notify(nic, 1)));
        passOn(new ManagerInput.Acknowledged(nic));
        assertThat(give(new Stimulus.Look())).as("the truth").containsExactly(new Action.Discover());
        assertThat(decisions(discover(Faults.none())))
                .as("the trap was false, and the marks go")
                .containsExactly(Decision.CHANGE_FOUND);
    }

    @Test
    void aNicThatTheLastDiscoveryMissedIsNotToldOfFailedLinks() {
        migrates = true;
        int missed = fabric.nicDevice(3);
        int found = fabric.nicDevice(4);
        give(new Stimulus.PeriodEnded());
        List<Integer> others =
                all().nics().stream().filter(nic -> nic != missed).toList();
        give(new Stimulus.Discovered(Faults.none(), new Reach(all().switches(), others), false));
        outdated.addAll(List.of(missed, found));
        give(trap(SWITCH, port, false));
        assertThat(give(new Stimulus.Marked(all().nics())))
                .containsExactly(
                        new Action.Decided(Decision.TABLES_READY, 1, 0),
                        new Action.Perform(new ManagerEffect.Notify(found, 1)));
    }

    @Test
    void aTrapTellsMoreUntilItsLinkIsSuspectedOrADiscoveryHasSeenIt() {
        migrates = true;
        Trap down = new Trap(SWITCH, port, false);
        assertThat(manager.tellsMore(down)).isTrue();
        give(new Stimulus.Trapped(down));
        assertThat(manager.tellsMore(down)).as("the link is suspected").isFalse();
        assertThat(manager.tellsMore(new Trap(SWITCH, otherPort, false))).isTrue();
        give(new Stimulus.Marked(List.of()));
        give(new Stimulus.Look());
        discover(without(port));
        assertThat(manager.tellsMore(down)).as("the link is known to be down").isFalse();
        assertThat(manager.tellsMore(new Trap(SWITCH, port, true))).isTrue();
    }

    @Test
    void whateverADeviceTellsThatWasTakenForFailedIsAReasonToLookAgain() {
        update(Faults.none().withDevice(SWITCH));
        acknowledgeAll();
        assertThat(give(new Stimulus.Look())).as("nothing has been told").isEmpty();
        assertThat(give(trap(SWITCH, port, false))).containsExactly(new Action.Discover());
    }

    @Test
    void aFailedLinkThatNoNicUsesLeadsToADiscovery() {
        migrates = true;
        give(trap(SWITCH, port, false));
        assertThat(give(new Stimulus.Marked(all().nics()))).containsExactly(new Action.LookAgain());
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        assertThat(manager.state().change()).isZero();
    }

    @Test
    void aLinkThatWorksAgainIsNoReasonToMigrate() {
        update(without(port));
        acknowledgeAll();
        give(new Stimulus.Look());
        migrates = true;
        assertThat(give(trap(SWITCH, port, true))).containsExactly(new Action.Discover());
    }

    @Test
    void furtherPathsGoOnlyToDevicesThatSomethingChangesFor() {
        outdated.addAll(List.of(2, fabric.nicDevice(5)));
        give(new Stimulus.PeriodEnded());
        discover(without(port));
        give(new Stimulus.ComputationOver());
        List<Action> sent = give(new Stimulus.Computed(Change.PATHS));
        assertThat(sent).hasSize(3);
        assertThat(sent.get(2)).isEqualTo(new Action.Perform(new ManagerEffect.Notify(fabric.nicDevice(5), 1)));
    }

    @Test
    void aPlannedChangeIsRoutedAsPlannedAndLaterOnesAfterIt() {
        update(without(port));
        assertThat(give(new Stimulus.PlanDue())).isEmpty();
        acknowledgeAll();
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        assertThat(discover(without(port))).contains(new Action.Decided(Decision.CHANGE_FOUND, 2, 1));
        assertThat(give(new Stimulus.ComputationOver()))
                .containsExactly(new Action.ComputeTables(without(port), 1, true));
        give(new Stimulus.Computed(Change.ROUTING));
        acknowledgeAll();
        give(new Stimulus.Look());
        give(new Stimulus.PeriodEnded());
        discover(Faults.none());
        assertThat(give(new Stimulus.ComputationOver()))
                .containsExactly(new Action.ComputeTables(Faults.none(), 1, false));
    }

    @Test
    void aSilentSwitchMakesTheManagerDiscoverAgain() {
        update(without(port));
        passOn(new ManagerInput.Unreachable(0));
        for (int device = 1; device < fabric.deviceCount(); device++) {
            passOn(new ManagerInput.Acknowledged(device));
        }
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        unknown = true;
        assertThat(decisions(discover(without(port)))).containsExactly(Decision.CHANGE_FOUND);
    }

    @Test
    void aNicThatDidNotAnswerJoinsWhenItIsFoundAgain() {
        int nic = fabric.nicDevice(2);
        update(without(port));
        passOn(new ManagerInput.Unreachable(nic));
        for (int device = 0; device < fabric.deviceCount(); device++) {
            if (device != nic) {
                passOn(new ManagerInput.Acknowledged(device));
            }
        }
        assertThat(give(new Stimulus.Look())).isEmpty();
        give(new Stimulus.PeriodEnded());
        assertThat(discover(without(port)))
                .containsExactly(
                        new Action.Decided(Decision.NICS_JOINED, 1, 1),
                        new Action.Perform(new ManagerEffect.Notify(nic, 1)));
        assertThat(phase()).isEqualTo(Phase.SETTLING);
        assertThat(passOn(new ManagerInput.Acknowledged(nic)))
                .containsExactly(new Action.Complete(true, false), new Action.LookAgain());
    }

    @Test
    void withoutTablesTheProtocolEndsTheChange() {
        give(new Stimulus.PeriodEnded());
        discover(without(port));
        give(new Stimulus.ComputationOver());
        assertThat(passOn(new ManagerInput.Unroutable()))
                .containsExactly(
                        new Action.Decided(Decision.UNROUTABLE, 1, 0),
                        new Action.Complete(true, false),
                        new Action.LookAgain());
    }

    @Test
    void withoutTablesAllDevicesAreSentTheLastOnesWhereASwitchMayLackThem() {
        give(new Stimulus.PeriodEnded());
        discover(without(port));
        give(new Stimulus.ComputationOver());
        outdated.add(SWITCH);
        List<Action> actions = passOn(new ManagerInput.Unroutable());
        assertThat(actions).startsWith(new Action.Decided(Decision.UNROUTABLE, 1, 0));
        assertThat(actions).hasSize(1 + fabric.deviceCount());
        assertThat(actions).contains(new Action.Perform(new ManagerEffect.Notify(fabric.nicDevice(0), 1)));
        assertThat(phase()).isEqualTo(Phase.SETTLING);
        outdated.clear();
        for (int device = 1; device < fabric.deviceCount(); device++) {
            passOn(new ManagerInput.Acknowledged(device));
        }
        assertThat(passOn(new ManagerInput.Acknowledged(0)))
                .as("a change without tables is over, and not complete")
                .containsExactly(new Action.Complete(true, false), new Action.LookAgain());
    }

    @Test
    void aDiscoveryThatFindsNothingNewChangesNothing() {
        give(trap(SWITCH, port, false));
        assertThat(discover(Faults.none())).containsExactly(new Action.NothingNew(), new Action.LookAgain());
        assertThat(manager.state().change()).isZero();
    }

    @Test
    void aManagerWithoutAProtocolDiscoversEveryPeriodAndChangesNothing() {
        RunningManager<?> watching = new RunningManager<>(Manager.watching(FabricMap.of(fabric)), Faults.none(), false);
        assertThat(watching.step(trap(SWITCH, port, false), records)).isEmpty();
        assertThat(watching.step(new Stimulus.PeriodEnded(), records)).containsExactly(new Action.Discover());
        assertThat(watching.step(new Stimulus.Discovered(without(port), all(), false), records))
                .containsExactly(new Action.NothingNew(), new Action.LookAgain());
        assertThat(watching.step(new Stimulus.Look(), records)).isEmpty();
    }

    @Test
    void aManagerLooksAgainOnlyWhileIdle() {
        update(without(port));
        assertThatThrownBy(() -> give(new Stimulus.Look())).hasMessageContaining("UPDATING");
    }

    private void startBare() {
        startBare(true);
    }

    /** @param tellsNics whether the scheme notifies NICs of changes */
    private void startBare(boolean tellsNics) {
        manager = RunningManager.bare(
                new Manager<>(FabricMap.of(fabric), new Overlapping(new UpdateAll(Extent.FULL, tellsNics), true)));
        give(new Stimulus.Look());
        assertThat(phase()).isEqualTo(Phase.DISCOVERING);
    }

    private static List<ManagerEffect> sent(List<Action> actions) {
        return actions.stream()
                .filter(Action.Perform.class::isInstance)
                .map(action -> (ManagerEffect) ((Action.Perform) action).effect())
                .toList();
    }

    @Test
    void aBareFabricGetsItsSwitchesTablesBeforeItsNicsPathsAndNoAgentIsTold() {
        startBare();
        assertThat(decisions(discover(Faults.none()))).containsExactly(Decision.CHANGE_FOUND);
        give(new Stimulus.ComputationOver());
        List<Integer> switches = all().switches();
        assertThat(sent(give(new Stimulus.Computed(Change.ROUTING))))
                .containsExactlyElementsOf(switches.stream()
                        .map(device -> (ManagerEffect) new ManagerEffect.SendTables(
                                device, Extent.FULL, ManagerEffect.Use.AT_ONCE, ManagerEffect.UNTOLD))
                        .toList());
        List<Action> last = List.of();
        for (int device : switches) {
            assertThat(sent(last))
                    .as("nobody else before all switches have answered")
                    .isEmpty();
            last = passOn(new ManagerInput.Acknowledged(device));
        }
        assertThat(sent(last))
                .containsExactlyElementsOf(all().nics().stream()
                        .map(nic -> (ManagerEffect) new ManagerEffect.Notify(nic, ManagerEffect.UNTOLD))
                        .toList());
        for (int nic : all().nics()) {
            assertThat(phase()).isEqualTo(Phase.DELIVERING);
            last = passOn(new ManagerInput.Acknowledged(nic));
        }
        assertThat(decisions(last)).containsExactly(Decision.RECONFIGURED);
        assertThat(phase()).isEqualTo(Phase.IDLE);
        assertThat(manager.state().delivery().bare()).isFalse();
    }

    @Test
    void whereASwitchTakesNoFirstTablesAllBeginAgainBeforeAnyNicHasPaths() {
        startBare();
        discover(Faults.none());
        give(new Stimulus.ComputationOver());
        give(new Stimulus.Computed(Change.ROUTING));
        List<Integer> switches = all().switches();
        switches.subList(1, switches.size()).forEach(device -> passOn(new ManagerInput.Acknowledged(device)));
        List<Action> silence = passOn(new ManagerInput.Unreachable(switches.get(0)));
        assertThat(decisions(silence)).containsExactly(Decision.REDISCOVERY);
        assertThat(sent(silence)).as("no NIC is told").isEmpty();
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        assertThat(decisions(discover(Faults.none()))).containsExactly(Decision.CHANGE_FOUND);
        give(new Stimulus.ComputationOver());
        assertThat(sent(give(new Stimulus.Computed(Change.ROUTING))))
                .as("every switch once more")
                .hasSize(switches.size())
                .allMatch(ManagerEffect.SendTables.class::isInstance);
    }

    /** Whether the first manager has told NICs already is nothing that the other one could know. */
    @Test
    void whoTakesOverWhileAFabricComesUpHasTheSchemeSendTables() {
        startBare();
        discover(Faults.none());
        give(new Stimulus.ComputationOver());
        give(new Stimulus.Computed(Change.ROUTING));
        manager.takeOver(1_000_000, 0, 1);
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        assertThat(decisions(discover(Faults.none()))).containsExactly(Decision.CHANGE_FOUND);
        give(new Stimulus.ComputationOver());
        give(new Stimulus.Computed(Change.ROUTING));
        assertThat(phase()).isEqualTo(Phase.UPDATING);
    }

    @Test
    void aNicThatIsSilentWhileAFabricComesUpIsLookedForAgain() {
        startBare();
        discover(Faults.none());
        give(new Stimulus.ComputationOver());
        give(new Stimulus.Computed(Change.ROUTING));
        all().switches().forEach(device -> passOn(new ManagerInput.Acknowledged(device)));
        passOn(new ManagerInput.Unreachable(all().nics().get(1)));
        for (int nic : all().nics()) {
            if (nic != all().nics().get(1)) {
                passOn(new ManagerInput.Acknowledged(nic));
            }
        }
        assertThat(give(new Stimulus.Look())).containsExactly(new Action.Discover());
        assertThat(decisions(discover(Faults.none()))).containsExactly(Decision.NICS_JOINED);
    }

    private List<Integer> allNicsBut(int missing) {
        return all().nics().stream().filter(nic -> nic != missing).toList();
    }

    /** The manager sends first tables, or those of a change, and every device but one NIC answers. */
    private void updateAllBut(int missing, Faults faults) {
        give(new Stimulus.Discovered(faults, new Reach(all().switches(), allNicsBut(missing)), false));
        give(new Stimulus.ComputationOver());
        give(new Stimulus.Computed(Change.ROUTING));
        all().switches().forEach(device -> passOn(new ManagerInput.Acknowledged(device)));
    }

    /** Found by the explorer: that the NICs at hand had their paths counted for the one that was missing, too. */
    @Test
    void aNicThatJoinsAfterAChangeOfAFabricThatCameUpWithoutItGetsItsPaths() {
        int late = fabric.nicDevice(4);
        outdated.add(late);
        startBare(false);
        updateAllBut(late, Faults.none());
        allNicsBut(late).forEach(nic -> passOn(new ManagerInput.Acknowledged(nic)));
        give(trap(SWITCH, port, false));
        updateAllBut(late, without(port));
        assertThat(phase()).as("the change is complete").isEqualTo(Phase.IDLE);
        give(new Stimulus.PeriodEnded());
        List<Action> found = discover(without(port));
        assertThat(decisions(found)).containsExactly(Decision.NICS_JOINED);
        assertThat(sent(found)).containsExactly(new ManagerEffect.Notify(late, ManagerEffect.UNTOLD));
    }

    @Test
    void aNicThatJoinsGetsItsPathsThoughThereWereNoFirstTablesAtFirst() {
        int late = fabric.nicDevice(4);
        outdated.add(late);
        startBare(false);
        discover(without(port));
        give(new Stimulus.ComputationOver());
        passOn(new ManagerInput.Unroutable());
        give(trap(SWITCH, port, true));
        updateAllBut(late, Faults.none());
        allNicsBut(late).forEach(nic -> passOn(new ManagerInput.Acknowledged(nic)));
        give(new Stimulus.PeriodEnded());
        assertThat(sent(discover(Faults.none()))).containsExactly(new ManagerEffect.Notify(late, ManagerEffect.UNTOLD));
    }

    @Test
    void afterACorrectionOfTheMapThereAreTablesInAnyCaseAndNicsThatLackPathsGetThem() {
        RunningManager<UpdateAll.State> told = new RunningManager<>(
                new Manager<>(FabricMap.of(fabric), new UpdateAll(Extent.FULL, false)), Faults.none(), false);
        manager = told;
        give(new Stimulus.PeriodEnded());
        manager.correct(FabricMap.of(fabric));
        assertThat(decisions(discover(Faults.none()))).containsExactly(Decision.CHANGE_FOUND);
        give(new Stimulus.ComputationOver());
        give(new Stimulus.Computed(Change.ROUTING));
        outdated.addAll(all().nics().subList(0, 2));
        List<Action> last = List.of();
        for (int device : all().switches()) {
            last = passOn(new ManagerInput.Acknowledged(device));
        }
        assertThat(sent(last))
                .containsExactly(
                        new ManagerEffect.Notify(all().nics().get(0), ManagerEffect.UNTOLD),
                        new ManagerEffect.Notify(all().nics().get(1), ManagerEffect.UNTOLD));
        passOn(new ManagerInput.Acknowledged(all().nics().get(0)));
        assertThat(phase()).isEqualTo(Phase.DELIVERING);
        passOn(new ManagerInput.Acknowledged(all().nics().get(1)));
        assertThat(phase()).isEqualTo(Phase.IDLE);
    }

    /** Equal states have equal words, and the words give the state back, whatever has happened. */
    @Test
    void everyStateOfARandomRunComesBackFromItsWords() {
        Random random = new Random(20);
        Set<Phase> seen = EnumSet.noneOf(Phase.class);
        for (int run = 0; run < 60; run++) {
            Manager<UpdateAll.State> rules = new Manager<>(
                    FabricMap.of(fabric), new Overlapping(new UpdateAll(Extent.FULL, true), run % 2 == 0));
            boolean bare = run >= 40;
            ManagerState<UpdateAll.State> state = bare ? rules.bare() : rules.initial(Faults.none(), false);
            migrates = !bare && run % 3 == 0;
            for (int step = 0; step < 60; step++) {
                state = rules.step(state, anything(state, random), records).next();
                seen.add(state.phase());
                long[] words = words(rules, state);
                StateReader in = new StateReader(words);
                ManagerState<UpdateAll.State> copy = rules.visit(in, rules.initial(Faults.none(), false));
                in.end();
                assertThat(copy).isEqualTo(state);
                assertThat(words(rules, copy)).isEqualTo(words);
            }
        }
        assertThat(seen).isEqualTo(EnumSet.allOf(Phase.class));
    }

    private static <S> long[] words(Manager<S> rules, ManagerState<S> state) {
        return StateWriter.words(out -> rules.visit(out, state));
    }

    private Stimulus anything(ManagerState<UpdateAll.State> state, Random random) {
        if (random.nextInt(4) == 0 && state.phase() != Phase.MARKING) {
            return random.nextInt(3) > 0
                    ? trap(SWITCH, random.nextBoolean() ? port : otherPort, random.nextBoolean())
                    : new Stimulus.PlanDue();
        }
        List<Integer> waiting = state.phase() == Phase.DELIVERING
                ? state.delivery().waiting()
                : state.protocol().waiting();
        outdated.clear();
        outdated.addAll(random.nextBoolean() ? all().nics().subList(0, 3) : List.of());
        List<Stimulus> next = new ArrayList<>();
        switch (state.phase()) {
            case IDLE -> next.add(random.nextBoolean() ? new Stimulus.Look() : new Stimulus.PeriodEnded());
            case DISCOVERING ->
                next.add(new Stimulus.Discovered(
                        random.nextBoolean() ? without(port) : Faults.none(), all(), random.nextBoolean()));
            case MARKING -> next.add(new Stimulus.Marked(all().nics()));
            case COMPUTING -> {
                next.add(new Stimulus.ComputationOver());
                if (state.change() > 0 && random.nextInt(3) == 0) {
                    next.set(0, new Stimulus.PassOn(new ManagerInput.Unroutable()));
                } else if (random.nextBoolean()) {
                    next.set(0, new Stimulus.Computed(random.nextBoolean() ? Change.ROUTING : Change.PATHS));
                }
            }
            case UPDATING, SETTLING, DELIVERING -> {
                int device = waiting.get(random.nextInt(waiting.size()));
                next.add(
                        random.nextInt(4) == 0
                                ? new Stimulus.PassOn(new ManagerInput.Unreachable(device))
                                : new Stimulus.PassOn(new ManagerInput.Acknowledged(device)));
            }
        }
        return next.get(0);
    }
}
