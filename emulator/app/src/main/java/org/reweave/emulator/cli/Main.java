package org.reweave.emulator.cli;

import java.io.FileDescriptor;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.reweave.emulator.actor.EndOfMemory;
import org.reweave.emulator.checkpoint.DamagedStateException;
import org.reweave.emulator.cli.bench.BenchCommand;
import org.reweave.emulator.cli.cluster.ClusterCommand;
import org.reweave.emulator.cli.cluster.NodeCommand;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.common.VersionProvider;
import org.reweave.emulator.cli.compare.CompareCommand;
import org.reweave.emulator.cli.explore.ExploreCommand;
import org.reweave.emulator.cli.fabric.FaultsCommand;
import org.reweave.emulator.cli.fabric.PlanCommand;
import org.reweave.emulator.cli.fabric.RouteCommand;
import org.reweave.emulator.cli.fabric.TopoCommand;
import org.reweave.emulator.cli.fabric.WhatIfCommand;
import org.reweave.emulator.cli.plugins.PluginFolders;
import org.reweave.emulator.cli.plugins.PluginsCommand;
import org.reweave.emulator.cli.race.DoctorCommand;
import org.reweave.emulator.cli.race.HuntCommand;
import org.reweave.emulator.cli.race.RaceCommand;
import org.reweave.emulator.cli.reproduce.ReproduceCommand;
import org.reweave.emulator.cli.run.RunCommand;
import org.reweave.emulator.cli.runs.ForkCommand;
import org.reweave.emulator.cli.runs.InspectCommand;
import org.reweave.emulator.cli.runs.ReplayCommand;
import org.reweave.emulator.cli.runs.ResumeCommand;
import org.reweave.emulator.cli.runs.RunsCommand;
import org.reweave.emulator.cli.serve.ServeCommand;
import org.reweave.emulator.cli.sweep.SweepCommand;
import org.reweave.emulator.cluster.NodeRefusedException;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.emulator.run.ResultsException;
import org.reweave.emulator.sweep.Loads;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.plugin.PluginException;
import org.reweave.routing.plugin.Plugins;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command {@code reweave}. A new subcommand is a class that extends {@link ReweaveCommand} and one entry in
 * {@link #COMMANDS}.
 */
@Command(
        name = "reweave",
        description = "Emulates interconnection networks: switches, NICs and managers that exchange flits and credits.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        scope = CommandLine.ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:done, and the command's own checks failed",
            "2:bad input",
            "3:a fault of reweave's own, or of the machine it runs on",
            "4:a node was lost to its cluster, or ended by itself",
            "130:Ctrl-C stopped a run or a sweep; its results so far are kept"
        })
public final class Main implements Runnable {
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            ReplayCommand.class,
            ResumeCommand.class,
            ForkCommand.class,
            InspectCommand.class,
            RunsCommand.class,
            ServeCommand.class,
            TopoCommand.class,
            RouteCommand.class,
            PlanCommand.class,
            WhatIfCommand.class,
            FaultsCommand.class,
            ExploreCommand.class,
            ReproduceCommand.class,
            SweepCommand.class,
            CompareCommand.class,
            RaceCommand.class,
            DoctorCommand.class,
            HuntCommand.class,
            BenchCommand.class,
            PluginsCommand.class,
            NodeCommand.class,
            ClusterCommand.class,
            VersionCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--debug",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Print the stack trace of an internal fault; REWEAVE_DEBUG=1 does the same.")
    private boolean debug;

    @Option(
            names = PluginFolders.OPTION,
            paramLabel = "DIR",
            scope = CommandLine.ScopeType.INHERIT,
            description =
                    "Folder of jars with engines, generators, file formats, fault methods, schemes, traffic patterns and arbitration"
                            + " policies, besides 'plugins' beside the launcher. Repeatable. 'reweave plugins' lists what was found.")
    @SuppressWarnings("unused") // PluginFolders takes them from the arguments before these are parsed
    private List<Path> pluginFolders;

    private final boolean debugByEnvironment;

    private Main(boolean debugByEnvironment) {
        this.debugByEnvironment = debugByEnvironment;
    }

    /** Starts reweave; the exit code is the process's. */
    public static void main(String[] args) {
        MemoryEnd memoryEnd = MemoryEnd.prepared();
        try {
            start(memoryEnd, args);
        } catch (OutOfMemoryError | LinkageError e) { // a class that finds no memory does not link
            memoryEnd.endProcess();
        }
    }

    private static void start(MemoryEnd memoryEnd, String... args) {
        LogSettings.ofCommand();
        SafeOutput out = SafeOutput.of(FileDescriptor.out);
        PrintWriter err = SafeOutput.of(FileDescriptor.err).printer();
        if (!isDebug(System.getenv())) {
            // Akka and Scala print stack traces there when memory or a journal has ended, which reweave says in its
            // words.
            System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        }
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> strayFailure(memoryEnd, err, thread, e));
        int code = load(args, err);
        if (code == ExitCode.DONE) {
            code = execute(out, err, System.getenv(), args);
        }
        err.flush();
        System.exit(code);
    }

    /**
     * Runs one command in this process.
     *
     * @return its exit code, or that of a fault when its results could not be printed; a reader that has closed the
     *     pipe wants no more results, which is no fault
     */
    static int execute(SafeOutput out, PrintWriter err, Map<String, String> environment, String... args) {
        int code = execute(commandLine(out.printer(), err, environment, args), args);
        return out.failure()
                .filter(e -> !FileFailure.isClosedPipe(e))
                .map(e -> {
                    err.println("reweave: stdout could not be written: " + FileFailure.reason(e));
                    return Math.max(code, ExitCode.INTERNAL_FAULT);
                })
                .orElse(code);
    }

    /** A thread ended; without memory, whoever waits for what it did might wait for ever. */
    private static void strayFailure(MemoryEnd memoryEnd, PrintWriter err, Thread thread, Throwable e) {
        if (EndOfMemory.isReasonOf(e)) {
            memoryEnd.endProcess();
        }
        try {
            err.println("reweave: thread " + thread.getName() + " failed: " + oneLine(e));
        } catch (OutOfMemoryError none) {
            memoryEnd.endProcess();
        }
    }

    private static boolean isDebug(Map<String, String> environment) {
        return "1".equals(environment.get("REWEAVE_DEBUG"));
    }

    private static String oneLine(Throwable e) {
        return e.toString().replaceAll("\\R", " ");
    }

    /** Loads the users' jars. */
    private static int load(String[] args, PrintWriter err) {
        try {
            PluginFolders.load(args, System.getProperty("reweave.home"));
            return ExitCode.DONE;
        } catch (PluginException e) {
            err.println("reweave: " + e.getMessage());
            return ExitCode.BAD_INPUT;
        }
    }

    /** The command line, with every way it can end and the subcommands that it needs for the arguments. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, Map<String, String> environment, String... args) {
        Main main = new Main(isDebug(environment));
        CommandLine line = new CommandLine(main);
        needed(args).forEach(line::addSubcommand);
        return line.registerConverter(Path.class, Main::path)
                .registerConverter(BigDecimal.class, Main::decimal)
                .setOut(out)
                .setErr(err)
                .setUsageHelpAutoWidth(true)
                .setAllowSubcommandsAsOptionParameters(true) // --plugins plugins
                .setExecutionStrategy(Main::runLast)
                .setParameterExceptionHandler((e, given) -> usageError(e))
                .setExecutionExceptionHandler((e, failed, parsed) -> main.failure(err, e));
    }

    /** Help about a command that there is not would be help about another one. */
    private static int runLast(CommandLine.ParseResult parsed) {
        for (CommandLine command : parsed.asCommandLineList()) {
            List<String> unmatched = command.getParseResult().unmatched();
            if (!unmatched.isEmpty()) {
                throw new UnmatchedArgumentException(command, unmatched);
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** Every command, as shells complete them. */
    static CommandLine allCommands() {
        CommandLine line = new CommandLine(new Main(false));
        COMMANDS.forEach(line::addSubcommand);
        return line;
    }

    /**
     * The subcommand that the first argument names, otherwise all: to read the annotations of all takes a while. The
     * command {@code help} names another one.
     */
    private static List<Class<?>> needed(String... args) {
        String name = args.length == 0 ? "" : args[0];
        for (Class<?> command : COMMANDS) {
            if (command != CommandLine.HelpCommand.class
                    && command.getAnnotation(Command.class).name().equals(name)) {
                return List.of(command);
            }
        }
        return COMMANDS;
    }

    /**
     * Runs one command in this process.
     *
     * @return its exit code
     */
    static int execute(CommandLine line, String... args) {
        try {
            return line.execute(args);
        } catch (Throwable e) {
            // Errors, such as no memory left, pass by picocli's handlers.
            Main main = line.getCommand();
            return main.internalFault(line.getErr(), e);
        }
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing; there are "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    private static int usageError(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String message = e instanceof UnmatchedArgumentException unmatched ? unmatched(unmatched) : e.getMessage();
        command.getErr().println(name + ": " + message);
        command.getErr().println("'" + name + " --help' shows what it accepts");
        return ExitCode.BAD_INPUT;
    }

    /** Arguments that nothing takes; the first one may be the name of a command with a slip of the pen. */
    private static String unmatched(UnmatchedArgumentException e) {
        String first = e.getUnmatched().get(0);
        Set<String> commands = e.getCommandLine().getSubcommands().keySet();
        if (!commands.isEmpty() && !first.startsWith("-")) {
            return "'" + first + "' is no command; "
                    + NearestName.near(first, commands)
                            .map(near -> "did you mean " + near + "?")
                            .orElseGet(() -> "there are " + String.join(", ", commands));
        }
        List<String> options = e.getSuggestions();
        return e.getMessage() + (options.isEmpty() ? "" : "; did you mean " + String.join(" or ", options) + "?");
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(InputCheck.reason(e));
        }
    }

    private static BigDecimal decimal(String text) {
        try {
            return Loads.decimal(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(e.getMessage() + "; write for example 0.05");
        }
    }

    /** A jar that a run has found at fault; a driver may have said at which device and when. */
    private static Optional<PluginException> wrongPlugin(Throwable e) {
        return Stream.iterate(e, Objects::nonNull, Throwable::getCause)
                .filter(PluginException.class::isInstance)
                .map(PluginException.class::cast)
                .findFirst();
    }

    private int failure(PrintWriter err, Exception e) {
        if (wrongPlugin(e).isPresent()) {
            err.println("reweave: " + wrongPlugin(e).get().getMessage());
            return ExitCode.BAD_INPUT;
        }
        if (e instanceof UserErrors errors) {
            errors.messages().forEach(message -> err.println("reweave: " + message));
            if (isDebug() && errors.getCause() != null) {
                errors.getCause().printStackTrace(err);
            }
            return ExitCode.BAD_INPUT;
        }
        if (e instanceof JournalException || e instanceof ResultsException) {
            err.println("reweave: " + e.getMessage());
            if (isDebug()) {
                e.printStackTrace(err);
            }
            return e instanceof UnusableJournalException ? ExitCode.BAD_INPUT : ExitCode.INTERNAL_FAULT;
        }
        if (e instanceof ClusterException || e instanceof NodeRefusedException) {
            err.println("reweave: " + e.getMessage());
            return e instanceof ClusterException ? ExitCode.INTERNAL_FAULT : ExitCode.BAD_INPUT;
        }
        if (e instanceof DamagedStateException) {
            err.println("reweave: " + e.getMessage());
            return ExitCode.BAD_INPUT;
        }
        if (e instanceof InvalidPathException path) {
            err.println("reweave: " + InputCheck.reason(path));
            return ExitCode.BAD_INPUT;
        }
        return internalFault(err, e);
    }

    private int internalFault(PrintWriter err, Throwable e) {
        if (EndOfMemory.isReasonOf(e)) {
            String line = "reweave: out of memory at " + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB of heap; give more, as in REWEAVE_JAVA_OPTS=-Xmx16g, or use a smaller fabric";
            MemoryEnd.say(() -> err.println(line));
        } else if (pluginAtFault(e).isPresent()) { // also where a jar's recursion without end uses up the stack
            err.println("reweave: " + pluginAtFault(e).get() + " fails: " + oneLine(e)
                    + "; correct the jar or take it away");
        } else if (e instanceof StackOverflowError) {
            err.println("reweave: the stack is too small; give more, as in REWEAVE_JAVA_OPTS=-Xss64m");
        } else {
            err.println(
                    "reweave: internal fault: " + oneLine(e)
                            + "; please report it on the project's issue tracker, with the command and what REWEAVE_DEBUG=1 adds");
        }
        if (isDebug()) {
            e.printStackTrace(err);
        }
        return pluginAtFault(e).isPresent() ? ExitCode.BAD_INPUT : ExitCode.INTERNAL_FAULT;
    }

    /** The class of a user's jar in which an exception was thrown, or that called what threw it, with the jar. */
    private static Optional<String> pluginAtFault(Throwable e) {
        return Stream.of(e.getStackTrace())
                .map(StackTraceElement::getClassName)
                .flatMap(name -> Plugins.inUse().jarOf(name).map(jar -> jar + ": class " + name).stream())
                .findFirst();
    }

    private boolean isDebug() {
        return debug || debugByEnvironment;
    }
}
