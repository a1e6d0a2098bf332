package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.PrintWriter;
import java.io.Writer;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cli.common.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
                    if (command.getCommand() instanceof CommandLine.HelpCommand) {
                        return; // picocli's own
                    }
                    String help = CommandRun.of(name, "--help").succeeded().out();
                    assertThat(help).startsWith("Usage: reweave " + name);
                    if (command.getSubcommands().isEmpty()) {
                        assertThat(help).contains("--json");
                    }
                    assertThat(command.getCommandSpec().usageMessage().description())
                            .as(name)
                            .isNotEmpty();
                });
    }

    @Test
    void helpNamesACommandBehindIt() {
        assertThat(CommandRun.of("help", "topo").succeeded().out())
                .isEqualTo(CommandRun.of("topo", "--help").succeeded().out());
        assertThat(CommandRun.of("help").succeeded().out())
                .isEqualTo(CommandRun.of("--help").succeeded().out());
    }

    @Test
    void aCommandThatComesFirstIsTheOnlyOneThatIsPrepared() {
        assertThat(commands("topo", "--json")).containsExactly("topo");
        assertThat(commands("--debug", "topo")).contains("topo", "run", "cluster");
        assertThat(commands("tpo")).contains("topo", "run", "cluster");
    }

    private static Set<String> commands(String... args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return Main.commandLine(nowhere, nowhere, Map.of(), args)
                .getSubcommands()
                .keySet();
    }

    /** Descriptions are formats: a bare % makes picocli warn and print them as they are written. */
    @Test
    void noDescriptionHasABarePercentSign() {
        Main.commandLine(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), Map.of())
                .getSubcommands()
                .forEach((name, command) -> everyDescription(command)
                        .forEach(text -> assertThatCode(() -> String.format(text))
                                .as("%s --help: %s", name, text)
                                .doesNotThrowAnyException()));
    }

    /** As they are annotated: the ones that a specification gives are formatted already. */
    private static Stream<String> everyDescription(CommandLine command) {
        CommandLine.Model.CommandSpec spec = command.getCommandSpec();
        Stream<String> own = Stream.of(
                spec.userObject().getClass().getAnnotation(Command.class).description());
        Stream<String> arguments = spec.args().stream()
                .map(argument -> (AnnotatedElement) argument.userObject())
                .filter(Objects::nonNull)
                .flatMap(MainTest::descriptions);
        Stream<String> below = command.getSubcommands().values().stream().flatMap(MainTest::everyDescription);
        return Stream.of(own, arguments, below).flatMap(texts -> texts);
    }

    private static Stream<String> descriptions(AnnotatedElement argument) {
        Option option = argument.getAnnotation(Option.class);
        Parameters parameters = argument.getAnnotation(Parameters.class);
        return Stream.concat(
                option == null ? Stream.empty() : Stream.of(option.description()),
                parameters == null ? Stream.empty() : Stream.of(parameters.description()));
    }

    @Test
    void versionIsTheBuildsVersion() {
        assertThat(CommandRun.of("--version").succeeded().out()).matches("reweave [0-9]+\\.[0-9]+\\.[0-9]+\\S*\\R");
    }

    @Test
    void noCommandIsBadInput() {
        assertThat(CommandRun.of().refused().errLines())
                .hasSize(2)
                .satisfies(lines -> assertThat(lines.get(0))
                        .startsWith("reweave: a command is missing; there are run, replay,")
                        .contains("cluster"))
                .endsWith("'reweave --help' shows what it accepts");
    }

    @Test
    void versionIsACommandToo() {
        assertThat(CommandRun.of("version").succeeded().out())
                .isEqualTo(CommandRun.of("--version").succeeded().out());
        assertThat(CommandRun.of("version", "--json")
                        .succeeded()
                        .json()
                        .path("version")
                        .asText())
                .matches("[0-9]+\\.[0-9]+\\.[0-9]+\\S*");
    }

    @Test
    void helpAboutACommandThatThereIsNotIsRefused() {
        assertThat(CommandRun.of("nonsense", "--help").refused().err()).contains("'nonsense' is no command");
        assertThat(CommandRun.of("runs", "shwo", "--help").refused().err()).contains("did you mean show?");
        assertThat(CommandRun.of("rnu", "a.conf").refused().err()).contains("did you mean run?");
    }

    @Test
    void shellsGetACompletionOfEveryCommand() {
        for (String shell : List.of("bash", "zsh")) {
            String script = CommandRun.of("completion", shell).succeeded().out();
            assertThat(script).contains("_complete_reweave").contains("whatif").contains("--engines");
        }
        assertThat(CommandRun.of("completion", "fish").refused().err())
                .contains("fish")
                .contains("bash");
    }

    @Test
    void anUnknownCommandIsRefusedWithTheNearest() {
        assertThat(CommandRun.of("tpo", "torus:4x4").refused().err())
                .contains("'tpo'")
                .contains("did you mean topo?");
    }

    @Test
    void aPathWithANulCharacterIsBadInputWhereverItIsGiven() {
        String[][] commands = {
            {"run", "a\0b.conf"},
            {"run", "../../cluster-config/scenarios/thesis-6x6.conf", "--out", "a\0b"},
            {"run", "../../cluster-config/scenarios/thesis-6x6.conf", "--set", "fabric.file=\"a\0b\""},
            {"topo", "a\0b.ibnetdiscover"},
            {"topo", "torus:4x4", "--export", "a\0b.dot"},
            {"route", "torus:4x4", "--import", "a\0b"},
            {"route", "torus:4x4", "--engine", "imported", "--option", "dir=a\0b"},
            {"runs", "import", "a\0b.zip"},
            {"replay", "a\0b"},
            {"sweep", "a\0b.conf", "--load", "0.1", "--seeds", "1"},
            {"race", "a\0b.conf"},
            {"node", "--config", "a\0b.conf"}
        };
        for (String[] command : commands) {
            assertThat(CommandRun.of(command).refused().errLines().get(0))
                    .as(String.join(" ", command))
                    .startsWith("reweave")
                    .contains("a\0b")
                    .doesNotContain("LC_ALL")
                    .doesNotContain("internal fault");
        }
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

    private static CommandRun broken(Error with) {
        CommandRun run = CommandRun.with(
                Map.of(),
                add(() -> {
                    throw with;
                }),
                "broken");
        assertThat(run.code()).isEqualTo(ExitCode.INTERNAL_FAULT);
        assertThat(run.errLines()).hasSize(1);
        return run;
    }

    @Test
    void errorsOfTheMachineAreExitCode3() {
        String twice = "Could not initialize class org.reweave.X"; // the JVM has no cause where memory has none for it
        for (Error memory : List.of(new OutOfMemoryError("Java heap space"), new NoClassDefFoundError(twice))) {
            assertThat(broken(memory).err()).contains("out of memory at ", "REWEAVE_JAVA_OPTS=-Xmx");
        }
        Error initialized = new NoClassDefFoundError(twice);
        initialized.initCause(new ExceptionInInitializerError("Exception java.lang.NullPointerException"));
        for (Error other : List.of(initialized, new NoClassDefFoundError("org/reweave/X"))) {
            assertThat(broken(other).err()).contains("internal fault: java.lang.NoClassDefFoundError");
        }
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
