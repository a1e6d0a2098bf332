package org.reweave.emulator.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigRenderOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.SchemeOption;

/** The table of all keys, written from the schema and the presets. */
final class ReferenceTable {
    private final Config common = Preset.defaults();
    private final List<Config> presets =
            Stream.of(Preset.values()).map(Preset::config).toList();

    static String markdown() {
        return new ReferenceTable().table();
    }

    private String table() {
        List<String> lines = new ArrayList<>();
        lines.add("| key | value | limits | " + String.join(" | ", Preset.names()) + " | meaning |");
        lines.add("|" + "---|".repeat(4 + Preset.names().size()));
        Schema.KEYS.forEach(key -> lines.add(row("", key)));
        for (ListKeys<?> list : Schema.LISTS) {
            list.keys().forEach(key -> lines.add(row(list.path() + "[].", key)));
        }
        return String.join("\n", lines) + "\n";
    }

    /** The table of all options of schemes, as the schemes declare them. */
    static String schemeOptions() {
        List<String> lines = new ArrayList<>();
        lines.add("| scheme | option | value | limits | default | meaning |");
        lines.add("|---|---|---|---|---|---|");
        for (String scheme : Schemes.names()) {
            Schemes.get(scheme).description().options().forEach(option -> lines.add(row(scheme, option)));
        }
        return String.join("\n", lines) + "\n";
    }

    private static <T> String row(String scheme, SchemeOption<T> option) {
        return "| `" + scheme + "` | `" + option.key() + "` | "
                + SchemeOptionKeys.kind(option).accepts() + " | " + option.limits() + " | `"
                + option.text(option.usual()) + "` | " + option.meaning() + " |";
    }

    private String row(String prefix, Key<?, ?> key) {
        Kind<?> kind = key.kind();
        String defaults =
                presets.stream().map(preset -> defaultOf(preset, prefix, key)).collect(Collectors.joining(" | "));
        return "| `" + prefix + key.path() + "` | " + kind.accepts() + " | " + kind.limits() + " | " + defaults + " | "
                + key.doc() + " |";
    }

    private String defaultOf(Config preset, String prefix, Key<?, ?> key) {
        Config all = preset.withFallback(common);
        if (prefix.isEmpty() && all.hasPath(key.path())) {
            return "`"
                    + all.getValue(key.path())
                            .render(ConfigRenderOptions.concise())
                            .replace("\"", "") + "`";
        }
        return key.derived() == null ? "required" : key.derived().doc();
    }
}
