package org.reweave.emulator.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.runs.RunsFolder;
import org.reweave.emulator.disk.FileFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave serve}: runs in a browser. */
@Command(
        name = "serve",
        description = {
            "Shows the runs of a directory to browsers of this machine: a list, the report of each run that is over, and the events of a run"
                    + " that is going on as they come. Nothing can be changed by it, and nobody else reaches it. Ctrl-C ends it.",
        })
public final class ServeCommand extends ReweaveCommand {
    private static final int LAST_PORT = 65_535;

    @Mixin
    private RunsFolder folder = new RunsFolder();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8420",
            description = "Port of the loopback address; default ${DEFAULT-VALUE}; 0 = one that is free.")
    private int port;

    @Override
    public Integer call() {
        Path runs = folder.path();
        if (port < 0 || port > LAST_PORT) {
            throw new UserErrors("--port " + port + ": ports are 0 to " + LAST_PORT);
        }
        if (!Files.isDirectory(runs)) {
            throw new UserErrors(runs + ": no such folder; name the folder of runs with --runs");
        }
        CountDownLatch asked = new CountDownLatch(1);
        Interrupts interrupts = Interrupts.handle(asked::countDown);
        try (RunsServer server = new RunsServer(runs, port)) {
            if (json()) {
                printJson(Map.of("address", server.address()));
            } else {
                out().println(server.address() + " shows the runs in " + runs + "; Ctrl-C ends it");
            }
            out().flush();
            asked.await();
        } catch (IOException e) {
            throw new UserErrors("--port " + port + ": cannot be served: " + FileFailure.reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            interrupts.close();
        }
        return ExitCode.DONE;
    }
}
