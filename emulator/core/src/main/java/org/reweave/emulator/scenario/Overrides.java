package org.reweave.emulator.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code --set key=value}. A value that starts with a brace, a bracket or a quote is HOCON; everything else is taken as
 * it stands, so that {@code --set fabric.generator=torus:8x8} needs no quotes. {@code null} removes a key, which then
 * has the value of a scenario that does not name it. {@code key+=value} appends a value to a list.
 */
final class Overrides {
    /** Keys that exclude each other: overriding one removes the other. */
    private static final List<String> ALTERNATIVES = List.of(RunKeys.GENERATOR.path(), RunKeys.FILE.path());

    /** Objects of free names: one that is set replaces all of them. */
    private static final List<String> WHOLE = List.of(RunKeys.OPTIONS.path(), RunKeys.NEW_OPTIONS.path());

    private Overrides() {}

    /** @throws ScenarioException with every override that cannot be read */
    static Config over(Config written, List<String> overrides) {
        List<String> problems = new ArrayList<>();
        Config result = written;
        for (String override : overrides) {
            try {
                result = over(result, override);
            } catch (Refusal refusal) {
                problems.add("--set " + override + ": " + refusal.complaint() + "; " + refusal.remedy());
            }
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return result;
    }

    private static Config appended(Config written, String path, Config change) {
        List<ConfigValue> elements = new ArrayList<>();
        if (written.hasPath(path)) {
            if (written.getValue(path).valueType() != ConfigValueType.LIST) {
                throw new Refusal("'" + path + "' is no list to append to", "write " + path + "=VALUE");
            }
            elements.addAll(written.getList(path));
        }
        elements.add(change.getValue(path));
        return written.withValue(path, ConfigValueFactory.fromIterable(elements));
    }

    private static Config over(Config written, String override) {
        int equals = override.indexOf('=');
        if (equals < 1) {
            throw new Refusal("is not key=value", "write for example --set traffic.load=0.4");
        }
        boolean appends = override.charAt(equals - 1) == '+';
        String key = override.substring(0, appends ? equals - 1 : equals).trim();
        String value = override.substring(equals + 1).trim();
        boolean isHocon =
                value.equals("null") || value.startsWith("{") || value.startsWith("[") || value.startsWith("\"");
        try {
            String path = ConfigUtil.joinPath(ConfigUtil.splitPath(key));
            Config kept = WHOLE.contains(path) ? written.withoutPath(path) : written;
            if (value.equals("null")
                    && (WHOLE.contains(path) || HoconSource.usual(written).hasPath(path))) {
                return written.withoutPath(path);
            }
            String name = "--set " + override;
            Config change =
                    new HoconText(name).text(name, path + " = " + (isHocon ? value : ConfigUtil.quoteString(value)));
            if (appends) {
                return appended(written, path, change);
            }
            if (ALTERNATIVES.contains(path)) {
                for (String alternative : ALTERNATIVES) {
                    kept = kept.withoutPath(alternative);
                }
            }
            return change.withFallback(kept);
        } catch (ConfigException.BadPath e) {
            throw new Refusal("'" + key + "' is not the path of a key", "write for example --set traffic.load=0.4");
        } catch (ScenarioException e) {
            throw new Refusal("the value is no HOCON", "close what is open in it");
        }
    }
}
