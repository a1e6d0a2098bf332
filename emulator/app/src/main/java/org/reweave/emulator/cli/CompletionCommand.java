package org.reweave.emulator.cli;

import java.util.Map;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code reweave completion}: what a shell needs to complete commands and options. */
@Command(
        name = "completion",
        description = {
            "Prints a script with which a shell completes commands and options at the key TAB.",
            "In ~/.bashrc: source <(reweave completion bash). In ~/.zshrc: source <(reweave completion zsh)."
        })
final class CompletionCommand extends ReweaveCommand {
    /** Shells that the script is for. */
    enum Shell {
        bash,
        zsh
    }

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "The shell.")
    private Shell shell;

    @Override
    public Integer call() {
        // The script of picocli asks which shell reads it, and turns on zsh's own reading of such scripts.
        String script = AutoComplete.bash("reweave", Main.allCommands());
        if (json()) {
            printJson(Map.of("shell", shell.name(), "script", script));
        } else {
            out().print(script);
        }
        return ExitCode.DONE;
    }
}
