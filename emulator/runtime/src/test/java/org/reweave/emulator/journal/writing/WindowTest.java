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
}
