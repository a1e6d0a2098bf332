package org.reweave.emulator.cli.plugins;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.device.arbitration.ArbitrationPolicies;
import org.reweave.emulator.device.arbitration.ArbitrationPolicy;
import org.reweave.emulator.traffic.Patterns;
import org.reweave.emulator.traffic.TrafficPattern;
import org.reweave.reconfig.Schemes;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.io.FabricReader;
import org.reweave.routing.io.FabricReaders;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;
import org.reweave.routing.tolerance.FaultMethod;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.FabricGenerator;
import org.reweave.routing.topology.FabricGenerators;
import picocli.CommandLine.Command;

/** {@code reweave plugins}: everything that has a name, and where it comes from. */
@Command(
        name = "plugins",
        description = {
            "Lists engines, generators, file formats, fault methods, schemes, traffic patterns and arbitration policies, and where"
                    + " each comes from.",
            "Jars in the folder 'plugins' beside the launcher, and in those of --plugins, add their own."
        })
public final class PluginsCommand extends ReweaveCommand {
    /** A line of the list. */
    record Entry(String kind, String name, String origin, String summary) {}

    /** Document that {@code --json} prints. */
    record Document(List<String> jars, List<Entry> entries) {}

    @Override
    public Integer call() {
        List<Entry> entries = new ArrayList<>();
        add(entries, EngineRegistry.load().engines(), RoutingEngine::name, engine -> engine.description()
                .summary());
        add(entries, FabricGenerators.registry(), FabricGenerator::name, FabricGenerator::usage);
        add(entries, FabricReaders.registry(), FabricReader::name, FabricReader::summary);
        add(entries, FaultMethods.load().methods(), FaultMethod::name, FaultMethod::summary);
        add(entries, Schemes.registry(), scheme -> scheme.name(), scheme -> scheme.description()
                .summary());
        add(entries, Patterns.registry(), TrafficPattern::name, TrafficPattern::summary);
        add(entries, ArbitrationPolicies.registry(), ArbitrationPolicy::name, ArbitrationPolicy::summary);
        if (json()) {
            printJson(new Document(
                    Plugins.inUse().jars().stream().map(String::valueOf).toList(), entries));
            return ExitCode.DONE;
        }
        String kind = "";
        for (Entry entry : entries) {
            if (!entry.kind().equals(kind)) {
                out().println((kind.isEmpty() ? "" : System.lineSeparator()) + entry.kind());
                kind = entry.kind();
            }
            out().println(String.format(
                    Locale.ROOT, "  %-20s %-10s %s", entry.name(), entry.origin(), entry.summary()));
        }
        return ExitCode.DONE;
    }

    private static <T> void add(
            List<Entry> entries, Registry<T> registry, Function<T, String> name, Function<T, String> summary) {
        registry.providers()
                .forEach(provider -> entries.add(new Entry(
                        registry.kinds(),
                        name.apply(provider.value()),
                        provider.origin(),
                        summary.apply(provider.value()))));
    }
}
