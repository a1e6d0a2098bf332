package org.reweave.emulator.cli.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cli.CommandRun;

class PluginsCommandTest {
    @Test
    void everyKindIsListedWithTheOriginOfItsMembers() {
        JsonNode all = CommandRun.of("plugins", "--json").succeeded().json();
        assertThat(all.get("entries").findValuesAsText("kind").stream().distinct())
                .containsExactly(
                        "engines",
                        "generators",
                        "fabric file formats",
                        "fault methods",
                        "reconfiguration schemes",
                        "traffic patterns",
                        "arbitration policies");
        assertThat(all.get("entries").findValuesAsText("origin")).containsOnly("built-in");
        assertThat(all.get("jars")).isEmpty();
        assertThat(CommandRun.of("plugins").succeeded().out())
                .containsPattern("(?m)^  updown +built-in +up\\*/down\\*")
                .containsPattern("(?m)^  uniform +built-in ");
    }

    @Test
    void theFolderIsAnOptionOfEveryCommand() {
        assertThat(CommandRun.of("run", "--help").succeeded().out()).contains("--plugins=DIR");
    }
}
