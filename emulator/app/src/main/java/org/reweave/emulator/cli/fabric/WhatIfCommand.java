package org.reweave.emulator.cli.fabric;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.RunsAtATime;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.whatif.Alternative;
import org.reweave.emulator.whatif.WhatIf;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave whatif}: what a failure does to a fabric, and which routing would cope with it. */
@Command(
        name = "whatif",
        description = {
            "Says what a failure does to a fabric: under its present tables as they are, and under those that each engine computes for what"
                    + " is left. Pairs lost, cycles and loads are read from the tables; durations, losses and deadlocks are those of one emulated"
                    + " run each, in which traffic goes on while the tables change.",
            "Exit code 1 when none of the engines serves every pair that is still connected, without a cycle."
        })
public final class WhatIfCommand extends ReweaveCommand {
    /** Devices are those of cluster-config/scenarios/real-fabric.conf; a large fabric takes long to change. */
    private static final String SCENARIO = """
            description = "a failure, and what becomes of the tables"
            device {
              preset = iba-1x, cycle = 1ns
              link { rate = 4xQDR, file-rates = true }
              switch { vls = 8, input-buffer = 8KB, output-buffer = 8KB }
              nic { packet = 2074B, receive-buffer = 8KB }
            }
            traffic { pattern = uniform }
            run { warmup = 100us, duration = 1ms, limit = 1s, cut-interval = 5us }
            """;

    /** Devices from which on a cut costs more than the traffic between two of those above: each looks at every link. */
    private static final int LARGE = 1_000;
    /** Between cuts of a large fabric's run under its present tables: enough before the failure to tell saturation. */
    private static final String CUTS_BEFORE = "20us";
    /** Between cuts of a large fabric's run in which tables change. */
    private static final String CUTS_OF_CHANGE = "1ms";

    @Mixin
    private FabricArgument fabricArgument = new FabricArgument();

    @Option(
            names = "--tables",
            required = true,
            paramLabel = "ENGINE|DIR",
            description = "The present tables: a folder of dumps as route --import takes them, or an engine.")
    private String tables;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "Option of the engine that --tables names, such as root=s0_0. Repeatable.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Mixin
    private FailOption fail = new FailOption();

    @Option(
            names = "--engines",
            paramLabel = "A,B,C",
            hideParamSyntax = true,
            split = ",",
            defaultValue = "updown,min-hop,fat-tree,dimension-order,lash",
            description =
                    "Engines whose tables may replace the present ones; default ${DEFAULT-VALUE}, which OpenSM has, too.")
    private List<String> engines = new ArrayList<>();

    @Option(
            names = "--scheme",
            paramLabel = "NAME",
            defaultValue = "naive",
            description =
                    "How the fabric changes to new tables; default ${DEFAULT-VALUE}: each switch uses its table as it"
                            + " arrives, as under OpenSM.")
    private String scheme;

    @Option(
            names = "--load",
            paramLabel = "L",
            defaultValue = "0.1",
            description =
                    "Offered load, as a fraction of what the NICs' links carry; default ${DEFAULT-VALUE}. Large trees"
                            + " may saturate far below that, and take minutes then.")
    private BigDecimal load;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            defaultValue = "500us",
            description = "When it fails; default ${DEFAULT-VALUE}.")
    private String at;

    @Option(
            names = "--after",
            paramLabel = "TIME",
            defaultValue = "1ms",
            description = "How long NICs go on sending after that; default ${DEFAULT-VALUE}.")
    private String after;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a key of the emulated scenario, such as device.switch.vls=4. Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--tables-only", description = "Read the tables and emulate nothing.")
    private boolean tablesOnly;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Also write a page (HTML) with a drawing of the fabric; an existing file is replaced.")
    private Path page;

    @Mixin
    private RunsAtATime atATime = new RunsAtATime();

    @Mixin
    private QuietOption quiet = new QuietOption();

    /** Input that has passed its checks; times are null where nothing is emulated. */
    private record Job(WhatIf question, List<String> engines, WhatIf.Times times) {}

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        int threads = atATime.threads(input);
        Optional<Fabric> known = fabricArgument.fabric(input);
        Optional<TableSource> source = input.attempt("--tables", () -> TableSource.of(tables, options));
        List<LinkNames.Target> failed = fail.targets(input, known);
        input.require(!fail.names().isEmpty(), "--fail is missing: name what fails");
        List<String> judged = engines(input);
        input.throwIfAny();
        Fabric fabric = known.orElseThrow();
        Optional<RoutingTables> present =
                input.attempt("--tables", () -> source.orElseThrow().tables(fabric, Faults.none()));
        Optional<Scenario> scenario = input.attempt("", () -> scenario(source.orElseThrow(), fabric));
        Optional<WhatIf.Times> times = scenario.flatMap(read -> input.attempt("", () -> times(read, fabric)));
        input.throwIfAny();
        return judge(
                new Job(
                        new WhatIf(fabric, present.orElseThrow(), failed, scenario.orElseThrow()),
                        judged,
                        tablesOnly ? null : times.orElseThrow()),
                fabric,
                threads);
    }

    private List<String> engines(InputCheck input) {
        EngineRegistry registry = EngineRegistry.load();
        return engines.stream()
                .flatMap(name ->
                        input.attempt("--engines", () -> registry.engine(name).name()).stream())
                .distinct()
                .toList();
    }

    private Scenario scenario(TableSource source, Fabric fabric) {
        List<String> all = new ArrayList<>();
        all.add(fabricArgument.scenarioKey());
        all.add("routing.engine=" + source.engine().name());
        all.add("routing.options="
                + ConfigValueFactory.fromMap(source.options().values()).render(ConfigRenderOptions.concise()));
        all.add("reconfiguration.scheme=" + scheme);
        all.add("traffic.load=" + load.toPlainString());
        if (hasCoarseCuts(fabric)) {
            all.add("run.cut-interval=" + CUTS_BEFORE);
        }
        all.addAll(sets);
        return ScenarioLoader.parse("whatif", SCENARIO, all);
    }

    /** Whether a cut of the fabric costs so much that there are few, unless the user says how many. */
    private boolean hasCoarseCuts(Fabric fabric) {
        return fabric.deviceCount() >= LARGE
                && sets.stream().noneMatch(set -> set.strip().startsWith("run.cut-interval"));
    }

    private WhatIf.Times times(Scenario scenario, Fabric fabric) {
        return new WhatIf.Times(
                ScenarioLoader.cycles("--at", at, scenario.time()),
                ScenarioLoader.cycles("--after", after, scenario.time()),
                hasCoarseCuts(fabric)
                        ? ScenarioLoader.cycles("run.cut-interval", CUTS_OF_CHANGE, scenario.time())
                        : scenario.run().cutInterval());
    }

    /** The emulated runs in words; empty = nothing was emulated. */
    private String setup(Job job, Fabric fabric) {
        return job.times() == null
                ? ""
                : "load " + load.toPlainString() + ", scheme " + scheme + ", failure at " + at + ", NICs send until "
                        + after + " after it"
                        + (hasCoarseCuts(fabric)
                                ? ", looked at every " + CUTS_BEFORE + " under the present tables and every "
                                        + CUTS_OF_CHANGE + " under others: a deadlock formed up to that long before"
                                : "");
    }

    private int judge(Job job, Fabric fabric, int threads) {
        WhatIf question = job.question();
        List<Alternative> alternatives = quiet.during(err(), "nothing has been written", progress -> {
            progress.start("tables", job.engines().size() + 1);
            return question.judge(job.engines(), job.times(), new Batch(threads), () -> progress.done(1));
        });
        WhatIfReport report = new WhatIfReport(
                fabric,
                tables,
                fail.names().stream()
                        .map(name -> LinkNames.resolve(fabric, name).title(fabric))
                        .toList(),
                setup(job, fabric),
                question.before(),
                alternatives);
        if (page != null) {
            AtomicFile.write(page, report.page(commandLine(), question.faults()));
        }
        if (json()) {
            printJson(report.document());
        } else {
            report.lines().forEach(out()::println);
        }
        boolean isServed = alternatives.stream()
                .skip(1)
                .anyMatch(one -> one.report() != null && one.report().sound());
        return isServed ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }
}
