package org.reweave.emulator.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads scenarios. All problems are reported together; see {@link ScenarioException}. */
public final class ScenarioLoader {
    /**
     * Keys and sections whose values normally come from a preset: while the preset is missing or misspelt, their
     * missing keys are not reported one by one.
     */
    private static final List<String> GIVEN_BY_PRESETS =
            List.of("device.cycle", "device.flit", "device.link.", "device.switch.", "device.nic.", "manager.");

    private ScenarioLoader() {}

    /**
     * Reads a file.
     *
     * @param overrides as {@code --set} has them: {@code device.switch.vls=2}; a later one wins
     * @throws ScenarioException with everything that is wrong
     */
    public static Scenario load(Path file, List<String> overrides) {
        return read(file.toString(), HoconSource.file(file), overrides);
    }

    /**
     * Reads a text, such as {@link Scenario#resolved()}.
     *
     * @param name stands for the file in messages and as the default name of the scenario
     * @throws ScenarioException with everything that is wrong
     */
    public static Scenario parse(String name, String text, List<String> overrides) {
        return read(name, HoconSource.text(name, text), overrides);
    }

    /**
     * Overrides with which a scenario ends at a cycle at the latest: planned faults and reconfigurations from that
     * cycle on are left out. Changes of the cabling stay, since the fabric of a run has all that ever exists.
     *
     * @return overrides as {@code --set} has them
     */
    public static List<String> endingAt(Scenario scenario, long end) {
        List<String> overrides = new ArrayList<>();
        overrides.add("run.limit=" + end + "cycles");
        if (end < scenario.run().duration()) {
            overrides.add("run.duration=" + end + "cycles");
        }
        if (end <= scenario.run().warmup()) {
            overrides.add("run.warmup=" + (end - 1) + "cycles"); // nothing is measured
        }
        if (end < scenario.traffic().stop()) {
            overrides.add("traffic.stop=" + end + "cycles");
        }
        List<PlannedFault> faults =
                scenario.faults().stream().filter(fault -> fault.at() < end).toList();
        if (faults.size() < scenario.faults().size()) {
            overrides.add(list(FaultKeys.LIST.path(), FaultKeys.LIST.write(faults, scenario.time())));
        }
        List<PlannedRouting> plans =
                scenario.reconfigure().stream().filter(plan -> plan.at() < end).toList();
        if (plans.size() < scenario.reconfigure().size()) {
            overrides.add(list(PlanKeys.LIST.path(), PlanKeys.LIST.write(plans, scenario.time())));
        }
        return overrides;
    }

    private static String list(String path, List<Object> elements) {
        return path + "=" + ConfigValueFactory.fromIterable(elements).render(ConfigRenderOptions.concise());
    }

    /**
     * Reads a duration that stands outside a scenario, such as an option of a command.
     *
     * @param name of the option, for the message
     * @return cycles, at least 1
     * @throws ScenarioException saying what is wrong with it
     */
    public static long cycles(String name, String duration, TimeBase time) {
        try {
            return Quantity.longDuration(1).read(ConfigValueFactory.fromAnyRef(duration), time);
        } catch (Refusal refusal) {
            throw new ScenarioException(
                    List.of(name + " " + duration + ": " + refusal.complaint() + "; " + refusal.remedy()));
        }
    }

    /**
     * Reads a pace as {@code run.pace} has it, for {@code name} in messages; empty = off.
     *
     * @throws ScenarioException when the text is no pace
     */
    public static Optional<Pace> pace(String name, String text, TimeBase time) {
        try {
            return new PaceKind().read(ConfigValueFactory.fromAnyRef(text), time);
        } catch (Refusal refusal) {
            throw new ScenarioException(
                    List.of(name + " " + text + ": " + refusal.complaint() + "; " + refusal.remedy()));
        }
    }

    private static Scenario read(String file, Config written, List<String> overrides) {
        Config user = Overrides.over(written, overrides);
        ConfigObject root = HoconSource.withPresets(user, file);
        Problems problems = new Problems(Sources.of(file, root));
        new UnknownKeys(problems).check(root);

        Reader reader = new Reader(problems, root, "");
        TimeBase time = timeBase(root, problems.sources());
        String preset = problems.sources().text(DeviceKeys.PRESET.path(), "");
        boolean presetIsWrong = Preset.named(preset).isEmpty() && !preset.equals(DeviceKeys.NO_PRESET);
        Values values = reader.read(Schema.KEYS, time, presetIsWrong ? GIVEN_BY_PRESETS : List.of());
        List<Values> faults = FaultKeys.LIST.read(root.get(FaultKeys.LIST.path()), time, problems);
        List<Values> cables = WiringKeys.LIST.read(root.get(WiringKeys.LIST.path()), time, problems);
        List<Values> newcomers = WiringKeys.NEWCOMERS.read(root.get(WiringKeys.NEWCOMERS.path()), time, problems);
        List<Values> plans = PlanKeys.LIST.read(root.get(PlanKeys.LIST.path()), time, problems);
        List<Values> disturbances = PerturbKeys.LIST.read(root.get(PerturbKeys.LIST.path()), time, problems);
        List<Values> late = LateKeys.LIST.read(root.get(LateKeys.LIST.path()), time, problems);
        judge(values, faults, plans, problems);
        judgeWiring(cables, newcomers, problems);
        if (values.has(List.of(RunKeys.SCHEDULE)) && !late.isEmpty()) {
            Rules.onlyListed(values, problems);
        }
        disturbances.forEach(one -> Rule.judge(PerturbKeys.RULES, one, problems));
        problems.throwIfAny();
        Recabling recabling = WiringKeys.recabling(values.count(RunKeys.SPARE_PORTS), newcomers, cables);
        return scenario(values, faults, recabling, plans, disturbances, late);
    }

    /** The lengths of a cycle and a flit; null if one of them is wrong, which is reported when all keys are read. */
    private static TimeBase timeBase(ConfigObject root, Sources sources) {
        Values values = new Reader(new Problems(sources), root, "").read(DeviceKeys.TIME_KEYS, null, List.of());
        return values.has(DeviceKeys.TIME_KEYS)
                ? new TimeBase(values.get(DeviceKeys.CYCLE), values.count(DeviceKeys.FLIT))
                : null;
    }

    private static void judge(Values values, List<Values> faults, List<Values> plans, Problems problems) {
        Rules.exactlyOne(
                "fabric", RunKeys.GENERATOR, RunKeys.FILE, values, "fabric.generator = \"torus:8x8\"", problems);
        Rules.knownOptions("routing.options", RunKeys.ENGINE, RunKeys.OPTIONS, values, problems);
        Rules.knownOptions("reconfiguration.engine-options", RunKeys.NEW_ENGINE, RunKeys.NEW_OPTIONS, values, problems);
        SchemeOptionKeys.judge(values, problems);
        Rule.judge(Rules.SCENARIO, values, problems);
        Rule.judge(TrafficKeys.RULES, values, problems);
        for (int i = 0; i < faults.size(); i++) {
            Rules.exactlyOne(
                    FaultKeys.LIST.path(i), FaultKeys.LINK, FaultKeys.SWITCH, faults.get(i), "link = random", problems);
            Rule.judge(Rules.ofFault(values), faults.get(i), problems);
        }
        for (int i = 0; i < plans.size(); i++) {
            Rules.knownOptions(PlanKeys.LIST.path(i) + ".options", plans.get(i), values, problems);
            Rule.judge(Rules.ofPlan(values), plans.get(i), problems);
        }
    }

    private static void judgeWiring(List<Values> cables, List<Values> newcomers, Problems problems) {
        cables.forEach(event -> Rule.judge(WiringKeys.ofEvent(), event, problems));
        for (int i = 0; i < newcomers.size(); i++) {
            Values device = newcomers.get(i);
            Rules.exactlyOne(
                    WiringKeys.NEWCOMERS.path(i),
                    WiringKeys.SWITCH,
                    WiringKeys.NIC,
                    device,
                    "switch = s8, ports = 6",
                    problems);
            Rule.judge(WiringKeys.ofNewcomer(), device, problems);
        }
    }

    private static Scenario scenario(
            Values values,
            List<Values> faults,
            Recabling recabling,
            List<Values> plans,
            List<Values> disturbances,
            List<Values> late) {
        return new Scenario(
                values.get(RunKeys.NAME),
                values.get(RunKeys.DESCRIPTION),
                values.get(RunKeys.PARENT),
                values.get(RunKeys.SEED),
                RunKeys.fabric(values),
                RunKeys.addressing(values),
                RunKeys.beginning(values),
                RunKeys.routing(values),
                values.time(),
                DeviceKeys.links(values),
                DeviceKeys.switches(values),
                DeviceKeys.nics(values),
                DeviceKeys.manager(values),
                values.get(DeviceKeys.MANAGER_NIC),
                TrafficKeys.traffic(values),
                faults.stream().map(FaultKeys::fault).toList(),
                RunKeys.randomFaults(values),
                recabling,
                plans.stream().map(plan -> PlanKeys.plan(plan, values)).toList(),
                RunKeys.reconfiguration(values),
                PerturbKeys.perturb(values, disturbances),
                RunKeys.run(values, late),
                values.sources());
    }
}
