package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.checkpoint.DamagedStateException;
import org.reweave.emulator.checkpoint.PartList;
import org.reweave.emulator.checkpoint.PartStates;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.ReportReadings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.Wishes;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;

/** What a run on nodes is asked for before and while it goes on, and what its listener sees when it begins again. */
class RecoveryTest {
    private static final long INTERVAL = 500;

    private final Seen seen = new Seen();
    private final Recovery recovery = new Recovery(Start.atZero(network()), seen, Optional.empty());
    private int kept;
    private long incarnation;

    RecoveryTest() {
        recovery.whenKept(() -> kept++);
    }

    private static Network network(String... overrides) {
        return new Network(
                ResolvedScenario.of(ScenarioLoader.parse(LossyTorus.NAME, LossyTorus.TEXT, List.of(overrides))));
    }

    /** Keeps the calls of a run's listener. */
    private static final class Seen implements RunListener {
        private final List<Long> readings = new ArrayList<>();
        private final List<CutTotals> cuts = new ArrayList<>();
        private final List<Long> checkpoints = new ArrayList<>();
        private final List<PartList> parts = new ArrayList<>();

        @Override
        public void readings(long cycle, Readings all) {
            readings.add(cycle);
        }

        @Override
        public void cut(CutTotals totals, List<Event> events) {
            cuts.add(totals);
        }

        @Override
        public void checkpoint(Checkpoint checkpoint) {
            checkpoints.add(checkpoint.cut());
            checkpoint.parts().ifPresent(parts::add);
        }

        CutTotals last() {
            return cuts.get(cuts.size() - 1);
        }
    }

    /** Another incarnation, whose states the run's process holds. */
    private Governor begin() {
        return recovery.begin(++incarnation, null);
    }

    private static CutTotals totals(long cut, String fingerprint) {
        return new CutTotals(
                cut,
                cut * INTERVAL,
                new long[Counter.count()],
                new long[DropCause.count()],
                0,
                0,
                0,
                true,
                fingerprint);
    }

    private void cuts(long from, long to) {
        LongStream.rangeClosed(from, to).forEach(cut -> recovery.listener().cut(totals(cut, "f" + cut), List.of()));
    }

    private static Checkpoint checkpoint(long cut) {
        return Checkpoint.of(cut, cut * INTERVAL, new byte[] {1}, List.of(new byte[] {2}, new byte[] {3, 4}));
    }

    /** The first incarnation: a checkpoint is asked for at cycle 15,000, and cycle 30,000 is the last one. */
    private void untilPastACheckpoint(Network network) {
        SequentialDriver first = new SequentialDriver(Start.atZero(network), recovery.listener(), HorizonPolicy.FULL);
        first.advance(15_000);
        first.checkpoint();
        first.advance(30_000);
    }

    @Test
    void aRunThatIsStoppedBeforeItsNodesAreThereEndsAsSoonAsTheyAre() {
        recovery.wantCheckpoint(); // as Ctrl-C does
        recovery.interrupt();

        Governor governor = begin();
        assertThat(governor).isSameAs(recovery.governor());
        assertThat(governor.wishes()).isEqualTo(new Wishes(true, false));
        assertThat(recovery.checkpoint()).isEmpty();
    }

    @Test
    void aRunThatGoesOnIsAskedForCheckpointsAndForItsEnd() {
        Governor governor = begin();
        assertThat(governor.wishes()).isEqualTo(new Wishes(false, false));
        recovery.wantCheckpoint();
        assertThat(governor.wishes()).isEqualTo(new Wishes(false, true));
        recovery.interrupt();
        assertThat(governor.wishes()).isEqualTo(new Wishes(true, false));
    }

    @Test
    void aRunThatIsStoppedWhileItRepeatsCutsEndsWhenTheyAreRepeated() {
        begin();
        cuts(1, 3);
        Governor again = begin();
        cuts(1, 1);
        recovery.interrupt();
        assertThat(again.wishes().interrupt()).isFalse();
        cuts(2, 2);
        assertThat(again.wishes().interrupt()).isFalse();
        cuts(3, 3);
        assertThat(again.wishes().interrupt()).isTrue();
        assertThat(seen.cuts).hasSize(3);
    }

    @Test
    void aRepeatedCutWithAnotherFingerprintBreaksAnInvariant() {
        begin();
        cuts(1, 2);
        begin();
        cuts(1, 1);
        assertThatThrownBy(() -> recovery.listener().cut(totals(2, "other"), List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("after a recovery cut 2 has the fingerprint other, before it had f2");
    }

    @Test
    void cutsBehindTheLastCheckpointAreComparedWhenTheyAreRepeated() {
        begin();
        untilPastACheckpoint(network());
        begin();
        long checkpoint = recovery.checkpoint().orElseThrow().cut();
        int before = seen.cuts.size();
        List<CutTotals> behind = seen.cuts.subList((int) checkpoint, before);
        assertThat(behind).hasSizeGreaterThan(2);
        CutTotals last = behind.get(behind.size() - 1);
        assertThatThrownBy(() -> recovery.listener().cut(totals(last.cut(), "other"), List.of()))
                .hasMessage("after a recovery cut " + last.cut() + " has the fingerprint other, before it had "
                        + last.fingerprint());
        assertThatThrownBy(() -> cuts(checkpoint, checkpoint)).hasMessageEndingWith(", before it had none");
        List.copyOf(behind).forEach(cut -> recovery.listener().cut(cut, List.of()));
        assertThat(seen.cuts).hasSize(before);
    }

    @Test
    void aCheckpointBeforeItsCutBreaksAnInvariant() {
        begin();
        cuts(1, 2);
        assertThatThrownBy(() -> recovery.listener().checkpoint(checkpoint(3)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a checkpoint of cut 3 comes before that cut; the last one is 2");
        assertThat(recovery.checkpoint()).isEmpty();
        assertThat(kept).isZero();
    }

    @Test
    void readingsAreShownOnceAsCutsAre() {
        begin();
        RunListener listener = recovery.listener();
        listener.readings(INTERVAL, new ReportReadings());
        cuts(1, 1);
        assertThat(recovery.seenCycle()).isEqualTo(INTERVAL);
        begin();
        listener.readings(INTERVAL, new ReportReadings());
        listener.readings(INTERVAL + 1, new ReportReadings());
        assertThat(seen.readings).containsExactly(INTERVAL, INTERVAL + 1);
    }

    @Test
    void theLastCheckpointIsKeptAndTheListenerTakesThoseThatAreNew() {
        begin();
        cuts(1, 4);
        assertThat(recovery.reached()).isEqualTo(new RunProtocol.Reached(4, 4 * INTERVAL, 0));
        recovery.wantCheckpoint();
        recovery.listener().checkpoint(checkpoint(4));
        assertThat(recovery.reached()).isEqualTo(new RunProtocol.Reached(4, 4 * INTERVAL, 4 * INTERVAL));
        cuts(5, 7);
        recovery.listener().checkpoint(checkpoint(6)); // of an incarnation that repeats cuts

        assertThat(seen.checkpoints).containsExactly(4L);
        assertThat(kept).isEqualTo(2);
        Checkpoint last = recovery.checkpoint().orElseThrow();
        assertThat(List.of(last.cut(), last.cycle())).containsExactly(6L, 6 * INTERVAL);
        assertThat(last.governor()).containsExactly(1);
        assertThat(last.devices()).isEqualTo(2);
        assertThat(last.device(1)).containsExactly(3, 4);
    }

    @Test
    void aRunThatBeginsAgainFromItsCheckpointHasTheResultsOfOneThatNothingDisturbs() {
        Network network = network();
        Seen undisturbed = new Seen();
        new SequentialDriver(network, undisturbed, HorizonPolicy.FULL).run();

        begin();
        untilPastACheckpoint(network);
        long checkpoint = recovery.checkpoint().orElseThrow().cycle();
        assertThat(checkpoint).isBetween(10_000L, 29_000L);
        assertThat(recovery.seenCycle()).isGreaterThan(checkpoint);

        Governor governor = begin();
        assertThat(governor.permit()).isGreaterThan(checkpoint);
        new SequentialDriver(
                        Start.at(network, recovery.checkpoint().orElseThrow()), recovery.listener(), HorizonPolicy.FULL)
                .run();
        assertThat(seen.cuts.stream().map(CutTotals::fingerprint))
                .containsExactlyElementsOf(
                        undisturbed.cuts.stream().map(CutTotals::fingerprint).toList());
        assertThat(seen.readings).isEqualTo(undisturbed.readings);
        assertThat(IntStream.range(0, seen.cuts.size()))
                .allMatch(i -> seen.cuts.get(i).cut() == i + 1);
        assertThat(recovery.seenCycle()).isEqualTo(seen.last().cycle());
    }

    /** A run whose nodes write, on a placement of two. */
    private final class OnNodes {
        private final Path folder;
        private final Network network = network();
        private final NodePlacement placement = NodePlacement.of(network, 0, new int[] {1, 1});
        private final Recovery run;

        OnNodes(Path folder) {
            this.folder = folder;
            this.run = new Recovery(Start.atZero(network), seen, Optional.of(new CheckpointFolder(folder)));
            begin();
        }

        void begin() {
            run.begin(++incarnation, placement);
        }

        void cuts(long from, long to) {
            LongStream.rangeClosed(from, to).forEach(cut -> run.listener().cut(totals(cut, "f" + cut), List.of()));
        }

        /** The listener takes the checkpoint, too. */
        void wanted(long cut) {
            run.wantCheckpoint();
            taken(cut);
        }

        void taken(long cut) {
            run.listener().checkpoint(Checkpoint.ofNodes(cut, cut * INTERVAL, new byte[0], network.deviceCount()));
        }

        void written(long cut, int node) throws IOException {
            List<DeviceState> states = placement.devicesOn(node).stream()
                    .map(device -> DeviceState.of(network.create(device), channel -> true, 1))
                    .toList();
            run.written(
                    incarnation, node, cut, PartStates.write(folder, cut, incarnation, node, states, network.wiring()));
        }

        long checkpoint() {
            return run.checkpoint().map(Checkpoint::cut).orElse(0L);
        }
    }

    @Test
    void aCheckpointCountsWhenAllNodesHaveWrittenAndTheOneBeforeIsRemovedThen(@TempDir Path folder) throws IOException {
        OnNodes on = new OnNodes(folder);
        on.cuts(1, 4);
        on.written(4, 0); // a node may be faster than the listener
        on.taken(4);
        assertThat(on.checkpoint()).isZero();
        on.written(4, 1);
        assertThat(on.checkpoint()).isEqualTo(4);
        on.cuts(5, 8);
        on.taken(8);
        on.written(8, 1);
        assertThat(on.checkpoint()).isEqualTo(4);
        assertThat(CheckpointFile.parts(folder)).contains("checkpoint-4.1-0.bin", "checkpoint-4.1-1.bin");
        on.written(8, 0);
        assertThat(on.checkpoint()).isEqualTo(8);
        assertThat(CheckpointFile.parts(folder)).containsExactly("checkpoint-8.1-0.bin", "checkpoint-8.1-1.bin");
        on.run.end();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatAnIncarnationWasStoringWhenItEndedIsGivenUp(@TempDir Path folder) throws IOException {
        OnNodes on = new OnNodes(folder);
        on.cuts(1, 4);
        on.taken(4);
        on.written(4, 0);
        on.begin();
        on.run.written(1, 1, 4, new CheckpointPart("checkpoint-4.1-1.bin", 1, "00")); // late
        assertThat(on.checkpoint()).isZero();
        assertThat(CheckpointFile.parts(folder)).isEmpty();
        on.cuts(1, 4);
        on.taken(4);
        on.written(4, 0);
        on.written(4, 1);
        assertThat(on.checkpoint()).isEqualTo(4);
        assertThat(CheckpointFile.parts(folder)).containsExactly("checkpoint-4.2-0.bin", "checkpoint-4.2-1.bin");
    }

    @Test
    void aCheckpointThatIsTakenWhileOneIsStoredIsForLaterAndItsFilesAreRemoved(@TempDir Path folder)
            throws IOException {
        OnNodes on = new OnNodes(folder);
        on.cuts(1, 4);
        on.run.wantCheckpoint();
        on.taken(4);
        on.cuts(5, 6);
        on.written(5, 0);
        on.taken(6);
        on.run.governor().wishes(); // so far
        on.written(4, 0);
        on.written(4, 1);
        assertThat(on.checkpoint()).isEqualTo(4);
        assertThat(on.run.governor().wishes().checkpoint())
                .as("another one is wanted")
                .isTrue();
        assertThat(seen.checkpoints).containsExactly(4L);
        on.cuts(7, 9);
        on.taken(9);
        on.written(9, 0);
        on.written(9, 1);
        assertThat(CheckpointFile.parts(folder)).containsExactly("checkpoint-9.1-0.bin", "checkpoint-9.1-1.bin");
    }

    @Test
    void aRunThatIsStoppedWhileACheckpointIsStoredEndsWithAnotherOne(@TempDir Path folder) throws IOException {
        OnNodes on = new OnNodes(folder);
        on.cuts(1, 4);
        on.taken(4);
        on.run.governor().wishes();
        on.run.wantCheckpoint();
        on.run.interrupt();
        assertThat(on.run.governor().wishes()).isEqualTo(new Wishes(false, false));
        on.written(4, 0);
        on.written(4, 1);
        assertThat(on.run.governor().wishes()).isEqualTo(new Wishes(true, true));
    }

    @Test
    void aNodeIsSentTheFilesThatItNeedsOrTheStatesWhereItDoesNotReachTheFolder(@TempDir Path folder)
            throws IOException {
        OnNodes on = new OnNodes(folder);
        on.cuts(1, 4);
        on.taken(4);
        on.written(4, 0);
        on.written(4, 1);
        List<Integer> devices = on.placement.devicesOn(1);
        for (boolean reaches : new boolean[] {true, false}) {
            List<Parcel> parcels = on.run.parcels(devices, reaches, 2);
            assertThat(parcels).hasSize(1);
            Path from = reaches ? folder : folder.resolve("nowhere");
            Checkpoint read = StateParcels.read(parcels.get(0).bytes(), devices, on.network.deviceCount(), from);
            assertThat(read.cut()).isEqualTo(4);
            assertThat(read.device(devices.get(0))).isNotEmpty();
        }
        Files.delete(folder.resolve("checkpoint-4.1-1.bin"));
        byte[] list = on.run.parcels(devices, true, 2).get(0).bytes();
        String line =
                "the last checkpoint in " + folder + " cannot be read: checkpoint-4.1-1.bin is missing, a file of ";
        String remedy = "; put that file back, or 'reweave resume' goes on from the checkpoint before it";
        assertThatThrownBy(() -> StateParcels.read(list, devices, on.network.deviceCount(), folder))
                .isInstanceOf(DamagedStateException.class)
                .hasMessageStartingWith(line)
                .hasMessageEndingWith(remedy);
        assertThatThrownBy(() -> on.run.parcels(devices, false, 2))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith(line)
                .hasMessageEndingWith(remedy);
    }

    @Test
    void aRunThatIsResumedTellsNodesTheFilesThatTheNodesOfBeforeHaveWrittenAndLeavesThemThere(@TempDir Path folder)
            throws IOException {
        OnNodes before = new OnNodes(folder);
        before.cuts(1, 4);
        before.wanted(4);
        before.written(4, 0);
        before.written(4, 1);
        List<CheckpointPart> files = seen.parts.get(0).await().orElseThrow();
        List<Integer> devices = before.placement.devicesOn(1);
        byte[] told = before.run.parcels(devices, true, 2).get(0).bytes();
        Checkpoint read = Checkpoint.of(
                4,
                4 * INTERVAL,
                new byte[0],
                network().deviceCount(),
                PartStates.read(folder, files, 4, network().deviceCount(), device -> true));

        Recovery resumed =
                new Recovery(Start.at(network(), read), new Seen(), Optional.of(new CheckpointFolder(folder)));

        assertThat(resumed.reached()).isEqualTo(new RunProtocol.Reached(4, 4 * INTERVAL, 4 * INTERVAL));
        assertThat(resumed.parcels(devices, true, 2).get(0).bytes()).isEqualTo(told);
        resumed.end();
        assertThat(CheckpointFile.parts(folder)).containsExactly("checkpoint-4.1-0.bin", "checkpoint-4.1-1.bin");
    }

    @Test
    void onlyARunThatIsNotLaxCanBeginAgain() {
        assertThat(recovery.isPossible()).isTrue();
        Recovery lax = new Recovery(Start.atZero(network("run.asynchrony=lax")), seen, Optional.empty());
        assertThat(lax.isPossible()).isFalse();
        Governor governor = lax.begin(1, null);
        lax.wantCheckpoint();
        assertThat(governor.wishes().checkpoint()).isFalse();
    }
}
