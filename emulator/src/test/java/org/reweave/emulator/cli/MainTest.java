package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cli.common.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MainTest {
    @Test
    void helpListsTheCommandsAndExitCodes() {
        assertThat(CommandRun.of("--help").succeeded().out())
                .contains("topo ", "route ", "Exit codes:", "2     bad input", "130   Ctrl-C");
    }

    @Test
    void everyCommandHasHelpWithADescription() {
        Main.commandLine(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), Map.of())
                .getSubcommands()
                .forEach((name, command) -> {
                    assertThat(CommandRun.of(name, "--help").succeeded().out())
                            .startsWith("Usage: reweave " + name)
                            .contains("--json");
                    assertThat(command.getCommandSpec().usageMessage().description())
                            .as(name)
                            .isNotEmpty();
                });
    }

    @Test
    void versionIsTheBuildsVersion() {
        assertThat(CommandRun.of("--version").succeeded().out()).matches("reweave [0-9]+\\.[0-9]+\\.[0-9]+\\S*\\R");
    }

    @Test
    void noCommandIsBadInput() {
        assertThat(CommandRun.of().refused().errLines())
                .containsExactly("reweave: a command is missing", "'reweave --help' shows what it accepts");
    }

    @Test
    void anUnknownCommandIsRefusedWithTheNearest() {
        assertThat(CommandRun.of("tpo", "torus:4x4").refused().err())
                .contains("'tpo'")
                .contains("did you mean topo?");
    }

    @Test
    void anUnknownOptionIsRefusedWithTheNearest() {
        assertThat(CommandRun.of("topo", "torus:4x4", "--jsn")
                        .refused()
                        .errLines()
                        .get(0))
                .startsWith("reweave topo: Unknown option: '--jsn'")
                .contains("--json");
    }

    @Test
    void anInternalFaultIsOneLineAndExitCode3() {
        CommandRun run = CommandRun.with(
                Map.of(),
                add(() -> {
                    throw new IllegalStateException("s0_1.3 VL0 holds\n-1 credits");
                }),
                "broken");
        assertThat(run.code()).isEqualTo(ExitCode.INTERNAL_FAULT);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).contains("internal fault", "s0_1.3 VL0 holds -1 credits", "report", "REWEAVE_DEBUG=1");
    }

    @Test
    void debuggingAddsTheStackTrace() {
        CommandRun run = CommandRun.with(
                Map.of("REWEAVE_DEBUG", "1"),
                add(() -> {
                    throw new IllegalStateException("broken on purpose");
                }),
                "broken");
        assertThat(run.code()).isEqualTo(ExitCode.INTERNAL_FAULT);
        assertThat(run.err()).contains("\tat org.reweave.emulator.cli.MainTest");
    }

    @Test
    void debuggingMayBeAskedForBeforeOrAfterTheCommand() {
        Consumer<CommandLine> broken = add(() -> {
            throw new AssertionError("broken on purpose");
        });
        for (String[] args : new String[][] {{"--debug", "broken"}, {"broken", "--debug"}}) {
            CommandRun run = CommandRun.with(Map.of(), broken, args);
            assertThat(run.code()).isEqualTo(ExitCode.INTERNAL_FAULT);
            assertThat(run.err()).contains("\tat org.reweave.emulator.cli.MainTest");
        }
    }

    @Test
    void errorsOfTheMachineAreExitCode3() {
        CommandRun memory = CommandRun.with(
                Map.of(),
                add(() -> {
                    throw new OutOfMemoryError("Java heap space");
                }),
                "broken");
        assertThat(memory.code()).isEqualTo(ExitCode.INTERNAL_FAULT);
        assertThat(memory.errLines()).hasSize(1);
        assertThat(memory.err()).contains("out of memory at ", "REWEAVE_JAVA_OPTS=-Xmx");
    }

    private static Consumer<CommandLine> add(Callable<Integer> body) {
        return line -> line.addSubcommand("broken", new Broken(body));
    }

    /** A command that does what a test wants. */
    @Command(name = "broken")
    private record Broken(Callable<Integer> body) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            return body.call();
        }
    }
}
