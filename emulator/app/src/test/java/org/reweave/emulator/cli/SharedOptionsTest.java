package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class SharedOptionsTest {
    /** By what {@code --help} says of an option, the classes that declare it. */
    private final SortedMap<String, Set<String>> declaring = new TreeMap<>();

    private void collect(CommandLine command) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (option.userObject() instanceof Field field) {
                String text = option.longestName() + " " + option.paramLabel() + ": "
                        + String.join(" ", List.of(option.description()));
                declaring
                        .computeIfAbsent(text, any -> new TreeSet<>())
                        .add(field.getDeclaringClass().getName());
            }
        }
        command.getSubcommands().values().forEach(this::collect);
    }

    @Test
    void anOptionThatSeveralCommandsHaveIsDeclaredInOneClass() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        collect(Main.commandLine(nowhere, nowhere, Map.of()));
        assertThat(declaring.keySet())
                .anyMatch(text -> text.startsWith("--quiet "))
                .anyMatch(text -> text.startsWith("--threads "));
        declaring.values().removeIf(classes -> classes.size() == 1);
        assertThat(declaring).as("options of several declarations").isEmpty();
    }

    /** A label such as {@code A,B,C} says already that there may be several. */
    @Test
    void helpDoesNotRepeatALabelThatIsAList() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        assertThat(listsRepeated(Main.commandLine(nowhere, nowhere, Map.of()))).isEmpty();
    }

    private static Set<String> listsRepeated(CommandLine command) {
        Set<String> repeated = new TreeSet<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (option.paramLabel().contains(",") && option.splitRegex().equals(",") && !option.hideParamSyntax()) {
                repeated.add(command.getCommandName() + " " + option.longestName());
            }
        }
        command.getSubcommands().values().forEach(sub -> repeated.addAll(listsRepeated(sub)));
        return repeated;
    }
}
