package org.reweave.emulator.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * One {@code --set key=value}. A value that starts with a brace, a bracket or a quote is HOCON; everything else is
 * taken as it stands, so that {@code --set fabric.generator=torus:8x8} needs no quotes. {@code null} removes a key,
 * which then has its usual value. {@code key+=value} appends a value to a list.
 *
 * @param path the key
 * @param change the key with the value, or with HOCON's {@code +=} and the value
 * @param appends whether the value is one more of a list
 * @param isNull whether the value is {@code null}
 */
record Setting(String path, Config change, boolean appends, boolean isNull) {
    /**
     * Applies settings one after the other.
     *
     * @param apply gives the configuration with one setting, or throws a {@link Refusal}
     * @throws ScenarioException with every setting that cannot be read or applied
     */
    static Config all(Config written, List<String> settings, BiFunction<Config, Setting, Config> apply) {
        List<String> problems = new ArrayList<>();
        Config result = written;
        for (String text : settings) {
            try {
                result = apply.apply(result, read(text));
            } catch (Refusal refusal) {
                problems.add("--set " + text + ": " + refusal.complaint() + "; " + refusal.remedy());
            }
        }
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return result;
    }

    /** @throws Refusal when it cannot be read */
    private static Setting read(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new Refusal("is not key=value", "write KEY=VALUE");
        }
        boolean appends = text.charAt(equals - 1) == '+';
        String key = text.substring(0, appends ? equals - 1 : equals).trim();
        String value = text.substring(equals + 1).trim();
        boolean isNull = value.equals("null");
        boolean isHocon = isNull || value.startsWith("{") || value.startsWith("[") || value.startsWith("\"");
        try {
            String path = ConfigUtil.joinPath(ConfigUtil.splitPath(key));
            String name = "--set " + text;
            String hocon = path + (appends ? " += " : " = ") + (isHocon ? value : ConfigUtil.quoteString(value));
            Config change = new HoconText(name).text(name, hocon);
            return new Setting(path, change, appends, isNull);
        } catch (ConfigException.BadPath e) {
            throw new Refusal("'" + key + "' is not the path of a key", "write KEY=VALUE");
        } catch (ScenarioException e) {
            throw new Refusal("the value is no HOCON", "close what is open in it");
        }
    }

    /**
     * A configuration with this setting.
     *
     * @param usual the values of keys that are not written; a key that is not among them keeps a {@code null}, so that
     *     it is refused as unknown
     * @throws Refusal when it appends to what is no list
     */
    Config over(Config written, Config usual) {
        if (isNull && usual.hasPath(path)) {
            return written.withoutPath(path);
        }
        if (appends && isNoList(written)) {
            throw new Refusal("'" + path + "' is no list to append to", "write " + path + "=VALUE");
        }
        return change.withFallback(written);
    }

    private boolean isNoList(Config written) {
        try {
            return written.hasPath(path) && written.getValue(path).valueType() != ConfigValueType.LIST;
        } catch (ConfigException.NotResolved e) {
            return false; // it has substitutions, and HOCON says it when these turn out to be no list
        }
    }
}
