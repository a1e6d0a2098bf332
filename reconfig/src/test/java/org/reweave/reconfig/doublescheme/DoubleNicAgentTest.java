package org.reweave.reconfig.doublescheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.doublescheme.Word.Kind;
import org.reweave.reconfig.spi.PlainNicSite;

/** The Double Scheme in a NIC, whose switch may hear of a change by the NIC's mark first. */
class DoubleNicAgentTest {
    private final List<String> marks = new ArrayList<>();
    private final DoubleNicAgent agent = new DoubleNicAgent(new PlainNicSite() {
        @Override
        public void separate(int lane, long mark) {
            Word word = Word.decode(mark);
            marks.add("VL " + lane + " " + word.kind() + (word.discarding() ? ", heads are given up" : ""));
        }
    });

    @Test
    void theMarkSaysAllThatTheManagersWordSays() {
        agent.receiveControl(new Word(Kind.EMPTY, 2, true).encode());
        assertThat(marks).containsExactly("VL 1 EMPTY, heads are given up");
        assertThat(agent.lane(1)).as("injects on").isZero();
    }

    @Test
    void aLinkThatComesUpCarriesTheLastMarksAgain() {
        agent.receiveControl(new Word(Kind.EMPTY, 2, true).encode());
        agent.receiveControl(Word.of(Kind.USE, 2).encode());
        marks.clear();
        agent.linkChanged(true);
        assertThat(marks).containsExactly("VL 1 EMPTY, heads are given up", "VL 0 USE");
    }
}
