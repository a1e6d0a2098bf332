package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The place and the text of each key of a scenario: {@code ring.conf:14} and {@code 19}.
 *
 * @param file place of keys that were not written
 * @param keys by path ({@code device.switch.vls}, {@code faults[0].at}), objects and lists included
 */
public record Sources(String file, Map<String, Written> keys) {
    private static final int LONGEST_TEXT = 60;
    private static final String SET = "--set ";
    private static final String DEFAULT = "default"; // as Preset names it

    /** A value as the user wrote it. */
    public record Written(Place place, String text) {}

    /**
     * A line of a file ({@code ring.conf:14}); something that has no lines ({@code --set device.switch.vls=19},
     * {@code preset iba-1x}) has line 0.
     */
    public record Place(String base, int line) {
        @Override
        public String toString() {
            return line > 0 ? base + ":" + line : cut(base);
        }
    }

    public Sources {
        keys = Map.copyOf(keys);
    }

    /** The sources of a scenario that was not read from a text. */
    public static Sources none() {
        return new Sources("scenario", Map.of());
    }

    static Sources of(String file, ConfigObject root) {
        Map<String, Written> keys = new TreeMap<>();
        collect(root, "", keys);
        return new Sources(file, keys);
    }

    private static void collect(ConfigValue value, String path, Map<String, Written> keys) {
        boolean isSectionOfDefaults =
                value instanceof ConfigObject && place(value.origin()).base().equals(DEFAULT);
        if (!path.isEmpty() && !isSectionOfDefaults) {
            keys.put(path, new Written(place(value.origin()), text(value)));
        }
        if (value instanceof ConfigObject object) {
            object.forEach((name, child) -> collect(child, child(path, name), keys));
        } else if (value instanceof ConfigList list) {
            for (int i = 0; i < list.size(); i++) {
                collect(list.get(i), path + "[" + i + "]", keys);
            }
        }
    }

    /** The path of a key inside the object at a path. */
    static String child(String path, String name) {
        String quoted = ConfigUtil.joinPath(name);
        return path.isEmpty() ? quoted : path + "." + quoted;
    }

    private static Place place(ConfigOrigin origin) {
        String base = origin.withLineNumber(-1).description();
        boolean hasLines = !base.startsWith(SET) && !base.startsWith("preset ") && !base.equals(DEFAULT);
        return new Place(base, hasLines ? Math.max(origin.lineNumber(), 0) : 0);
    }

    /** A value as a message shows it: without quotes, cut when long. */
    static String text(ConfigValue value) {
        String text = value.unwrapped() instanceof String string ? string : value.render(ConfigRenderOptions.concise());
        return cut(text);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 3) + "...";
    }

    /** What was set for this run alone, as {@code --set} has it, in the order of the alphabet. */
    public List<String> overrides() {
        return keys.values().stream()
                .map(written -> written.place().base())
                .filter(base -> base.startsWith(SET))
                .map(base -> base.substring(SET.length()))
                .distinct()
                .sorted()
                .toList();
    }

    /** The place of a key; for a key that was not written, the line where its section begins, or else the file. */
    public Place place(String path) {
        Written written = keys.get(path);
        if (written != null) {
            return written.place();
        }
        int dot = path.lastIndexOf('.');
        Written section = dot < 0 ? null : keys.get(path.substring(0, dot));
        boolean hasLine = section != null && section.place().base().equals(file);
        return hasLine ? section.place() : new Place(file, 0);
    }

    /** The text written for a key. */
    public String text(String path, String otherwise) {
        Written written = keys.get(path);
        return written == null ? otherwise : written.text();
    }

    /**
     * The beginning of a message about a key: {@code place: path = value}, or {@code place: path} where nothing was
     * written.
     */
    public String subject(String path) {
        Written written = keys.get(path);
        return place(path) + ": " + (written == null ? path : path + " = " + written.text());
    }

    /** One message: {@code place: path = value complaint; remedy}. */
    public String problem(String path, String complaint, String remedy) {
        return subject(path) + " " + complaint + "; " + remedy;
    }
}
