package org.reweave.reconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PlainNicSite;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;

/** What every scheme of the registry owes to any driver. */
class SchemesContractTest {
    private static final List<Integer> SWITCHES = List.of(4, 0, 2);
    private static final List<Integer> NICS = List.of(9, 7);

    private static List<Scheme> schemes() {
        return Schemes.names().stream().map(Schemes::get).toList();
    }

    @Test
    void theRegistryHasTheBaselineTheStaticSchemeAndBothFormsOfEpochs() {
        assertThat(Schemes.names()).contains("naive", "static", "ebr", "ebrd");
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Schemes.get("ebrx"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'ebrx'")
                .hasMessageContaining(String.join(", ", Schemes.names()));
    }

    @ParameterizedTest
    @MethodSource("schemes")
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
        for (int change = 0; change < 3; change++) {
            SwitchAgent agent = scheme.switchAgent(SchemeOptions.DEFAULT, new PlainSite());
            NicAgent nic = scheme.nicAgent(SchemeOptions.DEFAULT, new PlainNicSite());
            nic.installed(change);
            long marks = PlainSite.routed(agent, nic.injected());
            agent.installed(1);
            assertThat(agent.offer(1, 0, 2, 0, marks, false)).isNotEqualTo(Verdict.FORWARD);
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aSwitchAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Scheme scheme) {
        SwitchAgent agent = scheme.switchAgent(SchemeOptions.DEFAULT, new PlainSite());
        int length = agent.encode().length;
        for (int change = 1; change <= 20; change++) {
            agent.installed(change);
            SwitchAgent copy = scheme.switchAgent(SchemeOptions.DEFAULT, new PlainSite());
            copy.decode(agent.encode());
            assertThat(copy.encode()).isEqualTo(agent.encode()).hasSize(length);
            long marks = PlainSite.routed(copy, 0);
            assertThat(marks).isEqualTo(PlainSite.routed(agent, 0));
            assertThat(copy.forwarded(marks)).isEqualTo(agent.forwarded(marks));
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aNicAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Scheme scheme) {
        NicAgent agent = scheme.nicAgent(SchemeOptions.DEFAULT, new PlainNicSite());
        int length = agent.encode().length;
        for (int change = 1; change <= 20; change++) {
            agent.installed(change);
            NicAgent copy = scheme.nicAgent(SchemeOptions.DEFAULT, new PlainNicSite());
            copy.decode(agent.encode());
            assertThat(copy.encode()).isEqualTo(agent.encode()).hasSize(length);
            assertThat(copy.injected()).isEqualTo(agent.injected());
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aManagerUpdatesEverySwitchOnceEndsOnceAndEveryStateOnItsWaySurvivesEncoding(Scheme scheme) {
        reconfigure(scheme.manager(SchemeOptions.DEFAULT));
    }

    private static <S> void reconfigure(ManagerProtocol<S> protocol) {
        assertThat(protocol.encode(protocol.decode(protocol.encode(protocol.initial()))))
                .isEqualTo(protocol.encode(protocol.initial()));
        Driver<S> driver = new Driver<>(protocol);
        driver.give(new ManagerInput.ChangeDetected(SWITCHES, NICS));
        driver.answerAll();
        driver.give(new ManagerInput.TablesReady(SWITCHES, NICS));
        driver.answerAll();
        assertThat(driver.updated).containsExactlyInAnyOrderElementsOf(SWITCHES);
        assertThat(driver.done).isOne();

        driver.give(new ManagerInput.NicsJoined(NICS));
        driver.answerAll();
        assertThat(driver.done).as("also when NICs have joined").isEqualTo(2);

        driver.give(new ManagerInput.ChangeDetected(SWITCHES, NICS));
        driver.give(new ManagerInput.Unroutable());
        driver.answerAll();
        assertThat(driver.done).as("also without tables").isEqualTo(3);
    }

    /** Answers for an empty network whatever the protocol asks, the latest question first. */
    private static final class Driver<S> implements ManagerEffect.Cases<ManagerInput> {
        private final ManagerProtocol<S> protocol;
        private final Deque<ManagerInput> answers = new ArrayDeque<>();
        private final List<Integer> updated = new ArrayList<>();
        private S state;
        private int done;

        Driver(ManagerProtocol<S> protocol) {
            this.protocol = protocol;
            this.state = protocol.initial();
        }

        void give(ManagerInput input) {
            ManagerProtocol.Step<S> step = protocol.step(state, input);
            state = step.next();
            assertThat(protocol.decode(protocol.encode(state))).isEqualTo(state);
            for (ManagerEffect effect : step.effects()) {
                ManagerInput answer = effect.fold(this);
                if (answer != null && !answers.contains(answer)) { // a device acknowledges when it has everything
                    answers.push(answer);
                }
            }
        }

        void answerAll() {
            while (!answers.isEmpty()) {
                give(answers.pop());
            }
        }

        @Override
        public ManagerInput sendTables(ManagerEffect.SendTables send) {
            updated.add(send.device());
            return new ManagerInput.Acknowledged(send.device());
        }

        @Override
        public ManagerInput notify(ManagerEffect.Notify notice) {
            return new ManagerInput.Acknowledged(notice.device());
        }

        @Override
        public ManagerInput tell(ManagerEffect.Tell control) {
            return new ManagerInput.Acknowledged(control.device());
        }

        @Override
        public ManagerInput askCounts(ManagerEffect.AskCounts question) {
            return new ManagerInput.CountsReported(question.device(), 5, 5);
        }

        @Override
        public ManagerInput setTimer(ManagerEffect.SetTimer set) {
            return new ManagerInput.TimerFired(set.timer());
        }

        @Override
        public ManagerInput reached(ManagerEffect.Reached step) {
            return null;
        }

        @Override
        public ManagerInput rediscover(ManagerEffect.Rediscover again) {
            throw new AssertionError("every device has answered");
        }

        @Override
        public ManagerInput done(ManagerEffect.Done end) {
            done++;
            return null;
        }
    }
}
