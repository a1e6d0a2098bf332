package org.reweave.emulator.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The map of the house, docs/architecture.md, shows the house as it is. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    private static List<String> quoted(String text) {
        return QUOTED.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name));
    }

    @Test
    void theMapNamesEveryPackageAndNoOther() throws IOException {
        String page = page("architecture.md");
        String map = page.substring(page.indexOf("## The packages"), page.indexOf("## A packet's way"));
        Set<String> named = new TreeSet<>();
        for (String line : map.lines().filter(row -> row.startsWith("| `")).toList()) {
            String parent = "";
            for (String name : quoted(line.split("\\|")[1])) {
                // A name without a path stands beside the last one that has a path.
                String full = name.contains("/") || PackageDirectionsTest.ORDER.contains(name) ? name : parent + name;
                parent = full.contains("/") ? full.substring(0, full.lastIndexOf('/') + 1) : full + "/";
                named.add(full.replace('/', '.'));
            }
        }
        assertThat(named).containsExactlyInAnyOrderElementsOf(PackageDirectionsTest.ORDER);
    }

    @Test
    void theAnswersToTheTenQuestionsExist() throws IOException {
        String page = page("ten-questions.md");
        List<String> answers = quoted(page.substring(page.indexOf("## Answers")));
        assertThat(answers).hasSizeGreaterThanOrEqualTo(10).allSatisfy(answer -> assertThat(sources())
                .anyMatch(sources ->
                        Files.exists(sources.resolve(answer + ".java")) || Files.isDirectory(sources.resolve(answer))));
    }

    private static Stream<Path> sources() {
        return Stream.of("routing", "reconfig", "emulator/core", "emulator/runtime", "emulator/studies", "emulator/app")
                .map(module -> ROOT.resolve(module).resolve("src/main/java/org/reweave"));
    }
}
