package org.reweave.emulator.device.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.manager.Trap;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

class OpenTrapsTest {
    private final Trap one = new Trap(0, 1, false);
    private final Trap two = new Trap(0, 2, false);
    private final Trap three = new Trap(5, 1, true);
    private final OpenTraps traps = new OpenTraps();

    OpenTrapsTest() {
        traps.add(one, 1, 120);
        traps.add(two, 1, 170);
        traps.add(three, 2, 180);
    }

    @Test
    void aDiscoveryAnswersTrapsThatCameBeforeItBegan() {
        assertThat(traps.answer(119, trap -> true, 1)).isZero();
        assertThat(traps.answer(170, trap -> true, 1)).isEqualTo(120);
        assertThat(traps.answer(200, trap -> true, 1)).isEqualTo(180);
        assertThat(traps.answer(200, trap -> true, 1)).isZero();
    }

    @Test
    void trapsThatCameDuringADiscoveryAreAnsweredIfTheyTellNothingMore() {
        assertThat(traps.answer(OpenTraps.NO_DISCOVERY, Set.of(one, three)::contains, 1))
                .isEqualTo(170);
        assertThat(traps.answer(OpenTraps.NO_DISCOVERY, trap -> false, 1)).isEqualTo(120);
    }

    @Test
    void theFirstTrapThatNamesTheChangeIsItsCause() {
        assertThat(traps.answer(200, trap -> true, 2)).isEqualTo(180);
    }

    @Test
    void openTrapsComeBackFromTheirState() {
        StateWriter out = new StateWriter();
        traps.visit(out);
        OpenTraps copy = new OpenTraps();
        copy.add(two, 1, 7);
        StateReader in = new StateReader(out.toArray());
        copy.visit(in);
        in.end();
        assertThat(copy.answer(150, trap -> true, 1)).isEqualTo(120);
        assertThat(copy.answer(OpenTraps.NO_DISCOVERY, Set.of(two)::contains, 1))
                .isEqualTo(180);
    }
}
