package org.reweave.reconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.PlainNicSite;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.faulttolerance.LocalRerouting;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** What every scheme of the registry owes to any driver. */
class SchemesContractTest {
    private static final List<Integer> SWITCHES = List.of(4, 0, 2);
    private static final List<Integer> NICS = List.of(9, 7);

    private static List<Scheme> registered() {
        return Schemes.names().stream().map(Schemes::get).toList();
    }

    /** On a fabric that suits them all; its first switch has as many ports as {@link PlainSite}. */
    private static List<Scheme> schemes() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:2,2");
        Stream<Scheme> plain = registered().stream().map(scheme -> scheme.on(fabric));
        return Stream.concat(plain, overlapping().stream().flatMap(SchemesContractTest::guarded))
                .toList();
    }

    private static List<Scheme> overlapping() {
        return registered().stream().filter(Scheme::overlapsChanges).toList();
    }

    /** The same scheme where old epochs are watched. */
    private static Stream<Scheme> guarded(Scheme scheme) {
        return Stream.of(
                new WithOptions(scheme, new SchemeOptions(false, 3, true, false, LocalRerouting.DETERMINISTIC_LINK)),
                new WithOptions(scheme, new SchemeOptions(false, 1, false, false, LocalRerouting.DETERMINISTIC_LINK)));
    }

    private static List<Scheme> managed() {
        return schemes().stream().filter(Scheme::hasManager).toList();
    }

    @Test
    void theRegistryHasWhatTheDesignNames() {
        assertThat(Schemes.names())
                .containsExactlyInAnyOrder(
                        "naive",
                        "static",
                        "double-scheme",
                        "sr-pda",
                        "sr-la",
                        "ebr",
                        "ebrd",
                        "rftr",
                        "apm",
                        "combined",
                        "dlr",
                        "ddrc",
                        "hybrid");
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Schemes.get("ebrx"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'ebrx'")
                .hasMessageContaining(String.join(", ", Schemes.names()));
    }

    @ParameterizedTest
    @MethodSource("registered")
    void aSchemeIsFoundByItsNameAndSaysWhatItDoes(Scheme scheme) {
        assertThat(Schemes.get(scheme.name())).isSameAs(scheme);
        assertThat(scheme.name()).matches("[a-z][a-z0-9-]*");
        assertThat(scheme.summary()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aFreshSwitchForwardsWithRoomAndKeepsWhatTheNicInjectedWithout(Scheme scheme) {
        SwitchAgent agent = scheme.switchAgent(SchemeOptions.DEFAULT, new PlainSite());
        long marks = PlainSite.routed(
                agent,
                scheme.nicAgent(SchemeOptions.DEFAULT, new PlainNicSite()).injected());
        assertThat(agent.offer(1, 0, 2, 0, marks, true)).isEqualTo(Verdict.FORWARD);
        assertThat(agent.offer(1, 0, 2, 0, marks, false)).isEqualTo(Verdict.HOLD);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void noSwitchLetsAPacketGoThatLacksRoom(Scheme scheme) {
        LoneDevices devices = new LoneDevices(scheme, SWITCHES, NICS);
        for (int change = 0; change < 3; change++) {
            SwitchAgent agent = devices.switches().get(0);
            agent.arrived(1, 0, 0);
            long marks = PlainSite.routed(agent, devices.nics().get(7).injected());
            devices.reconfigure();
            assertThat(agent.offer(1, 0, 2, 0, marks, false)).isNotEqualTo(Verdict.FORWARD);
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aSwitchAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Scheme scheme) {
        LoneDevices devices = new LoneDevices(scheme, SWITCHES, NICS);
        SwitchAgent agent = devices.switches().get(4);
        int length = agent.encode().length;
        for (int change = 1; change <= 20; change++) {
            devices.reconfigure();
            SwitchAgent copy = scheme.switchAgent(SchemeOptions.DEFAULT, new PlainSite());
            copy.decode(agent.encode());
            assertThat(copy.encode()).isEqualTo(agent.encode()).hasSize(length);
            long arrived = copy.arrived(1, 0, 0);
            assertThat(agent.arrived(1, 0, 0)).isEqualTo(arrived);
            long marks = PlainSite.routed(copy, arrived);
            assertThat(PlainSite.routed(agent, arrived)).isEqualTo(marks);
            assertThat(copy.granted(1, 0, 2, 0, marks)).isEqualTo(agent.granted(1, 0, 2, 0, marks));
            assertThat(copy.forwarded(marks)).isEqualTo(agent.forwarded(marks));
            assertThat(copy.encode()).isEqualTo(agent.encode());
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aNicAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Scheme scheme) {
        LoneDevices devices = new LoneDevices(scheme, SWITCHES, NICS);
        NicAgent agent = devices.nics().get(9);
        int length = agent.encode().length;
        for (int change = 1; change <= 20; change++) {
            devices.reconfigure();
            NicAgent copy = scheme.nicAgent(SchemeOptions.DEFAULT, new PlainNicSite());
            copy.decode(agent.encode());
            assertThat(copy.encode()).isEqualTo(agent.encode()).hasSize(length);
            assertThat(copy.injected()).isEqualTo(agent.injected());
            assertThat(copy.lane(1)).isEqualTo(agent.lane(1));
        }
    }

    @ParameterizedTest
    @MethodSource("managed")
    void aManagerUpdatesEverySwitchOnceEndsOnceAndEveryStateOnItsWaySurvivesEncoding(Scheme scheme) {
        for (PathSource source : scheme.sources()) {
            LoneDevices devices = new LoneDevices(scheme, SWITCHES, NICS);
            devices.reconfigure(source == PathSource.ENGINE ? ManagerInput.Change.ROUTING : ManagerInput.Change.PATHS);
            assertThat(devices.updated()).containsExactlyInAnyOrderElementsOf(SWITCHES);
            assertThat(devices.done()).isOne();

            devices.give(new ManagerInput.NicsJoined(NICS));
            devices.answerAll();
            assertThat(devices.done()).as("also when NICs have joined").isEqualTo(2);

            devices.give(new ManagerInput.ChangeDetected(SWITCHES, NICS));
            devices.give(new ManagerInput.Unroutable());
            devices.answerAll();
            assertThat(devices.done()).as("also without tables").isEqualTo(3);
            assertThat(devices.rediscoveries()).as("every device has answered").isZero();
        }
    }

    @Test
    void changesOverlapInTheSchemesOfEpochsAlone() {
        assertThat(overlapping()).extracting(Scheme::name).containsExactlyInAnyOrder("ebr", "ebrd");
    }

    @ParameterizedTest
    @MethodSource("overlapping")
    void aChangeMayEndAnotherWhereOverlapIsChosen(Scheme scheme) {
        assertThat(mayOverlap(scheme.manager(SchemeOptions.DEFAULT))).isFalse();
        assertThat(guarded(scheme).map(each -> mayOverlap(each.manager(SchemeOptions.DEFAULT))))
                .as("overlap, one bit")
                .containsExactly(true, false);
    }

    private static <S> boolean mayOverlap(ManagerProtocol<S> manager) {
        S detected = manager.step(manager.initial(), new ManagerInput.ChangeDetected(SWITCHES, NICS))
                .next();
        return manager.mayOverlap(manager.step(detected, new ManagerInput.TablesReady(SWITCHES, NICS))
                .next());
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aSchemeTakesPathsFromTheEngineLastOrNotAtAll(Scheme scheme) {
        assertThat(scheme.sources()).isNotEmpty().doesNotHaveDuplicates();
        int engine = scheme.sources().indexOf(PathSource.ENGINE);
        assertThat(engine).isIn(-1, scheme.sources().size() - 1);
    }
}
