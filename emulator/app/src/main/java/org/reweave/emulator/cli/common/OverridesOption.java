package org.reweave.emulator.cli.common;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --set} of commands that do many runs of a scenario. */
public final class OverridesOption {
    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Override a key of the scenario. Repeatable.")
    private List<String> sets = new ArrayList<>();

    public List<String> sets() {
        return List.copyOf(sets);
    }
}
