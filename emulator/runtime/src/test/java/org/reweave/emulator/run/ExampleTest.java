package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.results.Summary;
import org.reweave.reconfig.Schemes;
import org.reweave.routing.topology.Fabric;

/** The program in {@code emulator/docs/java.md} is what it says: short, and it runs. */
@Tag("slow")
class ExampleTest {
    private static final int MOST_LINES = 30;

    @TempDir
    private Path folder;

    @Test
    void theProgramOfTheDocumentationRunsAScenario() throws Exception {
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/java.md")));
        assertThat(block.find()).isTrue();
        assertThat(block.group(1).lines().count()).isLessThan(MOST_LINES);
        Path source = Files.writeString(folder.resolve("Example.java"), block.group(1));
        Path results = folder.resolve("results");

        String printed = run(source, "../../cluster-config/scenarios/real-fabric.conf", results.toString());

        JsonNode summary =
                new ObjectMapper().readTree(results.resolve("summary.json").toFile());
        assertThat(summary.get("outcome").textValue()).isEqualTo("completed");
        assertThat(summary.get("seed").longValue()).isEqualTo(7);
        assertThat(summary.get("driver").textValue()).isEqualTo("actors");
        assertThat(results.resolve("journal.mv.db")).exists();
        assertThat(printed)
                .contains(" in flight", "kind=PORT_DOWN", "COMPLETED, ", "ebrd Times[", "no deadlock")
                .endsWith(summary.get("fingerprint").textValue() + System.lineSeparator());
    }

    /** The modules of reweave, wherever they were built. */
    private static String classPath() {
        return Stream.of(Run.class, Summary.class, Schemes.class, Fabric.class)
                .map(member -> Path.of(URI.create(member.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String run(Path source, String... arguments) throws Exception {
        int failures = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath(), "-d", folder.toString(), source.toString());
        assertThat(failures).as("the program compiles").isZero();
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader classes = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            classes.loadClass("Example").getMethod("main", String[].class).invoke(null, (Object) arguments);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
