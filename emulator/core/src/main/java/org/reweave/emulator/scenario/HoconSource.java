package org.reweave.emulator.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigResolveOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses HOCON within limits. A scenario gets presets and defaults, and its substitutions are resolved from it and them
 * only, never from the environment.
 */
public final class HoconSource {
    private static final Pattern PLACED_MESSAGE = Pattern.compile("(.*?): (\\d+)(?:-\\d+)?: (.*)", Pattern.DOTALL);

    private HoconSource() {}

    /**
     * Parses a file, with the files that it includes.
     *
     * @throws ScenarioException when it is missing, no HOCON, or beyond a limit
     */
    public static Config file(Path file) {
        if (!Files.isRegularFile(file)) {
            String complaint = Files.isDirectory(file)
                    ? ": is a directory; name a file in it"
                    : ": does not exist; correct the path";
            throw new ScenarioException(List.of(file + complaint));
        }
        return new HoconText(file.toString()).file(file);
    }

    /**
     * Parses a text that stands in no folder, and therefore includes nothing.
     *
     * @throws ScenarioException when it is no HOCON, or beyond a limit
     */
    public static Config text(String name, String text) {
        return new HoconText(name).text(name, text);
    }

    /**
     * A configuration with {@code --set key=value} over it, each read as a {@link Setting}.
     *
     * @param usual the values of keys that are not written
     * @throws ScenarioException with every setting that cannot be read
     */
    public static Config set(Config written, List<String> settings, Config usual) {
        return Setting.all(written, settings, (config, setting) -> setting.over(config, usual));
    }

    /**
     * Adds defaults and presets for the keys that the user left out, and resolves substitutions.
     *
     * @param file for messages
     */
    static ConfigObject withPresets(Config user, String file) {
        return explained(file, () -> {
            ConfigObject root = user.withFallback(usual(user))
                    .resolve(ConfigResolveOptions.noSystem())
                    .root();
            HoconText.checkSize(root, file);
            return root;
        });
    }

    /** What the keys are that the user leaves out: by the preset, or whatever the preset. */
    static Config usual(Config user) {
        return Preset.named(preset(user))
                .map(preset -> preset.config().withFallback(Preset.defaults()))
                .orElse(Preset.defaults());
    }

    /**
     * Resolves substitutions from a configuration and from the environment's variables that begin with
     * {@code REWEAVE_}: a file of somebody else's cannot ask for others, whose values an error would print.
     */
    public static Config resolved(Config config, Map<String, String> environment) {
        Map<String, String> ours = new TreeMap<>(environment);
        ours.keySet().removeIf(name -> !name.matches("REWEAVE_\\w+"));
        ConfigObject root = config.withFallback(ConfigFactory.parseMap(ours))
                .resolve(ConfigResolveOptions.noSystem())
                .root();
        ours.keySet().removeAll(config.root().keySet());
        for (String name : ours.keySet()) {
            root = root.withoutKey(name);
        }
        return root.toConfig();
    }

    /** The value of {@code device.preset}; empty where there is none. */
    static String preset(Config user) {
        Config resolved = user.resolve(ConfigResolveOptions.noSystem().setAllowUnresolved(true));
        boolean written = resolved.hasPath("device") && resolved.hasPath(DeviceKeys.PRESET.path());
        return written ? resolved.getValue(DeviceKeys.PRESET.path()).unwrapped().toString() : "";
    }

    /**
     * Calls the HOCON library and translates its exceptions, which end the reading at once.
     *
     * @throws ScenarioException with its message in our form
     */
    public static <T> T explained(String file, Supplier<T> hocon) {
        try {
            return hocon.get();
        } catch (ConfigException e) {
            Matcher placed = PLACED_MESSAGE.matcher(e.getMessage());
            String message = placed.matches()
                    ? placed.group(1) + ":" + placed.group(2) + ": " + placed.group(3)
                    : file + ": " + e.getMessage();
            throw new ScenarioException(List.of(message.replaceAll("\\R", " ") + "; correct the HOCON"));
        } catch (StackOverflowError e) {
            throw new ScenarioException(List.of(file + ": " + HoconText.TOO_DEEP));
        }
    }
}
