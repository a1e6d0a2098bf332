package org.reweave.emulator.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StudyBuildTest {
    /** Otherwise a change in that module leaves the identity as it was, and batches mix results of two builds. */
    @Test
    void everyModuleOfTheClassPathHasAMember() throws Exception {
        List<Path> modules = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(StudyBuildTest::isModule)
                .toList();
        List<Path> members = StudyBuild.MEMBERS.stream()
                .map(member -> Path.of(member.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath()))
                .toList();
        assertThat(modules).hasSizeGreaterThan(1);
        assertThat(members).containsExactlyInAnyOrderElementsOf(modules);
    }

    private static boolean isModule(Path entry) {
        String name = entry.getFileName().toString();
        return name.equals("classes") || name.startsWith("reweave-") && !name.endsWith("-tests.jar");
    }
}
