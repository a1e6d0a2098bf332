package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A newcomer finds all of a key in one file: path, meaning, limits and the values of every preset. */
class KeyPlacesTest {
    private static final Path FOLDER = Path.of("org/reweave/emulator/scenario");

    /** Sources of the package by name. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(Path.of("src/main/java").resolve(FOLDER))) {
            for (Path file : files.toList()) {
                texts.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return texts;
    }

    /** @param pattern of a part of the text */
    private static List<String> sourcesWith(String pattern) throws IOException {
        return sources().entrySet().stream()
                .filter(text ->
                        Pattern.compile(pattern).matcher(text.getValue()).find())
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void theKeysOfDevicesAndTrafficAreDeclaredInOneFileEach() throws IOException {
        List<Key<Scenario, ?>> keys = new ArrayList<>(DeviceKeys.KEYS.all());
        keys.addAll(TrafficKeys.KEYS.all());
        for (Key<Scenario, ?> key : keys) {
            assertThat(sourcesWith("(key|optional)\\(\\s*\"" + Pattern.quote(key.path()) + "\""))
                    .as(key.path())
                    .hasSize(1);
        }
        assertThat(Path.of("src/main/resources").resolve(FOLDER))
                .as("values of presets stand with the keys")
                .doesNotExist();
    }

    @Test
    void presetsAreNamedInOneFile() throws IOException {
        for (String preset : Preset.names()) {
            assertThat(sourcesWith("\"" + preset + "\"")).as(preset).containsExactly("Preset.java");
        }
    }

    @Test
    void aKeyThatForgetsAPresetIsRefusedByName() {
        Key<Scenario, Long> key = Key.key("device.switch.vls", Kinds.whole(1, 15), "data VLs", s -> 1L);
        assertThatThrownBy(() -> key.given("1", "2", "3"))
                .hasMessageContaining(
                        "device.switch.vls has 3 values for the presets [iba-1x, iq-router, kns, fat-tree, thesis, flit-router, mikant]");
    }
}
