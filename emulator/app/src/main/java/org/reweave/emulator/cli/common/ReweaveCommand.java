package org.reweave.emulator.cli.common;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reweave.emulator.cli.Main;
import org.reweave.emulator.results.JsonText;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Base of all subcommands: {@code --json}, where output goes, and exit codes. Bad input is thrown as
 * {@link UserErrors}, or as picocli's own parameter exceptions; {@link Main} prints both.
 */
public abstract class ReweaveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON document on stdout, and nothing else there.")
    private boolean json;

    protected boolean json() {
        return json;
    }

    /** Name by which users call the command. */
    String name() {
        return spec.name();
    }

    /** The command line as the user wrote it, quoted for a shell. */
    protected String commandLine() {
        CommandLine root = spec.root().commandLine();
        return Stream.concat(Stream.of(spec.root().name()), root.getParseResult().originalArgs().stream())
                .map(word -> word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /** Stdout, for results. */
    protected PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Stderr, for progress and remarks, which never go to stdout. */
    protected PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /**
     * Prints the result as JSON.
     *
     * @param document a record, a map or a tree of Jackson
     */
    protected void printJson(Object document) {
        out().println(JsonText.indented(document));
    }
}
