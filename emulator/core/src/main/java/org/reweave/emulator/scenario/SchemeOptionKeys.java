package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.OptionRule;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.model.NearestName;

/**
 * The options of the scheme, as the scheme declares them: under {@code reconfiguration.options}. Two older forms still
 * work: an option directly under {@code reconfiguration}, which schemes without it ignore unless it is switched on; and
 * options of the engine among those of the scheme.
 */
final class SchemeOptionKeys {
    private static final String SECTION = "reconfiguration";

    static final Key<Scenario, Optional<ConfigObject>> OPTIONS = Key.optional(
            SECTION + ".options",
            Kinds.object("the scheme's options"),
            "of that scheme, see below; options of the engine may stand there, too",
            s -> Optional.of(written(s.reconfiguration())));

    /** Options of the schemes that come with the software, directly under {@code reconfiguration}, by their keys. */
    private static final Map<String, Key<Scenario, Optional<ConfigValue>>> DIRECT = Schemes.builtIn().stream()
            .flatMap(scheme -> scheme.description().options().stream())
            .map(SchemeOption::key)
            .distinct()
            .collect(Collectors.toMap(
                    key -> key,
                    key -> Key.optional(SECTION + "." + key, Kinds.anything(), "", s -> Optional.empty()),
                    (one, other) -> one,
                    TreeMap::new));

    private SchemeOptionKeys() {}

    /** Keys that may be written and have no row in the reference table. */
    static List<Key<Scenario, Optional<ConfigValue>>> unlisted() {
        return List.copyOf(DIRECT.values());
    }

    private static ConfigObject written(ReconfigurationChoice choice) {
        Map<String, Object> values = new TreeMap<>();
        choice.description().stream()
                .flatMap(scheme -> scheme.options().stream())
                .forEach(option -> values.put(option.key(), choice.options().text(option)));
        return ConfigValueFactory.fromMap(values);
    }

    // ---- what was written ----

    private static Optional<SchemeDescription> scheme(Values in) {
        String name = in.get(RunKeys.SCHEME);
        return name.equals(ReconfigurationChoice.NONE)
                ? Optional.empty()
                : Optional.of(Schemes.get(name).description());
    }

    private static Set<String> names(Optional<SchemeDescription> scheme) {
        return scheme.stream()
                .flatMap(description -> description.options().stream())
                .map(SchemeOption::key)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The entries under the scheme's options that are not options of the scheme. */
    private static Map<String, ConfigValue> others(Values in) {
        Map<String, ConfigValue> others = new TreeMap<>(in.get(OPTIONS).orElse(ConfigValueFactory.fromMap(Map.of())));
        others.keySet().removeAll(names(scheme(in)));
        return others;
    }

    /**
     * Options of the new engine where they have no key of their own: the entries among the scheme's options, or the
     * options of the old engine if both engines are the same. An empty object of the scheme's options means an engine
     * without options.
     */
    static EngineOptions ofEngine(Values in) {
        Map<String, ConfigValue> others = others(in);
        boolean none = in.get(OPTIONS).filter(ConfigObject::isEmpty).isPresent();
        if (none || !others.isEmpty()) {
            return Kinds.options().read(ConfigValueFactory.fromMap(others), in.time());
        }
        return in.get(RunKeys.NEW_ENGINE).equals(in.get(RunKeys.ENGINE))
                ? in.get(RunKeys.OPTIONS)
                : EngineOptions.none();
    }

    /** The scheme's options, once {@link #judge} has found nothing wrong with them. */
    static SchemeOptions read(Values in) {
        SchemeOptions options = SchemeOptions.DEFAULT;
        for (SchemeOption<?> option : scheme(in).map(SchemeDescription::options).orElse(List.of())) {
            Optional<ConfigValue> value = inObject(in, option.key()).or(() -> direct(in, option.key()));
            if (value.isPresent()) {
                options = options.withText(option, text(option, value.get()));
            }
        }
        return options;
    }

    private static Optional<ConfigValue> inObject(Values in, String key) {
        return in.get(OPTIONS).map(object -> object.get(key));
    }

    private static Optional<ConfigValue> direct(Values in, String key) {
        return DIRECT.containsKey(key) ? in.get(DIRECT.get(key)) : Optional.empty();
    }

    private static String text(SchemeOption<?> option, ConfigValue value) {
        return String.valueOf(kind(option).read(value, null));
    }

    /** How an option's value is written. */
    static Kind<?> kind(SchemeOption<?> option) {
        if (option.limits() instanceof SchemeOption.Limits.Words words) {
            return Kinds.choice(words.words());
        }
        SchemeOption.Limits.Whole whole = (SchemeOption.Limits.Whole) option.limits();
        return whole.orOne() ? Kinds.oneOr(whole.least(), whole.most()) : Kinds.whole(whole.least(), whole.most());
    }

    // ---- what is wrong with it ----

    /** Reports the problems of options of the scheme and of the new engine. */
    static void judge(Values in, Problems problems) {
        if (!in.has(List.of(RunKeys.SCHEME, OPTIONS)) || !in.has(DIRECT.values())) {
            return;
        }
        Optional<SchemeDescription> scheme = scheme(in);
        boolean sound = judgeObject(scheme, in, problems);
        for (String key : DIRECT.keySet()) {
            if (direct(in, key).isPresent()) {
                sound &= judgeDirect(scheme, key, in, problems);
            }
        }
        if (sound && scheme.isPresent()) {
            judgeRules(scheme.get(), in, problems);
        }
    }

    private static boolean judgeObject(Optional<SchemeDescription> scheme, Values in, Problems problems) {
        boolean sound = true;
        for (String key : names(scheme)) {
            if (inObject(in, key).isPresent()) {
                sound &= judgeValue(
                        scheme.orElseThrow().option(key).orElseThrow(),
                        inObject(in, key).get(),
                        Sources.child(OPTIONS.path(), key),
                        problems);
            }
        }
        others(in).keySet().forEach(name -> judgeOther(scheme, name, in, problems));
        return sound;
    }

    /** An option that the scheme has not may be one of the engine, unless the engine's have a key of their own. */
    private static void judgeOther(Optional<SchemeDescription> scheme, String name, Values in, Problems problems) {
        if (!in.has(List.of(RunKeys.NEW_ENGINE))) {
            return;
        }
        String engine = in.get(RunKeys.NEW_ENGINE);
        boolean elsewhere = in.sources().keys().containsKey(RunKeys.NEW_OPTIONS.path());
        List<String> engines = elsewhere
                ? List.of()
                : EngineRegistry.load().engine(engine).description().optionNames();
        if (engines.contains(name)) {
            return;
        }
        Set<String> known = names(scheme);
        known.addAll(engines);
        String owners = scheme.map(SchemeDescription::name).orElse("");
        owners += elsewhere ? "" : owners.isEmpty() ? engine : " or " + engine;
        problems.refuseKey(
                Sources.child(OPTIONS.path(), name),
                owners.isEmpty() ? "means nothing without a scheme" : "is not an option of " + owners,
                known.isEmpty() ? "it has none; remove it" : "did you mean " + NearestName.of(name, known) + "?");
    }

    private static boolean judgeDirect(Optional<SchemeDescription> scheme, String key, Values in, Problems problems) {
        String path = DIRECT.get(key).path();
        Optional<SchemeOption<?>> own = scheme.flatMap(description -> description.option(key));
        if (own.isPresent() && inObject(in, key).isPresent()) {
            problems.refuse(path, new Refusal("excludes " + OPTIONS.path() + "." + key, "keep one"));
            return false;
        }
        ConfigValue value = direct(in, key).orElseThrow();
        SchemeOption<?> option = own.orElseGet(() -> anybodys(key, value));
        boolean sound = judgeValue(option, value, path, problems);
        if (sound && own.isEmpty() && isOn(option, value)) {
            List<String> owners = owners(key);
            problems.refuse(
                    path,
                    new Refusal(
                            "is for " + String.join(" and ", owners) + ", not for " + in.mention(RunKeys.SCHEME),
                            "write off, or reconfiguration.scheme = " + owners.get(owners.size() - 1)));
            return false;
        }
        return sound;
    }

    private static boolean isOn(SchemeOption<?> option, ConfigValue value) {
        return option.usual().equals(Boolean.FALSE) && text(option, value).equals("on");
    }

    private static List<String> owners(String key) {
        return Schemes.names().stream()
                .filter(name -> Schemes.get(name).description().option(key).isPresent())
                .toList();
    }

    /** The option of a scheme that has one with this key, preferably one that allows the value. */
    private static SchemeOption<?> anybodys(String key, ConfigValue value) {
        List<SchemeOption<?>> options = new ArrayList<>();
        owners(key)
                .forEach(name ->
                        options.add(Schemes.get(name).description().option(key).orElseThrow()));
        return options.stream()
                .filter(option -> refusal(option, value).isEmpty())
                .findFirst()
                .orElse(options.get(0));
    }

    private static boolean judgeValue(SchemeOption<?> option, ConfigValue value, String path, Problems problems) {
        Optional<Refusal> refusal = refusal(option, value);
        refusal.ifPresent(wrong -> problems.refuse(path, wrong));
        return refusal.isEmpty();
    }

    private static Optional<Refusal> refusal(SchemeOption<?> option, ConfigValue value) {
        try {
            kind(option).read(value, null);
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal);
        }
    }

    private static void judgeRules(SchemeDescription scheme, Values in, Problems problems) {
        SchemeOptions options = read(in);
        for (OptionRule rule : scheme.rules()) {
            if (!rule.keeps().test(options)) {
                String key = rule.at().key();
                String path = inObject(in, key).isPresent()
                        ? Sources.child(OPTIONS.path(), key)
                        : DIRECT.get(key).path();
                problems.refuse(path, new Refusal(rule.complaint(), rule.remedy()));
            }
        }
    }
}
