package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reweave.emulator.journal.store.JournalException;

@Timeout(60)
class WindowTest {
    @Test
    void aJournalThatAcknowledgesNothingIsGivenUpInsteadOfWaitedForForEver() {
        Window window = new Window(1, 1);
        window.enter();

        assertThatThrownBy(window::enter)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("has acknowledged nothing");
        assertThatThrownBy(window::awaitEnd).isInstanceOf(JournalException.class);
    }

    @Test
    void anAcknowledgementLetsTheNextRecordIn() throws InterruptedException {
        Window window = new Window(1);
        window.enter();
        CompletableFuture<Long> next = CompletableFuture.supplyAsync(window::enter);
        Thread.sleep(50);
        assertThat(next).isNotDone();

        window.acknowledged(1);

        assertThat(next.join()).isEqualTo(2);
    }

    @Test
    void theFirstAcknowledgementIsWaitedForAndNoOther() throws InterruptedException {
        Window window = new Window(2);
        window.enter();
        CompletableFuture<Void> begun = CompletableFuture.runAsync(window::awaitFirst);
        Thread.sleep(50);
        assertThat(begun).isNotDone();

        window.acknowledged(1);
        begun.join();

        window.enter();
        window.awaitFirst();
    }

    @Test
    void acknowledgementsComeInOrderAndOnce() {
        Window window = new Window(3);
        window.enter();
        window.enter();
        for (long wrong : new long[] {0, 2, 3}) {
            assertThatThrownBy(() -> window.acknowledged(wrong))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("record " + wrong + " is acknowledged after 0; 2 were sent");
        }
        window.acknowledged(1);
        window.acknowledged(2);
        assertThatThrownBy(() -> window.acknowledged(3)).isInstanceOf(IllegalStateException.class);
        assertThat(window.acknowledged()).isEqualTo(2);
    }

    @Test
    void theFirstReasonIsKeptAndWakesWhoWaits() throws InterruptedException {
        Window window = new Window(1);
        window.check();
        window.enter();
        CompletableFuture<Long> next = CompletableFuture.supplyAsync(window::enter);
        Thread.sleep(50);
        window.failed(new JournalException("first"));
        window.failed(new JournalException("second"));
        assertThatThrownBy(next::join).hasRootCauseMessage("first");
        assertThatThrownBy(window::check).isInstanceOf(JournalException.class).hasMessage("first");
    }

    @Test
    void aWaitThatIsInterruptedSaysSo() {
        Window window = new Window(1);
        window.enter();
        Thread.currentThread().interrupt();
        assertThatThrownBy(window::enter).hasMessage("the wait for the journal was interrupted");
        assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
    }
}
