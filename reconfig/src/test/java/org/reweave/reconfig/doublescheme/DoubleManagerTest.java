package org.reweave.reconfig.doublescheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.doublescheme.Word.Kind;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;

/** The Double Scheme in a manager that takes over, with switches 0 and 1 and NIC 5. */
class DoubleManagerTest {
    private static final ManagerInput CHANGE = new ManagerInput.ChangeDetected(List.of(1, 0), List.of(5));

    private final DoubleManager manager = new DoubleManager();

    private Word told(DoubleState before) {
        ManagerEffect.Broadcast broadcast =
                (ManagerEffect.Broadcast) manager.step(before, CHANGE).effects().get(0);
        return Word.decode(broadcast.control());
    }

    /** The one before may have let switches use new tables since the copy. */
    @Test
    void headsWithoutRoomAreDiscardedInTheFirstChangeOfOneThatTakesOver() {
        assertThat(told(manager.initial())).isEqualTo(new Word(Kind.EMPTY, 1, false));
        assertThat(told(manager.takenOver(manager.initial(), 1)).discarding()).isTrue();
    }

    @Test
    void managersThatTakeOverFromEachOtherNumberTheirChangesApart() {
        long second = told(manager.takenOver(manager.initial(), 1)).change();
        assertThat(second).isGreaterThan(10);
        assertThat(told(manager.takenOver(manager.initial(), 2)).change()).isGreaterThan(second + 10);
    }
}
