package org.reweave.reconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
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
    void theRegistryHasTheBaselineAndBothFormsOfEpochs() {
        assertThat(Schemes.names()).contains("naive", "ebr", "ebrd");
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
        SwitchAgent agent = scheme.switchAgent(SchemeOptions.DEFAULT);
        long marks = agent.routed(scheme.nicAgent(SchemeOptions.DEFAULT).injected());
        assertThat(agent.offer(1, 0, 2, 0, marks, true)).isEqualTo(Verdict.FORWARD);
        assertThat(agent.offer(1, 0, 2, 0, marks, false)).isEqualTo(Verdict.HOLD);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void noSwitchLetsAPacketGoThatLacksRoom(Scheme scheme) {
        for (int change = 0; change < 3; change++) {
            SwitchAgent agent = scheme.switchAgent(SchemeOptions.DEFAULT);
            NicAgent nic = scheme.nicAgent(SchemeOptions.DEFAULT);
            nic.installed(change);
            long marks = agent.routed(nic.injected());
            agent.installed(1);
            assertThat(agent.offer(1, 0, 2, 0, marks, false)).isNotEqualTo(Verdict.FORWARD);
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aSwitchAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Scheme scheme) {
        SwitchAgent agent = scheme.switchAgent(SchemeOptions.DEFAULT);
        int length = agent.encode().length;
        for (int change = 1; change <= 20; change++) {
            agent.installed(change);
            SwitchAgent copy = scheme.switchAgent(SchemeOptions.DEFAULT);
            copy.decode(agent.encode());
            assertThat(copy.encode()).isEqualTo(agent.encode()).hasSize(length);
            long marks = copy.routed(0);
            assertThat(marks).isEqualTo(agent.routed(0));
            assertThat(copy.forwarded(marks)).isEqualTo(agent.forwarded(marks));
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aNicAgentGoesOnFromItsEncodedStateWhoseLengthNeverChanges(Scheme scheme) {
        NicAgent agent = scheme.nicAgent(SchemeOptions.DEFAULT);
        int length = agent.encode().length;
        for (int change = 1; change <= 20; change++) {
            agent.installed(change);
            NicAgent copy = scheme.nicAgent(SchemeOptions.DEFAULT);
            copy.decode(agent.encode());
            assertThat(copy.encode()).isEqualTo(agent.encode()).hasSize(length);
            assertThat(copy.injected()).isEqualTo(agent.injected());
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aManagerTellsEverySwitchEndsOnceAndEveryStateOnItsWaySurvivesEncoding(Scheme scheme) {
        reconfigure(scheme.manager(SchemeOptions.DEFAULT));
    }

    private static <S> void reconfigure(ManagerProtocol<S> protocol) {
        assertThat(protocol.encode(protocol.decode(protocol.encode(protocol.initial()))))
                .isEqualTo(protocol.encode(protocol.initial()));
        S state = protocol.initial();
        Set<Integer> told = new TreeSet<>();
        List<Integer> toAnswer = new ArrayList<>();
        int done = 0;
        ManagerInput input = new ManagerInput.TablesReady(SWITCHES, NICS);
        while (input != null) {
            ManagerProtocol.Step<S> step = protocol.step(state, input);
            state = step.next();
            assertThat(protocol.decode(protocol.encode(state))).isEqualTo(state);
            for (ManagerEffect effect : step.effects()) {
                int device = addressee(effect);
                if (device >= 0) {
                    told.add(device);
                    toAnswer.add(device);
                } else {
                    done++;
                }
            }
            input = toAnswer.isEmpty() ? null : new ManagerInput.Acknowledged(toAnswer.remove(toAnswer.size() - 1));
        }
        assertThat(told).containsAll(SWITCHES);
        assertThat(done).isOne();
    }

    private static int addressee(ManagerEffect effect) {
        return effect.fold(new ManagerEffect.Cases<>() {
            @Override
            public Integer sendTables(ManagerEffect.SendTables send) {
                return send.device();
            }

            @Override
            public Integer notify(ManagerEffect.Notify notice) {
                return notice.device();
            }

            @Override
            public Integer done(ManagerEffect.Done done) {
                return -1;
            }
        });
    }
}
