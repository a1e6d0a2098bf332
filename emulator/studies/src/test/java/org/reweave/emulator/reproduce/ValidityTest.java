package org.reweave.emulator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.reproduce.registry.Reproductions;
import org.reweave.routing.model.Deviation;

/** The page of all deviations and misprints says what the code says. */
class ValidityTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path PAGE = Path.of("../docs/validity.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final int COLUMNS = 5;

    @Test
    void theDeviationsOfThePageAreThoseThatClassesDeclare() throws IOException {
        List<String[]> deviations = rows().stream()
                .map(row -> row.split("(?<!\\\\)\\|", -1))
                .filter(cells -> cells[2].strip().equals("deviation"))
                .toList();
        Set<String> declared = new TreeSet<>();
        for (Class<?> one : classes()) {
            for (Deviation deviation : one.getAnnotationsByType(Deviation.class)) {
                declared.add(deviation.value());
                assertThat(deviations)
                        .as("a row of %s that names %s", deviation.value(), one.getSimpleName())
                        .anyMatch(cells -> cells[1].strip().equals(deviation.value())
                                && cells[4].contains("`" + one.getSimpleName() + "`"));
            }
        }
        List<String> listed = deviations.stream().map(cells -> cells[1].strip()).toList();
        assertThat(listed).doesNotHaveDuplicates();
        assertThat(declared).containsExactlyInAnyOrderElementsOf(listed);
    }

    @Test
    void whatThePageRefersToExists() throws IOException {
        Set<String> tests = sources("test").stream().map(ValidityTest::name).collect(Collectors.toSet());
        for (String row : rows()) {
            String[] cells = row.split("(?<!\\\\)\\|", -1);
            assertThat(cells).as(row).hasSize(COLUMNS + 2);
            assertThat(cells[2].strip()).as(row).isIn("misprint", "open", "deviation", "lost");
            List<String> checks = CODE.matcher(cells[COLUMNS])
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            assertThat(checks).as("what checks: %s", row).isNotEmpty();
            for (String check : checks) {
                if (check.startsWith("reweave reproduce ")) {
                    assertThat(Reproductions.named(check.substring("reweave reproduce ".length())))
                            .isNotNull();
                } else {
                    assertThat(tests).as(row).contains(check);
                }
            }
        }
    }

    private static List<String> rows() throws IOException {
        List<String> rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| place "))
                .toList();
        assertThat(rows).hasSizeGreaterThan(20);
        return rows;
    }

    /** The classes of the modules that this one stands on, with those inside them, and its own. */
    private static List<Class<?>> classes() {
        List<Class<?>> classes = new ArrayList<>();
        for (Path source : sources("main")) {
            String path = source.toString();
            String name = path.substring(path.indexOf("/org/reweave/") + 1, path.length() - ".java".length());
            if (!path.contains("/app/") && !path.contains("/benchmarks/") && !name.endsWith("package-info")) {
                add(name.replace('/', '.'), classes);
            }
        }
        return classes;
    }

    private static void add(String name, List<Class<?>> classes) {
        try {
            classes.add(Class.forName(name, false, ValidityTest.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new AssertionError("no class of that name: " + name, e);
        }
        for (Class<?> inside : classes.get(classes.size() - 1).getDeclaredClasses()) {
            add(inside.getName(), classes);
        }
    }

    private static List<Path> sources(String kind) {
        return Stream.of("routing", "reconfig", "emulator")
                .flatMap(module -> javaFiles(ROOT.resolve(module)))
                .filter(file -> file.toString().contains("/src/" + kind + "/"))
                .sorted()
                .toList();
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path source) {
        Matcher matcher =
                Pattern.compile("(.+)\\.java").matcher(source.getFileName().toString());
        assertThat(matcher.matches()).isTrue();
        return matcher.group(1);
    }
}
