package org.reweave.emulator.cli.runs;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.timetravel.Cursor;
import org.reweave.emulator.timetravel.DifferentPastException;
import org.reweave.emulator.timetravel.Past;

/**
 * A run that is over at any moment, computed again from the checkpoint before it; what {@code inspect} shows on a
 * terminal.
 *
 * @param last cycle that the run's journal knows
 * @param interval cycles from cut to cut
 * @param device that is shown
 * @param devices names of all
 * @param screen lines of {@link InspectScreen}
 */
public record StoredMoment(
        long cycle, double ns, long last, long interval, String device, List<String> devices, List<String> screen) {
    private static final int WIDTH = 118;
    private static final int HEIGHT = 48;

    /**
     * @param place cycle to begin at
     * @param key of {@code inspect}, pressed there; 0 = none
     * @throws UserErrors when the run has no journal that can be read, or the journal no such run
     */
    public static StoredMoment of(Path folder, String run, long place, String device, int key) {
        JournalPlace journals = JournalPlace.of(folder, Optional.empty())
                .filter(one -> !one.isLocked())
                .orElseThrow(() -> new UserErrors(run + ": it has no journal here, or is in progress"));
        try (JournalReader journal = JournalReader.open(journals, RunCatalog.id(folder))) {
            JournalReplay replay = JournalReplay.of(run, journal)
                    .orElseThrow(() -> new UserErrors(run + ": its journal does not say what was run"));
            Cursor cursor = new Cursor(new Past(run, replay, journal, folder, remark -> {}));
            InspectScreen screen = new InspectScreen(run, cursor);
            screen.place(place, device);
            if (key != 0) {
                screen.press(key);
            }
            return new StoredMoment(
                    cursor.now().cycle(),
                    Scale.of(cursor.network()).ns(cursor.now().cycle()),
                    cursor.last(),
                    cursor.network().resolved().scenario().run().cutInterval(),
                    screen.deviceName(),
                    List.of(cursor.network().names()),
                    screen.lines(WIDTH, HEIGHT));
        } catch (ScenarioException e) {
            throw new UserErrors(e.problems());
        } catch (DifferentPastException | JournalException e) {
            throw new UserErrors(run + ": " + e.getMessage());
        }
    }
}
