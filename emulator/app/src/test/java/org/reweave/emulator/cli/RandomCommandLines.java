package org.reweave.emulator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.reweave.routing.io.IbsimNetWriter;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.topology.FabricGenerators;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Command lines drawn by a seed from the commands' own declarations: every command and option, with values that fit,
 * values that nearly fit and values that do not.
 */
final class RandomCommandLines {
    private static final String SCENARIO = """
            description = "small"
            fabric.generator = "torus:3x3"
            routing.engine = updown
            device.preset = iba-1x
            traffic.load = 0.1
            faults = [ { at = 5us, link = random } ]
            reconfiguration.scheme = ebrd
            run { warmup = 2us, duration = 20us, limit = 400us, cut-interval = 2us }
            """;

    /**
     * Commands whose work takes minutes or has no end: their command lines are parsed, and end at an option that none
     * of them has.
     */
    private static final Set<String> LONG =
            Set.of("bench", "certificates", "compare", "node", "race", "reproduce", "serve");

    /** Options that are read before the command line is parsed, or that ask for stack traces. */
    private static final Set<String> NOT_DRAWN = Set.of("--plugins", "--debug");

    /** Options whose values say how long a command may take. */
    private static final Map<String, List<String>> BOUNDED = Map.of(
            "--samples", List.of("0", "5", "-1", "x"),
            "--seeds", List.of("0", "1", "2", "-1", "x"),
            "--nodes", List.of("0", "-1", "33", "2147483648", "x"),
            "--budget", List.of("0", "1", "500", "-1", "x"),
            "--faults", List.of("0", "1", "2", "1,2", "3..1", "0..2", "-1", "99", "1..", "x", ""),
            "--load",
                    List.of(
                            "0.1",
                            "0.1,0.2",
                            "0.1..0.2:0.1",
                            "0..1:0",
                            "1..0:0.1",
                            "x",
                            "NaN",
                            "1e400",
                            "",
                            "0.1,",
                            "1e-999999999",
                            "1e-999999999..1:0.1"),
            "--threads", List.of("1", "2", "0", "-1", "100000", "2147483648", "x"),
            "--resolution", List.of("0.2", "0.5", "0", "x", "1e9"),
            "--zero-load", List.of("0.1", "0", "1e-999999999", "x"),
            "--journal", List.of("jdbc:h2:mem:x", "jdbc:postgresql://me:secret@127.0.0.1/x", "small.conf", "none"));

    /** By the labels of options and parameters. */
    private static final Map<String, List<String>> VALUES = Map.ofEntries(
            Map.entry("SCENARIO", List.of("small.conf", "small.conf", "small.conf", "missing.conf", ".", "odd.conf")),
            Map.entry(
                    "FABRIC",
                    List.of("torus:3x3", "k-ary-n-tree:2,2", "small.net", "odd.conf", "torus:0x3", "torus:99999x9999")),
            Map.entry("MODEL", List.of("ring", "triangle", "torus:3x3", "small.net", "none")),
            Map.entry("RUN", List.of("last", "small-1", "none", "..", "runs")),
            Map.entry(
                    "KEY=VALUE",
                    List.of(
                            "traffic.load=0.3",
                            "traffic.load=",
                            "run.duration=10us",
                            "run.cut-interval=1s",
                            "seed=-1",
                            "routing.options=null",
                            "device.switch.vls=99",
                            "device.link.latency=1s",
                            "reconfiguration.scheme=static",
                            "tree=dfs",
                            "a={",
                            "=",
                            "b")),
            Map.entry(
                    "KEY=A,B,C", List.of("device.switch.vls=1,2", "routing.engine=updown,lash", "seed=1,2", "x=", "=")),
            Map.entry(
                    "NAME",
                    List.of("updown", "lash", "ebrd", "static", "sequential", "actors", "graphml", "ddrc", "none")),
            Map.entry("DURATION", List.of("10us", "1ms", "0us", "-1us", "10", "1e400s", "9223372036854775807cycles")),
            Map.entry("LINK|SWITCH", List.of("s0_0", "s0_0-s0_1", "none")),
            Map.entry("LINK", List.of("s0_0-s0_1", "s1_0-s1_1", "none")),
            Map.entry("SWITCH", List.of("s0_0", "s2_2", "none")),
            Map.entry("FROM-TO,..", List.of("h0_0-h1_1", "a-b", "-")),
            Map.entry("DIR", List.of("here", "small.conf", "here/there", ".", "/proc/none", "a\u001b[31m")),
            Map.entry("FILE", List.of("a.dot", "a.net", "here/b.svg", ".", "run.zip", "a\nb.csv")),
            Map.entry("N|auto", List.of("auto", "1", "4", "0", "-1", "x")),
            Map.entry("95|99", List.of("95", "99", "100")),
            Map.entry("link|switch", List.of("link", "switch", "nic")),
            Map.entry("AGE", List.of("30d", "12h", "0d", "-1d", "x")));

    private static final List<String> NUMBERS =
            List.of("0", "1", "2", "3", "-1", "0.5", "65536", "2147483648", "NaN", "1e400", "x", "");

    private static final List<String> ODD = List.of(
            "",
            " ",
            "--",
            "-",
            "--x",
            "-x",
            "=",
            "--help",
            "--json",
            "\u001b[31m",
            "\u202e",
            "\ud83d\ude00",
            "a\nb",
            "'",
            "\"",
            "$(x)",
            "..",
            "@missing",
            "x".repeat(5000),
            "\ud800");

    private final List<CommandSpec> commands = new ArrayList<>();

    RandomCommandLines() {
        AtomicReference<CommandLine> line = new AtomicReference<>();
        CommandRun.with(Map.of(), line::set, "--version");
        collect(line.get().getCommandSpec());
    }

    private void collect(CommandSpec command) {
        commands.add(command);
        command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .sorted(Comparator.comparing(CommandSpec::name))
                .forEach(this::collect);
    }

    /** Makes the files that the command lines name. */
    static void prepare(Path folder) throws IOException {
        Files.writeString(folder.resolve("small.conf"), SCENARIO);
        Files.writeString(folder.resolve("odd.conf"), "a { b = \"\u001b[31m\n c = [ }");
        Files.writeString(folder.resolve("small.net"), IbsimNetWriter.text(FabricGenerators.parse("torus:3x3")));
        Files.createDirectories(folder.resolve("here"));
    }

    /** The words after {@code reweave}. */
    List<String> draw(long seed) {
        SeededSequence random = new SeededSequence(seed);
        CommandSpec command = commands.get(random.below(commands.size()));
        List<String> words = new ArrayList<>();
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            if (random.below(10) > 0) {
                words.add(value(parameter, random));
            }
        }
        List<OptionSpec> options = command.options().stream()
                .filter(option -> !NOT_DRAWN.contains(option.longestName()))
                .sorted(Comparator.comparing(OptionSpec::longestName))
                .toList();
        for (OptionSpec option : options) {
            if (option.required() ? random.below(10) > 0 : random.below(options.size()) < 2) {
                words.add(option.longestName());
                if (option.arity().max() > 0) {
                    words.add(value(option, random));
                }
            }
        }
        for (int changes = random.below(3) * random.below(2); changes > 0; changes--) {
            change(words, random);
        }
        if (LONG.contains(command.name())) {
            words.add(random.below(words.size() + 1), "--none-such");
        } else if (command.name().equals("explore") && !words.contains("--budget")) {
            words.addAll(List.of("--budget", "300"));
        }
        for (CommandSpec at = command; at.parent() != null; at = at.parent()) {
            words.add(0, at.name());
        }
        return words;
    }

    private static String value(ArgSpec argument, SeededSequence random) {
        String name = argument instanceof OptionSpec option ? option.longestName() : "";
        List<String> values = BOUNDED.getOrDefault(name, VALUES.getOrDefault(argument.paramLabel(), NUMBERS));
        boolean isOdd = random.below(12) == 0 && !BOUNDED.containsKey(name);
        return isOdd ? of(ODD, random) : of(values, random);
    }

    private static String of(List<String> values, SeededSequence random) {
        return values.get(random.below(values.size()));
    }

    private static void change(List<String> words, SeededSequence random) {
        int at = random.below(words.size() + 1);
        boolean isIn = at < words.size();
        switch (random.below(4)) {
            case 0 -> words.add(at, of(ODD, random));
            case 1 -> {
                if (isIn) {
                    words.remove(at);
                }
            }
            case 2 -> {
                if (isIn) {
                    words.add(at, words.get(at));
                }
            }
            default -> {
                if (isIn) {
                    words.set(at, of(ODD, random));
                }
            }
        }
    }
}
