package org.reweave.emulator.cli.race;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.race.RacePlan;
import org.reweave.emulator.race.RaceVariation;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.model.Mix;
import org.reweave.routing.model.NearestName;

/**
 * What a hunt asks the explorer and races: by set-up, a scheme with options, the models, the scenarios, and what
 * further scenarios are drawn from, that show whether the scheme keeps the scheme's promises.
 *
 * @param models all of them, the set-ups in turn
 * @param races all of them: the first of each set-up, then the second of each, ..
 * @param swarms one of each set-up that has one
 */
record HuntPlan(List<Model> models, List<Race> races, List<Swarm> swarms) {
    private static final Set<String> SETUP_KEYS = Set.of("scheme", "options", "swarm", "explore", "race");
    private static final Map<String, Set<String>> KEYS_BELOW = Map.of(
            "swarm", Set.of("bases", "rows"),
            "rows", Set.of("one-of"),
            "one-of", Set.of("set"),
            "race", Set.of("base", "set"));

    HuntPlan {
        models = List.copyOf(models);
        races = List.copyOf(races);
        swarms = List.copyOf(swarms);
    }

    /**
     * A model for the explorer.
     *
     * @param words after {@code reweave explore}
     */
    record Model(String scheme, List<String> words) {
        Model {
            words = List.copyOf(words);
        }

        String command() {
            return "reweave explore " + quoted(words);
        }
    }

    /**
     * A scenario with the set-up's keys.
     *
     * @param sets keys of the scenario with their values
     */
    record Race(String scheme, Path scenario, List<String> sets) {
        Race {
            sets = List.copyOf(sets);
        }

        /**
         * The runs.
         *
         * @param seed of the first one
         * @throws ScenarioException when something is wrong with the scenario
         */
        RacePlan plan(long seed) {
            List<String> all = new ArrayList<>(sets);
            all.add("seed=" + seed);
            return new RacePlan(ScenarioLoader.load(scenario, all), EnumSet.allOf(RaceVariation.class));
        }

        /** The command that makes one of the runs. */
        String command(long seed) {
            List<String> words = new ArrayList<>(List.of(scenario.toString()));
            sets.forEach(set -> words.addAll(List.of("--set", set)));
            words.addAll(List.of("--seed", Long.toString(seed), "--runs", "1"));
            return "reweave race " + quoted(words);
        }
    }

    /**
     * Scenarios that nobody has thought of: a base and one alternative of each row are drawn (swarm testing: A. Groce
     * and others, ISSTA 2012). What the lists of races leave out, such as two lanes under an option of a scheme, comes
     * about here.
     *
     * @param sets keys of the set-up with their values
     * @param rows of alternatives, each of which is a list of keys with their values
     */
    record Swarm(String scheme, List<Path> scenarios, List<String> sets, List<List<List<String>>> rows) {
        private static final long PURPOSE = 0x737761726dL;

        Swarm {
            scenarios = List.copyOf(scenarios);
            sets = List.copyOf(sets);
            rows = List.copyOf(rows);
        }

        /** A race, a function of both numbers. What it says together may be impossible. */
        Race drawn(long seed, int number) {
            List<String> all = new ArrayList<>(sets);
            for (int row = 0; row < rows.size(); row++) {
                all.addAll(rows.get(row)
                        .get(below(seed, 1 + row, number, rows.get(row).size())));
            }
            return new Race(scheme, scenarios.get(below(seed, 0, number, scenarios.size())), all);
        }

        private int below(long seed, int row, int number, int bound) {
            return Mix.below(Mix.mix(seed ^ sets.hashCode(), row, PURPOSE, number), bound);
        }
    }

    private static String quoted(List<String> words) {
        return words.stream()
                .map(word -> word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word + "'")
                .collect(Collectors.joining(" "));
    }

    /**
     * Reads a plan.
     *
     * @param schemes that are hunted; empty = all of the plan
     */
    static Optional<HuntPlan> read(Path file, List<String> schemes, InputCheck input) {
        if (!Files.isRegularFile(file)) {
            input.problem("--plan " + file + ": no such file");
            return Optional.empty();
        }
        try {
            List<? extends Config> setups =
                    ConfigFactory.parseFile(file.toFile()).resolve().getConfigList("setups");
            TreeSet<String> known =
                    setups.stream().map(one -> one.getString("scheme")).collect(Collectors.toCollection(TreeSet::new));
            schemes.stream()
                    .filter(name -> !known.contains(name))
                    .forEach(name -> input.problem(name + ": " + file + " has no such scheme; did you mean "
                            + NearestName.of(name, known) + "?"));
            List<String> strange = setups.stream()
                    .flatMap(one -> strangeKeys(file, one.root(), SETUP_KEYS))
                    .toList();
            if (!strange.isEmpty()) {
                strange.forEach(input::problem);
                return Optional.empty();
            }
            Path folder = file.toAbsolutePath().getParent();
            Path shown = Path.of("").toAbsolutePath().relativize(folder);
            return Optional.of(of(
                    setups.stream()
                            .filter(one -> schemes.isEmpty() || schemes.contains(one.getString("scheme")))
                            .toList(),
                    shown));
        } catch (ConfigException e) {
            input.problem("--plan " + file + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Problems with keys of a section and of those below. Options are a scheme's, and checked with the scenarios. */
    private static Stream<String> strangeKeys(Path file, ConfigObject section, Set<String> known) {
        return section.entrySet().stream().flatMap(entry -> {
            String key = entry.getKey();
            Stream<String> here = known.contains(key)
                    ? Stream.of()
                    : Stream.of(file + ":" + entry.getValue().origin().lineNumber() + ": " + key
                            + " is no key; did you mean " + NearestName.of(key, known) + "?");
            Set<String> below = KEYS_BELOW.getOrDefault(key, Set.of());
            Stream<ConfigValue> values =
                    entry.getValue() instanceof ConfigList list ? list.stream() : Stream.of(entry.getValue());
            return Stream.concat(
                    here,
                    below.isEmpty()
                            ? Stream.of()
                            : values.filter(ConfigObject.class::isInstance)
                                    .flatMap(one -> strangeKeys(file, (ConfigObject) one, below)));
        });
    }

    private static HuntPlan of(List<? extends Config> setups, Path folder) {
        List<Model> models = new ArrayList<>();
        TreeMap<Integer, List<Race>> races = new TreeMap<>(); // by place in the set-up
        List<Swarm> swarms = new ArrayList<>();
        for (Config setup : setups) {
            String scheme = setup.getString("scheme");
            Map<String, String> options = new TreeMap<>();
            if (setup.hasPath("options")) {
                setup.getConfig("options").root().forEach((key, value) -> options.put(key, "" + value.unwrapped()));
            }
            for (String line : setup.getStringList("explore")) {
                List<String> words = new ArrayList<>(List.of(line.trim().split(" +")));
                words.addAll(List.of("--scheme", scheme));
                options.forEach((key, value) -> words.addAll(List.of("--option", key + "=" + value)));
                models.add(new Model(scheme, words));
            }
            List<String> own = new ArrayList<>(List.of("reconfiguration.scheme=" + scheme));
            options.forEach((key, value) -> own.add("reconfiguration.options." + key + "=" + value));
            if (setup.hasPath("swarm")) {
                Config swarm = setup.getConfig("swarm");
                List<Path> scenarios = swarm.getStringList("bases").stream()
                        .map(folder::resolve)
                        .toList();
                swarms.add(new Swarm(scheme, scenarios, own, rows(swarm)));
            }
            int place = 0;
            for (Config race : setup.getConfigList("race")) {
                List<String> sets = new ArrayList<>(own);
                sets.addAll(race.getStringList("set"));
                Path scenario = folder.resolve(race.getString("base"));
                races.computeIfAbsent(place++, none -> new ArrayList<>()).add(new Race(scheme, scenario, sets));
            }
        }
        return new HuntPlan(
                models, races.values().stream().flatMap(List::stream).toList(), swarms);
    }

    private static List<List<List<String>>> rows(Config swarm) {
        return swarm.getConfigList("rows").stream()
                .<List<List<String>>>map(row -> row.getConfigList("one-of").stream()
                        .map(alternative -> alternative.getStringList("set"))
                        .toList())
                .toList();
    }
}
