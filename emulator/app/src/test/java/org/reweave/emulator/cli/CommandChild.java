package org.reweave.emulator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A process that runs the command lines that it is sent, each a line of JSON, and answers with what they printed. */
final class CommandChild {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CommandChild() {}

    public static void main(String[] none) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int code = Main.execute(
                    SafeOutput.over(out),
                    SafeOutput.over(err).printer(),
                    Map.of(),
                    JSON.readValue(line, String[].class));
            answers.println(JSON.writeValueAsString(new CommandRun(code, out.toString(), err.toString())));
        }
    }
}
