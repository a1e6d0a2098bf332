package org.reweave.emulator.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.emulator.cli.common.UserErrors;

/**
 * CNSim (Y. Feng, Y. Wei, D. Xiang and K. Ma, USENIX ATC 2024): packet by packet, with one thread here. It raises the
 * load step by step until the network saturates, so it is stopped when it has told of the first step, and its processor
 * time by then counts; half as many cycles as it measures go before, and are work as well.
 */
final class CnSim implements Peer {
    private static final Pattern ACCEPTED = Pattern.compile("Average receiving rate: *([0-9.]+)");
    private static final String MESH = "topology = SingleChipMesh\nrouting_algorithm = XY\nscale = %d";

    private static final List<Work> WORKS = List.of(
            new Work("8x8 mesh, load 0.3", Peer.mesh(8), MESH.formatted(8), 16, 0.3, 1),
            new Work("8x8 mesh, single flits, load 0.3", Peer.mesh(8), MESH.formatted(8), 1, 0.3, 0.5),
            new Work("32x32 mesh, load 0.06", Peer.mesh(32), MESH.formatted(32), 16, 0.06, 0.1));

    @Override
    public String title() {
        return "CNSim";
    }

    @Override
    public String variable() {
        return "CNSIM";
    }

    @Override
    public String source() {
        return "https://github.com/Yinxiao-Feng/chiplet-network-sim";
    }

    @Override
    public String program() {
        return "ChipletNetworkSim";
    }

    @Override
    public List<Work> works() {
        return WORKS;
    }

    private static String configuration(Work work, long cycles, Path folder) {
        return String.format(
                Locale.ROOT,
                """
                [Network]
                %s
                buffer_size = 64
                vc_number = 2
                router_stages = OneStage
                [Workload]
                traffic = uniform
                packet_length = %d
                [Simulation]
                injection_increment = %s
                simulation_time = %d
                timeout_threshold = 1000000
                threads = 1
                [Files]
                output_file = %s
                log_file = %s
                """,
                work.peer(),
                work.flits(),
                work.load(),
                Math.max(1, cycles * 2 / 3),
                folder.resolve("cnsim.csv"),
                folder.resolve("cnsim.log"));
    }

    @Override
    public Sample run(Path program, Work work, long cycles, Path folder) throws IOException {
        Path configuration = Files.writeString(folder.resolve("cnsim.ini"), configuration(work, cycles, folder));
        Process process = new ProcessBuilder(program.toString(), configuration.toString())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .start();
        String last = "It printed nothing.";
        try (BufferedReader out = process.inputReader(StandardCharsets.ISO_8859_1)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                Matcher accepted = ACCEPTED.matcher(line);
                if (accepted.find()) {
                    Duration used = process.info().totalCpuDuration().orElse(Duration.ZERO);
                    return new Sample(used.toNanos() / 1e9, Double.parseDouble(accepted.group(1)));
                }
                last = line.isBlank() ? last : line;
            }
        } finally {
            process.destroyForcibly();
        }
        throw new UserErrors(
                List.of(variable() + "=" + program + ": printed no average receiving rate; is it CNSim? " + last));
    }
}
