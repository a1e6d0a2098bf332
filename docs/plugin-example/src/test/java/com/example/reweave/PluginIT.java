package com.example.reweave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar of this module, given to reweave from a folder that has nothing to do with it. */
class PluginIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path SCENARIO = ROOT.resolve("cluster-config/scenarios/torus-8x8-ebr.conf");

    @TempDir
    private Path elsewhere;

    private Path plugins;
    private int code;
    private String err;

    @BeforeEach
    void theJarLiesInAFolderOfPlugins() throws IOException {
        plugins = Files.createDirectory(elsewhere.resolve("plugins"));
        try (Stream<Path> built = Files.list(Path.of("target"))) {
            Path jar = built.filter(file -> file.getFileName().toString().startsWith("reweave-plugin-example")
                            && file.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow();
            Files.copy(jar, plugins.resolve("example.jar"));
        }
    }

    /** Runs reweave without this module on its class path. */
    private String reweave(String... args) throws IOException, InterruptedException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("plugin-example"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                "org.reweave.emulator.cli.Main"));
        command.addAll(List.of(args));
        Path out = elsewhere.resolve("out.txt");
        Path errors = elsewhere.resolve("err.txt");
        Process process = new ProcessBuilder(command)
                .directory(elsewhere.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        code = process.exitValue();
        err = Files.readString(errors);
        return Files.readString(out);
    }

    @Test
    void everythingInTheJarIsListedWithTheJarAndNamedInHelpTexts() throws Exception {
        assertThat(reweave("plugins", "--plugins", "plugins").lines().filter(line -> line.contains("example.jar")))
                .extracting(line -> line.trim().split(" ")[0])
                .containsExactly("spanning-tree", "star", "edge-list", "stale-drop", "tornado");
        assertThat(reweave("--plugins=plugins", "explore", "--help"))
                .contains("stale-drop")
                .contains("lag");
        assertThat(reweave("route", "--help", "--plugins", "plugins"))
                .contains("spanning-tree")
                .contains("star:5");
    }

    @Test
    void theSchemeIsExploredWithItsOption() throws Exception {
        String kept = reweave("explore", "triangle", "--scheme", "stale-drop", "--plugins", "plugins");
        assertThat(code).as(err).isZero();
        assertThat(kept).contains("triangle, stale-drop: all promises kept");
        String[] lagging = {"explore", "triangle", "--scheme", "stale-drop", "--option", "lag=1"};
        reweave(Stream.concat(Stream.of(lagging), Stream.of("--promise", "NO_DEADLOCK", "--plugins", "plugins"))
                .toArray(String[]::new));
        assertThat(code).as(err).isOne();
    }

    @Test
    void aFabricOfTheFormatAndOneOfTheTopologyAreRoutedByTheEngine() throws Exception {
        Files.writeString(elsewhere.resolve("ring.edges"), "a b\nb c\nc a\n");
        for (String fabric : List.of("ring.edges", "star:4")) {
            String report = reweave("route", fabric, "--engine", "spanning-tree", "--plugins", "plugins");
            assertThat(code).as(err).isZero();
            assertThat(report).contains("deadlock       impossible");
        }
    }

    /** The words of a small run with the jar's traffic pattern. */
    private static List<String> run(String... sets) {
        List<String> run = new ArrayList<>(
                List.of("--plugins", "plugins", "run", SCENARIO.toString(), "--no-journal", "--json", "--quiet"));
        for (String set : sets) {
            run.addAll(List.of("--set", set));
        }
        run.addAll(List.of("--set", "fabric.generator=torus:4x4", "--set", "traffic.pattern=tornado"));
        return run;
    }

    @Test
    void aScenarioRunsWithAllThreeAndOptionsAreChecked() throws Exception {
        List<String> run = run(
                "faults=[{at=300us,link=s1_1-s2_1}]",
                "run.duration=1ms",
                "traffic.stop=600us",
                "reconfiguration.engine=spanning-tree",
                "reconfiguration.scheme=stale-drop");
        run.addAll(List.of("--driver", "sequential"));
        List<String> wide = new ArrayList<>(run);
        wide.addAll(List.of("--set", "reconfiguration.options.lag=8"));
        reweave(wide.toArray(String[]::new));
        assertThat(code).isEqualTo(2);
        assertThat(err).contains("reconfiguration.options.lag = 8 > 7; lower it");
        String summary = reweave(run.toArray(String[]::new));
        assertThat(code).as(err).isZero();
        assertThat(summary).contains("stale-drop").contains("fingerprint");
    }

    @Test
    void aJarWithAMissingClassIsNamedWithTheServiceAndTheClass() throws Exception {
        Path jar = plugins.resolve("example.jar");
        Path whole = Files.move(jar, elsewhere.resolve("whole.jar"));
        try (ZipFile from = new ZipFile(whole.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (ZipEntry entry : java.util.Collections.list(from.entries())) {
                if (!entry.getName().endsWith("/Tornado.class")) {
                    to.putNextEntry(new ZipEntry(entry.getName()));
                    to.write(from.getInputStream(entry).readAllBytes());
                }
            }
        }
        reweave("plugins", "--plugins", "plugins");
        assertThat(code).isEqualTo(2);
        assertThat(err.lines())
                .singleElement()
                .asString()
                .contains("example.jar: service org.reweave.emulator.traffic.TrafficPattern:"
                        + " class com.example.reweave.Tornado is missing");
    }

    @Test
    void theNodesOfARunHaveTheJarsToo() throws Exception {
        List<String> run = run("faults=[]", "run.duration=200us");
        String alone = reweave(run.toArray(String[]::new));
        assertThat(code).as(err).isZero();
        run.addAll(List.of("--nodes", "2"));
        String onTwoNodes = reweave(run.toArray(String[]::new));
        assertThat(code).as(err).isZero();
        assertThat(fingerprint(onTwoNodes)).isEqualTo(fingerprint(alone));
    }

    private static String fingerprint(String summary) {
        return summary.lines()
                .filter(line -> line.contains("fingerprint"))
                .findFirst()
                .orElseThrow();
    }

    /** A jar with one traffic pattern. */
    private void patternJar(String name, String over) throws IOException {
        Path source = Files.writeString(elsewhere.resolve(name + ".java"), """
                public final class %1$s implements org.reweave.emulator.traffic.TrafficPattern {
                    @Override
                    public String name() {
                        return "strange";
                    }

                    @Override
                    public String summary() {
                        return name();
                    }

                    @Override
                    public Ranks over(Setting setting) {
                        return %2$s;
                    }
                }
                """.formatted(name, over));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, said, said, "-cp", System.getProperty("java.class.path"), source.toString());
        assertThat(compiled).as(said.toString(StandardCharsets.UTF_8)).isZero();
        try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(plugins.resolve("strange.jar")))) {
            to.putNextEntry(new ZipEntry("META-INF/services/org.reweave.emulator.traffic.TrafficPattern"));
            to.write(name.getBytes(StandardCharsets.UTF_8));
            to.putNextEntry(new ZipEntry(name + ".class"));
            to.write(Files.readAllBytes(elsewhere.resolve(name + ".class")));
        }
    }

    @Test
    void aJarWhoseRecursionHasNoEndIsNamed() throws Exception {
        patternJar("Endless", "over(setting)");
        reweave("run", SCENARIO.toString(), "--set", "traffic.pattern=strange", "--plugins", "plugins");
        assertThat(code).as(err).isEqualTo(2);
        assertThat(err).contains("strange.jar: class Endless fails: java.lang.StackOverflowError; correct the jar");
    }

    @Test
    void aJarThatGivesNullIsNamed() throws Exception {
        patternJar("Nothing", "null");
        reweave("run", SCENARIO.toString(), "--set", "traffic.pattern=strange", "--plugins", "plugins");
        assertThat(code).as(err).isEqualTo(2);
        assertThat(err)
                .contains("strange.jar: class Nothing: over() gives null where a value is needed; correct the jar");
    }
}
