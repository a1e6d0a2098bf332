package org.reweave.emulator.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cluster.TestAuthority;
import org.reweave.emulator.disk.FileFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave cluster certificates}. */
@Command(
        name = "certificates",
        description = {
            "Makes an authority and folders of credentials that it has signed, one for each process of a cluster.",
            "A node takes its own by node.tls, or by REWEAVE_NODE_TLS, as all other commands do. The authority's key is kept nowhere."
        })
public final class CertificatesCommand extends ReweaveCommand {
    private static final int MOST_DAYS = 3650;
    private static final int MOST_NAMES = 1000;
    private static final String NAME = "[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?";

    @Parameters(paramLabel = "DIR", description = "Folder to make; it must be absent or empty.")
    private Path folder;

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "NAME",
            description = "Names of the processes, with commas between them (default: ${DEFAULT-VALUE}).")
    private List<String> nodes = List.of("seed", "worker", "client");

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "How long the certificates are valid (default: ${DEFAULT-VALUE}).")
    private int days = 365;

    @Override
    public Integer call() throws IOException {
        InputCheck input = new InputCheck();
        nodes.stream()
                .filter(name -> !name.matches(NAME))
                .forEach(name -> input.problem("--nodes: '" + name + "' is no host name of at most 63 letters, digits, "
                        + "dots and hyphens"));
        if (nodes.stream().distinct().count() < nodes.size()) {
            input.problem("--nodes " + String.join(",", nodes) + " has a name twice");
        }
        if (nodes.size() > MOST_NAMES) {
            input.problem("--nodes has " + nodes.size() + " names > " + MOST_NAMES + "; make several folders");
        }
        if (days < 1 || days > MOST_DAYS) {
            input.problem("--days " + days + " is not from 1 to " + MOST_DAYS);
        }
        if (Files.exists(folder) && !isEmptyFolder()) {
            input.problem(folder + " exists and is no empty folder; credentials are never written over");
        }
        input.throwIfAny();
        Map<String, String> folders = new LinkedHashMap<>();
        try {
            TestAuthority authority = new TestAuthority(Duration.ofDays(days));
            for (String name : nodes) {
                authority.write(folder.resolve(name), name);
                folders.put(name, folder.resolve(name).toString());
            }
        } catch (IOException e) {
            input.problem(folder + " cannot be written: " + FileFailure.reason(e));
            input.throwIfAny();
        }
        if (json()) {
            printJson(Map.of("days", days, "folders", folders));
        } else {
            folders.values().forEach(one -> out().println(one + ": tls.crt, tls.key, ca.crt"));
            out().println("valid for " + days + " days; give each process its own: REWEAVE_NODE_TLS=" + folder
                    + "/NAME");
        }
        return ExitCode.DONE;
    }

    private boolean isEmptyFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (var entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }
}
