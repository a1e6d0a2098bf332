package org.reweave.emulator.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.emulator.cli.common.UserErrors;

/** BookSim 2: every flit of every router in every cycle. */
final class BookSim implements Peer {
    private static final Pattern ACCEPTED = Pattern.compile("Accepted flit rate average *= *([0-9.]+)");

    private static final String TORUS = "fabric.generator = \"torus:%1$dx%1$d\"\nrouting.engine = dimension-order";
    private static final String PEERS_TORUS = "topology = torus; k = %d; n = 2; routing_function = dim_order;";

    private static final List<Work> WORKS = List.of(
            new Work("8x8 torus, load 0.3", TORUS.formatted(8), PEERS_TORUS.formatted(8), 16, 0.3, 1),
            new Work("8x8 torus, load 0.1", TORUS.formatted(8), PEERS_TORUS.formatted(8), 16, 0.1, 1),
            new Work(
                    "4-ary 3-tree, load 0.3",
                    "fabric.generator = \"k-ary-n-tree:4,3\"\nrouting.engine = fat-tree",
                    "topology = fattree; k = 4; n = 3; routing_function = nca;",
                    16,
                    0.3,
                    1),
            new Work(
                    "8x8 mesh, single flits, load 0.3",
                    Peer.mesh(8),
                    "topology = mesh; k = 8; n = 2; routing_function = dim_order;",
                    1,
                    0.3,
                    0.5),
            new Work("32x32 torus, load 0.1", TORUS.formatted(32), PEERS_TORUS.formatted(32), 16, 0.1, 0.05));

    @Override
    public String title() {
        return "BookSim 2";
    }

    @Override
    public String variable() {
        return "BOOKSIM";
    }

    @Override
    public String source() {
        return "https://github.com/booksim/booksim2";
    }

    @Override
    public String program() {
        return "src/booksim";
    }

    @Override
    public List<Work> works() {
        return WORKS;
    }

    private static String configuration(Work work, long cycles) {
        return String.format(Locale.ROOT, """
                %s
                num_vcs = 2;
                vc_buf_size = 64;
                packet_size = %d;
                use_noc_latency = 0;
                traffic = uniform;
                injection_rate_uses_flits = 1;
                injection_rate = %s;
                sim_type = throughput;
                warmup_periods = 0;
                max_samples = 1;
                sample_period = %d;
                """, work.peer(), work.flits(), work.load(), cycles);
    }

    @Override
    public Sample run(Path program, Work work, long cycles, Path folder) throws IOException {
        Path configuration = Files.writeString(folder.resolve("booksim.conf"), configuration(work, cycles));
        Path out = folder.resolve("booksim.out");
        double seconds = TimedProcess.userSeconds(List.of(program.toString(), configuration.toString()), out);
        String text = Files.readString(out, StandardCharsets.ISO_8859_1);
        Matcher accepted = ACCEPTED.matcher(text);
        if (!accepted.find()) {
            throw new UserErrors(
                    List.of(variable() + "=" + program + ": printed no accepted flit rate; is it BookSim 2? "
                            + text.lines().reduce((first, last) -> last).orElse("It printed nothing.")));
        }
        return new Sample(seconds, Double.parseDouble(accepted.group(1)));
    }
}
