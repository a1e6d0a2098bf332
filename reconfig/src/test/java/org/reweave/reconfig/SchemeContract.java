package org.reweave.reconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.PlainNicSite;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** What every scheme owes to any driver, with each of its options; a test of a scheme extends this class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SchemeContract {
    private static final List<Integer> SWITCHES = List.of(4, 0, 2);
    private static final List<Integer> NICS = List.of(9, 7);

    protected abstract List<Scheme> schemes();

    /** A fabric that all of the schemes can work on; its first switch has as many ports as {@link PlainSite}. */
    protected Fabric fabric() {
        return FabricGenerators.parse("k-ary-n-tree:2,2");
    }

    /** A scheme on the fabric with options that make it another one. */
    public record Variant(Scheme scheme, SchemeOptions options) {
        LoneDevices devices() {
            return new LoneDevices(scheme, options, SWITCHES, NICS);
        }

        SwitchAgent switchAgent() {
            return scheme.switchAgent(options, new PlainSite());
        }

        NicAgent nicAgent() {
            return scheme.nicAgent(options, new PlainNicSite());
        }

        boolean hasManager() {
            return scheme.description().hasManager(options);
        }

        List<PathSource> sources() {
            return scheme.description().sources();
        }

        @Override
        public String toString() {
            return scheme.name() + " " + options;
        }
    }

    /** Every scheme with its usual options, and with each extreme of each option. */
    protected Stream<Variant> variants() {
        return schemes().stream().flatMap(scheme -> choices(scheme)
                .map(options -> new Variant(scheme.on(fabric(), Faults.none(), options), options)));
    }

    private static Stream<SchemeOptions> choices(Scheme scheme) {
        List<SchemeOptions> choices = new ArrayList<>(List.of(SchemeOptions.DEFAULT));
        scheme.description().options().forEach(option -> addExtremes(option, choices));
        return choices.stream().filter(options -> scheme.description().rules().stream()
                .allMatch(rule -> rule.keeps().test(options)));
    }

    private static <T> void addExtremes(SchemeOption<T> option, List<SchemeOptions> choices) {
        option.extremes().stream()
                .filter(value -> !value.equals(option.usual()))
                .forEach(value -> choices.add(SchemeOptions.DEFAULT.with(option, value)));
    }

    protected Stream<Variant> managed() {
        return variants().filter(Variant::hasManager);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aSchemeWithoutAManagerRefusesToMakeOne(Variant variant) {
        if (!variant.hasManager()) {
            assertThatThrownBy(() -> variant.scheme().manager(variant.options()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(variant.scheme().name());
        }
    }

    private Promises.Circumstances calm(SchemeOptions options) {
        return new Promises.Circumstances(options, 0, 0, 0, 0, fabric().shape().dimensions()[1]);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aSchemeSaysWhatItIsAndWhatItsOptionsMean(Scheme scheme) {
        assertThat(scheme.name()).matches("[a-z][a-z0-9-]*");
        assertThat(scheme.description().summary()).isNotBlank();
        assertThat(scheme.description()).isSameAs(scheme.description());
        assertThat(scheme.description().options())
                .allSatisfy(option -> assertThat(option.key()).matches("[a-z][a-z0-9-]*"))
                .allSatisfy(option -> assertThat(option.meaning()).isNotBlank())
                .extracting(SchemeOption::key)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aSchemePromisesSomethingAndKeepsWithinTheLanesThatItNames(Variant variant) {
        int lanes = variant.scheme().description().leastLanes(variant.options());
        assertThat(lanes).isBetween(1, variant.scheme().description().mostLanes());
        assertThat(variant.scheme().description().promises().in(calm(variant.options())))
                .isNotEmpty();
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
        int length = Restored.words(agent).length;
        for (int change = 1; change <= 20; change++) {
            devices.reconfigure();
            SwitchAgent copy = variant.switchAgent();
            Restored.copy(agent, copy);
            assertThat(Restored.words(copy)).isEqualTo(Restored.words(agent)).hasSize(length);
            long arrived = copy.arrived(1, 0, 0);
            assertThat(agent.arrived(1, 0, 0)).isEqualTo(arrived);
            long marks = PlainSite.routed(copy, arrived);
            assertThat(PlainSite.routed(agent, arrived)).isEqualTo(marks);
            assertThat(copy.granted(1, 0, 2, 0, marks)).isEqualTo(agent.granted(1, 0, 2, 0, marks));
            assertThat(copy.forwarded(marks)).isEqualTo(agent.forwarded(marks));
            assertThat(Restored.words(copy)).isEqualTo(Restored.words(agent));
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aNicAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Variant variant) {
        LoneDevices devices = variant.devices();
        NicAgent agent = devices.nics().get(9);
        int length = Restored.words(agent).length;
        for (int change = 1; change <= 20; change++) {
            devices.reconfigure();
            NicAgent copy = variant.nicAgent();
            Restored.copy(agent, copy);
            assertThat(Restored.words(copy)).isEqualTo(Restored.words(agent)).hasSize(length);
            assertThat(copy.injected()).isEqualTo(agent.injected());
            assertThat(copy.lane(1)).isEqualTo(agent.lane(1));
            assertThat(copy.trail(2, 5)).isEqualTo(agent.trail(2, 5));
        }
    }

    @ParameterizedTest
    @MethodSource("managed")
    void aManagerUpdatesEverySwitchOnceEndsOnceAndEveryStateOnItsWaySurvivesEncoding(Variant variant) {
        for (PathSource source : variant.sources()) {
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
            assertThat(variant.scheme().description().milestones()).containsAll(devices.milestones());
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aSchemeTakesPathsFromTheEngineLastOrNotAtAll(Variant variant) {
        assertThat(variant.sources()).isNotEmpty().doesNotHaveDuplicates();
        int engine = variant.sources().indexOf(PathSource.ENGINE);
        assertThat(engine).isIn(-1, variant.sources().size() - 1);
    }
}
