package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.cli.common.ExitCode;
import picocli.CommandLine;

/** One command run in this process: its exit code and what it printed. */
public record CommandRun(int code, String out, String err) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    public static CommandRun of(String... args) {
        return with(Map.of(), line -> {}, args);
    }

    static CommandRun with(
            Map<String, String> environment, java.util.function.Consumer<CommandLine> change, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true), environment, args);
        change.accept(line);
        int code = Main.execute(line, args);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** The one document on stdout. */
    public JsonNode json() {
        try {
            return JSON.readTree(out);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(out, e);
        }
    }

    public List<String> errLines() {
        return err.lines().toList();
    }

    /** Bad input: exit code 2, nothing on stdout, no stack trace. */
    public CommandRun refused() {
        assertThat(code).as(err).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(out).isEmpty();
        assertThat(err).doesNotContain("\tat ").doesNotContain("Exception");
        return this;
    }

    /** Exit code 0 with nothing to remark. */
    public CommandRun succeeded() {
        assertThat(code).as(err).isEqualTo(ExitCode.DONE);
        assertThat(err).isEmpty();
        return this;
    }
}
