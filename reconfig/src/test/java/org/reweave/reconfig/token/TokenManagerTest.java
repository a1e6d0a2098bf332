package org.reweave.reconfig.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.Roll;

/** Simple Reconfiguration in the manager (thesis §7.4), with switches 0 and 1 and NIC 5. */
class TokenManagerTest {
    private static final List<Integer> SWITCHES = List.of(1, 0);
    private static final List<Integer> NICS = List.of(5);
    private static final ManagerEffect BROADCAST = new ManagerEffect.Broadcast(1);
    private static final ManagerEffect TIMER = new ManagerEffect.SetTimer(ManagerTimer.PATIENCE);

    private TokenManager manager = new TokenManager(true);
    private TokenState state = manager.initial();

    private List<ManagerEffect> give(ManagerInput input) {
        var step = manager.step(state, input);
        state = step.next();
        return step.effects();
    }

    private static ManagerEffect tables(int device) {
        return new ManagerEffect.SendTables(device, Extent.FULL, Use.STORED, 1);
    }

    private void begin(boolean tablesFirst) {
        manager = new TokenManager(tablesFirst);
        give(new ManagerInput.ChangeDetected(SWITCHES, NICS));
        give(new ManagerInput.TablesReady(SWITCHES, NICS));
        give(new ManagerInput.Acknowledged(0));
        give(new ManagerInput.Acknowledged(1));
    }

    @Test
    void latencyAwareItBroadcastsWhenAllTablesAreStored() {
        assertThat(give(new ManagerInput.ChangeDetected(SWITCHES, NICS))).isEmpty();
        assertThat(give(new ManagerInput.TablesReady(SWITCHES, NICS))).containsExactly(tables(1), tables(0));
        assertThat(give(new ManagerInput.Acknowledged(0))).isEmpty();
        assertThat(give(new ManagerInput.Acknowledged(1)))
                .containsExactly(new ManagerEffect.Reached(Milestone.STORED), BROADCAST, TIMER);
    }

    @Test
    void droppingAwareItBroadcastsAtOnceAndSendsTablesBehind() {
        manager = new TokenManager(false);
        give(new ManagerInput.ChangeDetected(SWITCHES, NICS));
        assertThat(give(new ManagerInput.TablesReady(SWITCHES, NICS)))
                .containsExactly(BROADCAST, TIMER, tables(1), tables(0));
    }

    @Test
    void itIsDoneWhenEverySwitchHasReportedThisChange() {
        begin(true);
        assertThat(give(new ManagerInput.Reported(0, 1))).isEmpty();
        assertThat(give(new ManagerInput.Reported(0, 1))).as("twice").isEmpty();
        assertThat(give(new ManagerInput.Reported(1, 0)))
                .as("of an older change")
                .isEmpty();
        assertThat(give(new ManagerInput.Reported(1, 1))).containsExactly(new ManagerEffect.Done());
        assertThat(give(new ManagerInput.Reported(1, 1))).as("late").isEmpty();
    }

    @Test
    void aReportThatDoesNotComeIsAskedForAgainAndInTheEndTheFabricIsLookedAtAnew() {
        begin(false);
        give(new ManagerInput.Reported(0, 1));
        for (int round = 0; round < Roll.PATIENT_ROUNDS; round++) {
            assertThat(give(new ManagerInput.TimerFired(ManagerTimer.PATIENCE)))
                    .containsExactly(TIMER, new ManagerEffect.SendControl(1, 1), new ManagerEffect.SendControl(5, 1));
            give(new ManagerInput.Acknowledged(1));
            give(new ManagerInput.Acknowledged(5));
        }
        assertThat(give(new ManagerInput.TimerFired(ManagerTimer.PATIENCE)))
                .containsExactly(new ManagerEffect.Rediscover());
    }

    @Test
    void aSwitchThatDoesNotAnswerEndsTheChangeAndANicDoesNot() {
        begin(true);
        assertThat(give(new ManagerInput.Unreachable(5))).isEmpty();
        assertThat(give(new ManagerInput.Unreachable(0))).containsExactly(new ManagerEffect.Rediscover());
        give(new ManagerInput.ChangeDetected(List.of(1), NICS));
        assertThat(give(new ManagerInput.TablesReady(List.of(1), NICS)))
                .containsExactly(new ManagerEffect.SendTables(1, Extent.FULL, Use.STORED, 2));
    }

    /** The second one skips numbers of a copy, and so does the first one, which has had no copy of the second's. */
    @Test
    void managersThatTakeOverFromEachOtherNumberTheirChangesApart() {
        begin(true);
        TokenState second = manager.takenOver(state, 1);
        assertThat(second.change()).isGreaterThan(state.change() + 10);
        assertThat(manager.takenOver(state, 2).change()).isGreaterThan(second.change() + 10);
    }
}
