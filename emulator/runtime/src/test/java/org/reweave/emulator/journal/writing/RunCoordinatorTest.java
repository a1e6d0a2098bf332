package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import akka.pattern.StatusReply;
import akka.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;
import akka.persistence.typed.PersistenceId;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.actor.ActorSystems;
import org.reweave.emulator.journal.format.CoordinatorEntry;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.CoordinatorEvent;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Decided;
import org.reweave.emulator.journal.format.CoordinatorEvent.PermitExtended;
import org.reweave.emulator.journal.format.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.format.CoordinatorEvent.TermStarted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Wish;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.writing.RunCoordinator.Complete;
import org.reweave.emulator.journal.writing.RunCoordinator.End;
import org.reweave.emulator.journal.writing.RunCoordinator.Grant;
import org.reweave.emulator.journal.writing.RunCoordinator.Permit;
import org.reweave.emulator.journal.writing.RunCoordinator.Request;
import org.reweave.emulator.journal.writing.RunCoordinator.Sealed;
import org.reweave.emulator.journal.writing.RunCoordinator.StartTerm;

/** Each test checks, with every command, that events and state survive their serialization. */
class RunCoordinatorTest {
    private static final CheckpointCompleted CHECKPOINT = new CheckpointCompleted(40, 20_000, 1234, "ab");

    private static ActorTestKit actors;

    private EventSourcedBehaviorTestKit<Sealed, CoordinatorEntry, RunHistory> coordinator;
    private TestProbe<StatusReply<RunHistory>> replies;
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void startActors() {
        Config config = EventSourcedBehaviorTestKit.config()
                .withFallback(ConfigFactory.parseString("akka.loglevel = OFF\nakka.actor { serializers.entry ="
                        + " \"org.reweave.emulator.journal.format.EntrySerializer\", serialization-bindings"
                        + " { \"org.reweave.emulator.journal.format.CoordinatorEntry\" = entry } }"))
                .withFallback(ActorSystems.DATABASE.defaults());
        actors = ActorTestKit.create(ActorSystems.DATABASE.start(Behaviors.empty(), "coordinator", config));
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
                new RunCoordinator(
                        PersistenceId.ofUniqueId("torus-7|coordinator"), () -> done.add("sync of " + stored())),
                EventSourcedBehaviorTestKit.enabledSerializationSettings()
                        .withVerifyEquality(true)
                        .withVerifyState(false) // never stored: there are no snapshots
                        .withVerifyCommands(false)); // never sent to another process
    }

    private static Seal seal(long records) {
        return new Seal(records, String.format("%064x", records));
    }

    private StartTerm start(long cut, RunHistory known) {
        return new StartTerm("torus-7", cut, cut * 500, 99, known, replies.getRef());
    }

    /** What a request behind some records leads to. */
    private List<CoordinatorEvent> events(long records, Request request) {
        return coordinator.runCommand(new Sealed(request, seal(records))).events().stream()
                .map(CoordinatorEntry::event)
                .toList();
    }

    private void begin() {
        assertThat(events(0, start(0, RunHistory.NONE))).containsExactly(new TermStarted("torus-7", 1, 0, 0, 99));
        assertThat(replies.receiveMessage().getValue().terms()).hasSize(1);
    }

    @Test
    void everyEntryHasTheSealOfTheRecordsBefore() {
        begin();
        assertThat(events(7, new Complete(CHECKPOINT))).containsExactly(CHECKPOINT);
        assertThat(coordinator.getState().seal()).isEqualTo(seal(7));
        assertThat(coordinator.getState().checkpoints()).containsExactly(CHECKPOINT);
    }

    @Test
    void aPermitIsPersistedWhenItGoesFurtherThanTheLastOne() {
        begin();
        assertThat(events(3, new Permit(20, 10_000))).containsExactly(new PermitExtended(20, 10_000));
        assertThat(events(4, new Permit(20, 10_000))).isEmpty();
        assertThat(coordinator.getState().permitted()).isEqualTo(20);
    }

    @Test
    void theEndOfTheRunIsReportedWhenItIsPersisted() {
        begin();
        AtomicLong persisted = new AtomicLong();
        assertThat(events(9, new End(50, 25_000, () -> persisted.set(stored()))))
                .containsExactly(new RunOver(50, 25_000));
        assertThat(persisted).hasValue(2);
        assertThat(coordinator.getState().isOver()).isTrue();
    }

    @Test
    void checkpointsAndTheEndAreOnTheDiskBeforeTheyCount() {
        begin();
        events(2, new Permit(20, 10_000));
        events(2, new Grant(Wish.STOP));
        assertThat(done).isEmpty();
        events(2, new Complete(CHECKPOINT));
        assertThat(done).containsExactly("sync of 4");
        events(9, new End(50, 25_000, () -> done.add("end")));
        assertThat(done).containsExactly("sync of 4", "sync of 5", "end");
    }

    private long stored() {
        return coordinator
                .persistenceTestKit()
                .persistedInStorage("torus-7|coordinator")
                .size();
    }

    @Test
    void afterAKillItKnowsItsPast() {
        begin();
        events(2, new Complete(CHECKPOINT));
        events(2, new Permit(40, 20_000));
        events(2, new Grant(Wish.STOP));
        RunHistory before = coordinator.getState();
        assertThat(before.decisions()).containsExactly(new Decided(Wish.STOP, 40));

        assertThat(coordinator.restart().state()).isEqualTo(before);
    }

    @Test
    void aResumeVoidsWhatCameAfterItsCut() {
        begin();
        events(2, new Complete(CHECKPOINT));
        events(3, new Complete(new CheckpointCompleted(80, 40_000, 5, "cd")));
        RunHistory known = coordinator.restart().state();

        assertThat(events(3, start(40, known))).containsExactly(new TermStarted("torus-7", 2, 40, 20_000, 99));
        assertThat(coordinator.getState().checkpoints()).containsExactly(CHECKPOINT);
        assertThat(coordinator.getState().isEarlier(3)).isTrue();
        assertThat(coordinator.getState().isEarlier(4)).isFalse();
    }

    @Test
    void twoProcessesDoNotGoOnWithOneRun() {
        begin();
        RunHistory known = coordinator.getState();
        events(1, new Grant(Wish.STOP)); // of the other process
        coordinator.restart();
        assertThat(events(1, start(0, known))).isEmpty();
        assertThat(replies.receiveMessage().getError().getMessage())
                .contains("it already holds torus-7, with 2 entries of its coordinator, not 1");
    }

    @Test
    void aRequestReachesTheCoordinatorBehindTheRecordsBeforeItAndNoOthers() {
        TestProbe<Sealed> requests = actors.createTestProbe();
        Window window = new Window(2);
        JournalRecord record = new JournalRecord.EventBatch(JournalRecord.Header.single("torus-7"), new byte[0]);
        ActorRef<JournalCommand> writer = actors.spawn(new JournalWriter(
                PersistenceId.ofUniqueId("torus-7|single|1"), window, 0, requests.getRef(), () -> {}));
        Complete complete = new Complete(CHECKPOINT);
        writer.tell(new JournalWriter.Append(window.enter(), record));
        writer.tell(complete);
        writer.tell(new JournalWriter.Append(window.enter(), record));

        requests.expectMessage(new Sealed(complete, Seal.NOTHING.with(record)));
        assertThat(window.acknowledged()).isPositive();
    }

    /** A power failure behind any of these moments finds on the disk what they promise. */
    @Test
    void theFirstRecordAndThoseBeforeACheckpointAreOnTheDiskBeforeTheyCount() {
        TestProbe<Sealed> requests = actors.createTestProbe();
        Window window = new Window(2);
        JournalRecord record = new JournalRecord.EventBatch(JournalRecord.Header.single("torus-8"), new byte[0]);
        ActorRef<JournalCommand> writer = actors.spawn(new JournalWriter(
                PersistenceId.ofUniqueId("torus-8|single|1"),
                window,
                0,
                requests.getRef(),
                () -> done.add("sync with " + window.acknowledged() + " acknowledged")));
        writer.tell(new JournalWriter.Append(window.enter(), record));
        writer.tell(new JournalWriter.Append(window.enter(), record));
        writer.tell(new Permit(20, 10_000));
        requests.expectMessageClass(Sealed.class);
        assertThat(done).as("the first record alone").containsExactly("sync with 0 acknowledged");

        writer.tell(new Complete(CHECKPOINT));
        requests.expectMessageClass(Sealed.class);
        assertThat(done).containsExactly("sync with 0 acknowledged", "sync with 2 acknowledged");
    }

    @Test
    void anEntryThatSomebodyChangedIsNotBelieved() {
        CoordinatorEntry entry =
                RunHistory.NONE.entries(List.of(CHECKPOINT), seal(1)).get(0);
        CoordinatorEntry changed =
                new CoordinatorEntry(new CheckpointCompleted(41, 20_000, 1234, "ab"), entry.seal(), entry.digest());
        assertThat(RunHistory.NONE.with(entry).checkpoints()).hasSize(1);
        assertThatThrownBy(() -> RunHistory.NONE.with(changed)).hasMessageContaining("it does not have the digest");
    }
}
