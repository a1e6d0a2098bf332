package org.reweave.reconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.ddrc.Ddrc;
import org.reweave.reconfig.spi.DdrcMode;
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
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** What every scheme of the registry owes to any driver. */
class SchemesContractTest {
    private static final List<Integer> SWITCHES = List.of(4, 0, 2);
    private static final List<Integer> NICS = List.of(9, 7);

    private static List<Scheme> registered() {
        return Schemes.names().stream().map(Schemes::get).toList();
    }

    /** A scheme with options that make it another one. */
    private record Variant(Scheme scheme, SchemeOptions options) {
        LoneDevices devices() {
            return new LoneDevices(scheme, options, SWITCHES, NICS);
        }

        SwitchAgent switchAgent() {
            return scheme.switchAgent(options, new PlainSite());
        }

        NicAgent nicAgent() {
            return scheme.nicAgent(options, new PlainNicSite());
        }

        @Override
        public String toString() {
            return scheme.name() + " " + options;
        }
    }

    /** On a fabric that suits them all; its first switch has as many ports as {@link PlainSite}. */
    private static List<Variant> variants() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:2,2");
        List<Variant> all = new ArrayList<>();
        for (Scheme scheme : registered()) {
            all.add(new Variant(scheme.on(fabric, Faults.none(), SchemeOptions.DEFAULT), SchemeOptions.DEFAULT));
            if (scheme.overlapsChanges()) {
                all.add(new Variant(scheme, SchemeOptions.DEFAULT.withOverlap()));
                all.add(new Variant(scheme, SchemeOptions.DEFAULT.withEpochBits(1)));
            }
            if (scheme.name().equals(Ddrc.NAME)) {
                SchemeOptions options = SchemeOptions.DEFAULT.with(DdrcMode.SOURCE_BROADCAST);
                all.add(new Variant(scheme.on(fabric, Faults.none(), options), options));
            }
        }
        return all;
    }

    private static List<Scheme> overlapping() {
        return registered().stream().filter(Scheme::overlapsChanges).toList();
    }

    private static List<Variant> managed() {
        return variants().stream()
                .filter(variant -> variant.scheme().hasManager(variant.options()))
                .toList();
    }

    private static List<Variant> unmanaged() {
        return variants().stream()
                .filter(variant -> !variant.scheme().hasManager(variant.options()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("unmanaged")
    void aSchemeWithoutAManagerRefusesToMakeOne(Variant variant) {
        assertThatThrownBy(() -> variant.scheme().manager(variant.options()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(variant.scheme().name());
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
    @MethodSource("variants")
    void aFreshSwitchForwardsWithRoomAndKeepsWhatTheNicInjectedWithout(Variant variant) {
        SwitchAgent agent = variant.switchAgent();
        long marks = PlainSite.routed(agent, variant.nicAgent().injected());
        assertThat(agent.offer(1, 0, 2, 0, marks, true)).isEqualTo(Verdict.FORWARD);
        assertThat(agent.offer(1, 0, 2, 0, marks, false)).isEqualTo(Verdict.HOLD);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void noSwitchLetsAPacketGoThatLacksRoom(Variant variant) {
        LoneDevices devices = variant.devices();
        for (int change = 0; change < 3; change++) {
            SwitchAgent agent = devices.switches().get(0);
            agent.arrived(1, 0, 0);
            long marks = PlainSite.routed(agent, devices.nics().get(7).injected());
            devices.reconfigure();
            assertThat(agent.offer(1, 0, 2, 0, marks, false)).isNotEqualTo(Verdict.FORWARD);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aSwitchAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Variant variant) {
        LoneDevices devices = variant.devices();
        SwitchAgent agent = devices.switches().get(4);
        int length = agent.encode().length;
        for (int change = 1; change <= 20; change++) {
            devices.reconfigure();
            SwitchAgent copy = variant.switchAgent();
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
    @MethodSource("variants")
    void aNicAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Variant variant) {
        LoneDevices devices = variant.devices();
        NicAgent agent = devices.nics().get(9);
        int length = agent.encode().length;
        for (int change = 1; change <= 20; change++) {
            devices.reconfigure();
            NicAgent copy = variant.nicAgent();
            copy.decode(agent.encode());
            assertThat(copy.encode()).isEqualTo(agent.encode()).hasSize(length);
            assertThat(copy.injected()).isEqualTo(agent.injected());
            assertThat(copy.lane(1)).isEqualTo(agent.lane(1));
            assertThat(copy.trail(2, 5)).isEqualTo(agent.trail(2, 5));
        }
    }

    @ParameterizedTest
    @MethodSource("managed")
    void aManagerUpdatesEverySwitchOnceEndsOnceAndEveryStateOnItsWaySurvivesEncoding(Variant variant) {
        for (PathSource source : variant.scheme().sources()) {
            LoneDevices devices = variant.devices();
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
        assertThat(mayOverlap(scheme.manager(SchemeOptions.DEFAULT.withOverlap())))
                .isTrue();
        assertThat(mayOverlap(scheme.manager(SchemeOptions.DEFAULT.withEpochBits(1))))
                .isFalse();
    }

    private static <S> boolean mayOverlap(ManagerProtocol<S> manager) {
        S detected = manager.step(manager.initial(), new ManagerInput.ChangeDetected(SWITCHES, NICS))
                .next();
        return manager.mayOverlap(manager.step(detected, new ManagerInput.TablesReady(SWITCHES, NICS))
                .next());
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aSchemeTakesPathsFromTheEngineLastOrNotAtAll(Variant variant) {
        assertThat(variant.scheme().sources()).isNotEmpty().doesNotHaveDuplicates();
        int engine = variant.scheme().sources().indexOf(PathSource.ENGINE);
        assertThat(engine).isIn(-1, variant.scheme().sources().size() - 1);
    }
}
