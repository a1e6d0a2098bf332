package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.OptionRule;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.model.NearestName;

/** The options of the scheme, as the scheme declares them: under {@code reconfiguration.options}. */
final class SchemeOptionKeys {
    private SchemeOptionKeys() {}

    static ConfigObject written(ReconfigurationChoice choice) {
        Map<String, Object> values = new TreeMap<>();
        choice.description().stream()
                .flatMap(scheme -> scheme.options().stream())
                .forEach(option -> values.put(option.key(), choice.options().text(option)));
        return ConfigValueFactory.fromMap(values);
    }

    private static Optional<SchemeDescription> scheme(Values in) {
        String name = in.get(RunKeys.SCHEME);
        return name.equals(ReconfigurationChoice.NONE)
                ? Optional.empty()
                : Optional.of(Schemes.get(name).description());
    }

    private static Map<String, ConfigValue> written(Values in) {
        return in.get(RunKeys.SCHEME_OPTIONS)
                .<Map<String, ConfigValue>>map(object -> object)
                .orElse(Map.of());
    }

    /** The scheme's options, once {@link #judge} has found nothing wrong with them. */
    static SchemeOptions read(Values in) {
        SchemeOptions options = SchemeOptions.DEFAULT;
        for (SchemeOption<?> option : scheme(in).map(SchemeDescription::options).orElse(List.of())) {
            ConfigValue value = written(in).get(option.key());
            if (value != null) {
                options = options.withText(option, String.valueOf(kind(option).read(value, null)));
            }
        }
        return options;
    }

    /** How an option's value is written. */
    static Kind<?> kind(SchemeOption<?> option) {
        if (option.limits() instanceof SchemeOption.Limits.Words words) {
            return Kinds.choice(words.words());
        }
        SchemeOption.Limits.Whole whole = (SchemeOption.Limits.Whole) option.limits();
        return whole.orOne() ? Kinds.oneOr(whole.least(), whole.most()) : Kinds.whole(whole.least(), whole.most());
    }

    /** Reports the problems of options of the scheme. */
    static void judge(Values in, Problems problems) {
        if (!in.has(List.of(RunKeys.SCHEME, RunKeys.SCHEME_OPTIONS))) {
            return;
        }
        Optional<SchemeDescription> scheme = scheme(in);
        boolean sound = true;
        for (Map.Entry<String, ConfigValue> each : new TreeMap<>(written(in)).entrySet()) {
            Optional<SchemeOption<?>> option = scheme.flatMap(description -> description.option(each.getKey()));
            if (option.isPresent()) {
                sound &= judgeValue(option.get(), each.getValue(), problems);
            } else {
                refuseKey(each.getKey(), scheme, problems);
            }
        }
        if (sound && scheme.isPresent()) {
            judgeRules(scheme.get(), in, problems);
        }
    }

    private static String path(String key) {
        return Sources.child(RunKeys.SCHEME_OPTIONS.path(), key);
    }

    private static boolean judgeValue(SchemeOption<?> option, ConfigValue value, Problems problems) {
        try {
            kind(option).read(value, null);
            return true;
        } catch (Refusal refusal) {
            problems.refuse(path(option.key()), refusal);
            return false;
        }
    }

    private static void refuseKey(String key, Optional<SchemeDescription> scheme, Problems problems) {
        List<String> known = scheme.map(SchemeDescription::options).orElse(List.of()).stream()
                .map(SchemeOption::key)
                .sorted()
                .toList();
        problems.refuseKey(
                path(key),
                scheme.map(description -> "is not an option of " + description.name())
                        .orElse("means nothing without a scheme"),
                known.isEmpty() ? "it has none; remove it" : "did you mean " + NearestName.of(key, known) + "?");
    }

    private static void judgeRules(SchemeDescription scheme, Values in, Problems problems) {
        SchemeOptions options = read(in);
        for (OptionRule rule : scheme.rules()) {
            if (!rule.keeps().test(options)) {
                problems.refuse(path(rule.at().key()), new Refusal(rule.complaint(), rule.remedy()));
            }
        }
    }
}
