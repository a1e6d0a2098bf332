package org.reweave.emulator.journal;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.javadsl.Behaviors;
import akka.pattern.StatusReply;
import akka.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;
import akka.persistence.typed.PersistenceId;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.actor.ActorSystems;
import org.reweave.emulator.journal.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.CoordinatorEvent.Decided;
import org.reweave.emulator.journal.CoordinatorEvent.PermitExtended;
import org.reweave.emulator.journal.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.CoordinatorEvent.TermStarted;
import org.reweave.emulator.journal.CoordinatorEvent.Wish;
import org.reweave.emulator.journal.RunCoordinator.Command;
import org.reweave.emulator.journal.RunCoordinator.Complete;
import org.reweave.emulator.journal.RunCoordinator.End;
import org.reweave.emulator.journal.RunCoordinator.Grant;
import org.reweave.emulator.journal.RunCoordinator.StartTerm;
import org.reweave.emulator.journal.RunCoordinator.Written;

/** Each test checks, with every command, that events and state survive their serialization. */
class RunCoordinatorTest {
    private static final CheckpointCompleted CHECKPOINT = new CheckpointCompleted(40, 20_000, 1234, "ab");

    private static ActorTestKit actors;

    private final AtomicLong nanos = new AtomicLong();
    private EventSourcedBehaviorTestKit<Command, CoordinatorEntry, RunHistory> coordinator;
    private TestProbe<StatusReply<RunHistory>> replies;

    @BeforeAll
    static void startActors() {
        Config config = EventSourcedBehaviorTestKit.config()
                .withFallback(ConfigFactory.parseString("akka.loglevel = OFF\nakka.actor { serializers.entry ="
                        + " \"org.reweave.emulator.journal.EntrySerializer\", serialization-bindings"
                        + " { \"org.reweave.emulator.journal.CoordinatorEntry\" = entry } }"))
                .withFallback(ActorSystems.LOCAL.defaults());
        actors = ActorTestKit.create(ActorSystems.LOCAL.start(Behaviors.empty(), "coordinator", config));
    }

    @AfterAll
    static void stopActors() {
        actors.shutdownTestKit();
    }

    @BeforeEach
    void start() {
        replies = actors.createTestProbe();
        coordinator = EventSourcedBehaviorTestKit.create(
                actors.system(),
                new RunCoordinator(PersistenceId.ofUniqueId("torus-7|coordinator"), nanos::get),
                EventSourcedBehaviorTestKit.enabledSerializationSettings()
                        .withVerifyEquality(true)
                        .withVerifyState(false) // never stored: there are no snapshots
                        .withVerifyCommands(false)); // never sent to another process
    }

    private static Seal seal(long records) {
        return new Seal(records, DigestChain.next(DigestChain.START, "record " + records));
    }

    private static Written written(long records, long cut) {
        return new Written(seal(records), cut, cut * 500);
    }

    private StartTerm start(long cut, RunHistory known) {
        return new StartTerm("torus-7", cut, cut * 500, 99, known, replies.getRef());
    }

    private List<CoordinatorEvent> events(Command command) {
        return coordinator.runCommand(command).events().stream()
                .map(CoordinatorEntry::event)
                .toList();
    }

    private void begin() {
        coordinator.runCommand(new Written(Seal.NOTHING, 0, 0));
        assertThat(events(start(0, RunHistory.NONE))).containsExactly(new TermStarted("torus-7", 1, 0, 0, 99));
        assertThat(replies.receiveMessage().isSuccess()).isTrue();
    }

    @Test
    void aTermBeginsWhenTheWriterHasSaidWhatIsThere() {
        assertThat(coordinator.runCommand(start(0, RunHistory.NONE)).hasNoEvents())
                .isTrue();
        replies.expectNoMessage();
        assertThat(events(new Written(Seal.NOTHING, 0, 0))).containsExactly(new TermStarted("torus-7", 1, 0, 0, 99));
        assertThat(replies.receiveMessage().getValue().terms()).hasSize(1);
    }

    @Test
    void aCheckpointIsCompleteWhenTheRecordsBeforeItAreSafe() {
        begin();
        assertThat(events(new Complete(CHECKPOINT, 7))).isEmpty();
        assertThat(events(written(6, 39))).isEmpty();
        assertThat(events(written(7, 40))).containsExactly(CHECKPOINT, new PermitExtended(40, 20_000));
        assertThat(coordinator.getState().checkpoints()).containsExactly(CHECKPOINT);
    }

    @Test
    void permitsArePersistedOnceASecond() {
        begin();
        assertThat(events(written(2, 10))).isEmpty();
        nanos.addAndGet(RunCoordinator.BETWEEN_PERMITS_NANOS);
        assertThat(events(written(3, 20))).containsExactly(new PermitExtended(20, 10_000));
        assertThat(events(written(4, 30))).isEmpty();
        assertThat(coordinator.getState().permitted()).isEqualTo(20);
    }

    @Test
    void theRunIsOverWhenItsLastRecordAndItsCheckpointsAreSafe() {
        begin();
        AtomicLong done = new AtomicLong();
        events(new Complete(CHECKPOINT, 8));
        assertThat(events(new End(9, done::incrementAndGet))).isEmpty();
        assertThat(done).hasValue(0);
        assertThat(events(written(9, 50))).containsExactly(CHECKPOINT, new RunOver(50, 25_000));
        assertThat(done).hasValue(1);
        assertThat(coordinator.getState().isOver()).isTrue();
    }

    @Test
    void afterAKillItKnowsItsPast() {
        begin();
        events(new Complete(CHECKPOINT, 2));
        events(written(2, 40));
        events(new Grant(Wish.STOP));
        RunHistory before = coordinator.getState();
        assertThat(before.decisions()).containsExactly(new Decided(Wish.STOP, 40));

        assertThat(coordinator.restart().state()).isEqualTo(before);
    }

    @Test
    void aResumeVoidsWhatCameAfterItsCut() {
        begin();
        events(new Complete(CHECKPOINT, 2));
        events(written(2, 40));
        events(new Complete(new CheckpointCompleted(80, 40_000, 5, "cd"), 3));
        events(written(3, 80));
        RunHistory known = coordinator.restart().state();

        coordinator.runCommand(new Written(seal(3), 0, 0));
        assertThat(events(start(40, known))).containsExactly(new TermStarted("torus-7", 2, 40, 20_000, 99));
        assertThat(coordinator.getState().checkpoints()).containsExactly(CHECKPOINT);
        assertThat(coordinator.getState().isEarlier(3)).isTrue();
        assertThat(coordinator.getState().isEarlier(4)).isFalse();
    }

    @Test
    void twoProcessesDoNotGoOnWithOneRun() {
        begin();
        RunHistory known = coordinator.getState();
        events(new Grant(Wish.STOP)); // of the other process
        coordinator.restart();
        coordinator.runCommand(new Written(seal(1), 0, 0));
        assertThat(events(start(0, known))).isEmpty();
        assertThat(replies.receiveMessage().getError().getMessage())
                .contains("it already holds torus-7, with 2 entries of its coordinator, not 1");
    }

    @Test
    void theHistoryOfAJournalWithoutACoordinatorIsTakenOver() {
        RunHistory old = RunHistory.NONE
                .with(new TermStarted("torus-7", 1, 0, 0, 5), new Seal(0, ""))
                .with(CHECKPOINT, new Seal(17, ""));
        coordinator.runCommand(new Written(seal(20), 0, 0));
        assertThat(events(start(40, old)))
                .containsExactly(
                        new TermStarted("torus-7", 1, 0, 0, 5),
                        CHECKPOINT,
                        new TermStarted("torus-7", 2, 40, 20_000, 99));
        assertThat(coordinator.getState().isEarlier(20)).isTrue();
    }

    @Test
    void anEntryThatSomebodyChangedIsNotBelieved() {
        CoordinatorEntry entry = RunHistory.NONE.entry(CHECKPOINT, seal(1));
        CoordinatorEntry changed =
                new CoordinatorEntry(new CheckpointCompleted(41, 20_000, 1234, "ab"), entry.seal(), entry.digest());
        assertThat(RunHistory.NONE.with(entry).checkpoints()).hasSize(1);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> RunHistory.NONE.with(changed))
                .hasMessageContaining("it does not have the digest");
    }
}
