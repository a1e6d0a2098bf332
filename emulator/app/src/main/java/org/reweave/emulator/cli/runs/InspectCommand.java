package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.timetravel.Cursor;
import org.reweave.emulator.timetravel.DifferentPastException;
import org.reweave.emulator.timetravel.Past;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reweave inspect}: one screen that steps through a run that is over. */
@Command(
        name = "inspect",
        description = {
            "Steps through a run that is over, on one screen of the terminal: an overview of the fabric, the state of a device, the events near"
                    + " the moment. Forward and back, cut by cut or to the next event, fault, drop or table, to the deadlock, to a named device, along a packet's hops (/ and its name); back by way of checkpoints.",
            "Keys: " + InspectScreen.KEYS + ". Ctrl-C quits too."
        })
public final class InspectCommand extends ReweaveCommand {
    private static final int POLL_MILLIS = 100;
    private static final int SMALLEST_WIDTH = 40;
    private static final int SMALLEST_HEIGHT = 16;

    @Mixin
    private StoredRun stored = new StoredRun();

    @Override
    public Integer call() {
        if (json()) {
            throw new UserErrors("--json: a screen is no document; use 'reweave replay RUN --watch DEVICE,.. --json'");
        }
        if (System.console() == null) {
            throw new UserErrors("inspect needs a terminal; use 'reweave replay RUN --watch DEVICE,..'");
        }
        try (JournalReader journal = stored.journal();
                Terminal terminal = TerminalBuilder.builder()
                        .system(true)
                        .provider("exec") // stty: nothing native is loaded
                        .build()) {
            JournalReplay replay = JournalReplay.of(stored.name(), journal)
                    .orElseThrow(() -> new UserErrors(stored.name() + ": its journal does not say what was run"));
            Past past = new Past(stored.name(), replay, journal, stored.folder(), remark -> {});
            show(new InspectScreen(stored.name(), new Cursor(past)), terminal);
            return ExitCode.DONE;
        } catch (ScenarioException e) {
            throw new UserErrors(e.problems());
        } catch (DifferentPastException e) {
            err().println("reweave: " + stored.name() + ": " + e.getMessage());
            return ExitCode.CHECKS_FAILED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Shows a screen until a key or Ctrl-C quits; the terminal is then as it was. */
    static void show(InspectScreen screen, Terminal terminal) throws IOException {
        AtomicBoolean interrupted = new AtomicBoolean();
        terminal.handle(Signal.INT, signal -> interrupted.set(true));
        Attributes before = terminal.enterRawMode();
        terminal.puts(Capability.enter_ca_mode);
        Display display = new Display(terminal, true);
        try {
            boolean quit = false;
            draw(screen, terminal, display);
            while (!quit && !interrupted.get()) {
                int key = terminal.reader().read(POLL_MILLIS);
                if (key == NonBlockingReader.EOF) {
                    quit = true;
                } else if (key != NonBlockingReader.READ_EXPIRED) {
                    quit = screen.press(key);
                    draw(screen, terminal, display);
                }
            }
        } finally {
            terminal.puts(Capability.exit_ca_mode);
            terminal.setAttributes(before);
            terminal.flush();
        }
    }

    private static void draw(InspectScreen screen, Terminal terminal, Display display) {
        int width = Math.max(SMALLEST_WIDTH, terminal.getWidth());
        int height = Math.max(SMALLEST_HEIGHT, terminal.getHeight());
        display.resize(height, width);
        List<AttributedString> lines = new ArrayList<>(); // the display fills it up
        screen.lines(width - 1, height).forEach(line -> lines.add(new AttributedString(line)));
        display.update(lines, 0);
    }
}
