package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All keys of a scenario, in the order in which they are read and explained. */
final class Schema {
    /** Lists, whose elements have keys of their own. */
    static final List<ListKeys<?>> LISTS = List.of(
            FaultKeys.LIST, WiringKeys.LIST, WiringKeys.NEWCOMERS, PlanKeys.LIST, PerturbKeys.LIST, LateKeys.LIST);

    /** All keys of a scenario except {@link #LISTS}. */
    static final List<Key<Scenario, ?>> KEYS = keys();

    private Schema() {}

    private static List<Key<Scenario, ?>> keys() {
        return Stream.of(
                        RunKeys.BEFORE_DEVICES,
                        DeviceKeys.KEYS,
                        RunKeys.AFTER_DEVICES,
                        TrafficKeys.KEYS,
                        RunKeys.AFTER_TRAFFIC,
                        PerturbKeys.KEYS)
                .<Key<Scenario, ?>>flatMap(keys -> keys.all().stream())
                .toList();
    }

    /** Every path that may be written at the top, lists included. */
    static Set<String> paths() {
        Set<String> paths = new TreeSet<>();
        LISTS.forEach(list -> paths.add(list.path()));
        KEYS.forEach(key -> paths.add(key.path()));
        return paths;
    }

    /** {@link #paths} and the sections on the way to them: the candidates for the correction of an unknown key. */
    static Set<String> pathsAndSections() {
        Set<String> all = paths();
        for (String path : paths()) {
            for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
                all.add(path.substring(0, dot));
            }
        }
        return all;
    }

    /** Every key of a scenario with its value, as HOCON or JSON that reads as the same scenario. */
    static String write(Scenario scenario, boolean json) {
        Map<String, Object> values = new TreeMap<>();
        KEYS.forEach(key -> key.write(scenario, scenario.time()).ifPresent(value -> values.put(key.path(), value)));
        values.put(FaultKeys.LIST.path(), FaultKeys.LIST.write(scenario.faults(), scenario.time()));
        values.put(
                WiringKeys.LIST.path(),
                WiringKeys.LIST.write(scenario.recabling().events(), scenario.time()));
        values.put(
                WiringKeys.NEWCOMERS.path(),
                WiringKeys.NEWCOMERS.write(scenario.recabling().newcomers(), scenario.time()));
        values.put(PlanKeys.LIST.path(), PlanKeys.LIST.write(scenario.reconfigure(), scenario.time()));
        values.put(
                PerturbKeys.LIST.path(),
                PerturbKeys.LIST.write(scenario.perturb().named(), scenario.time()));
        values.put(
                LateKeys.LIST.path(),
                LateKeys.LIST.write(scenario.run().laxity().late(), scenario.time()));
        return ConfigFactory.parseMap(values, "resolved scenario")
                .root()
                .render(ConfigRenderOptions.defaults()
                        .setOriginComments(false)
                        .setComments(false)
                        .setJson(json));
    }
}
