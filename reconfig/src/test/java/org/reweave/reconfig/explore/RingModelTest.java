package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.SmallFabrics.reRootedRing;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SchemeOptions;

/** A ring of four switches is re-rooted under packets that cross it: the model of EBR's forwarding mark. */
@Tag("slow")
class RingModelTest {
    /** Every NIC sends to the one across the ring. */
    private static final int[] ACROSS = {2, 13, 20, 31};

    private static final int[] SIX = {2, 13, 20, 31, 1, 13};
    private static final SchemeOptions AS_PRINTED =
            SchemeOptions.DEFAULT.with(EpochOptions.MARK, EpochOptions.ForwardingMark.AS_PRINTED);

    @Test
    void naiveCanDeadlock() {
        Model model = reRootedRing(Schemes.get("naive"), ACROSS);
        Exploration found = Explored.broken(model, Promise.NO_DEADLOCK);
        assertThat(Replay.of(model, found.trace()).cycle()).hasSize(4);
    }

    @Test
    void ebrWithTheForwardingMarkAsPrintedCanDeadlockWithAllMarksNew() {
        Model model = reRootedRing(Schemes.get("ebr"), ACROSS).with(AS_PRINTED);
        Exploration found = Explored.broken(model);
        assertThat(found.broken()).isEqualTo(Promise.NO_DEADLOCK);
        Replay replay = Replay.of(model, found.trace());
        assertThat(replay.cycle()).hasSize(4);
        assertThat(replay.toString().lines().filter(line -> line.contains("-> packet") || line.contains("|   packet")))
                .as("E_pck in bits 0..15 and E_rtd in bits 16..31 are 1, as is every E_schd")
                .hasSize(4)
                .allMatch(line -> line.contains("marks 0x10001"));
        assertThat(replay.lines().stream().filter(line -> line.contains("its new tables")))
                .hasSize(4)
                .allMatch(line -> line.endsWith("state [1, 1]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr"})
    void whatASchemePromisesHoldsForFourPackets(String scheme) {
        Explored.kept(reRootedRing(Schemes.get(scheme), ACROSS));
    }

    @Test
    @Tag("campaign")
    void naiveKeepsItsFewPromisesForSixPackets() {
        Explored.kept(reRootedRing(Schemes.get("naive"), SIX));
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"static", "ebr", "ebrd"})
    void whatASchemePromisesHoldsForSixPackets(String scheme) {
        Explored.kept(reRootedRing(Schemes.get(scheme), SIX).withBudget(80_000_000));
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"static", "ebr", "ebrd"})
    void outputQueuesAndTwoPlacesChangeNothing(String scheme) {
        Model model = reRootedRing(Schemes.get(scheme), ACROSS).withBudget(60_000_000);
        Explored.kept(model.with(Bounds.LEAST.withSlots(2, 0)));
        Explored.kept(model.with(Bounds.LEAST.withSlots(1, 1)));
    }
}
