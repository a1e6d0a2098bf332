package org.reweave.emulator.cli.explore;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Examples;
import org.reweave.reconfig.explore.Exploration;
import org.reweave.reconfig.explore.Explorer;
import org.reweave.reconfig.explore.Model;
import org.reweave.reconfig.explore.Promise;
import org.reweave.reconfig.explore.Promises;
import org.reweave.reconfig.explore.Replay;
import org.reweave.reconfig.explore.StateBudgetException;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave explore}: every order of events of a reconfiguration on a small fabric. */
@Command(
        name = "explore",
        description = {
            "Takes a small fabric without time through every order of deliveries, forwardings, installations, timers and mishaps that a"
                    + " reconfiguration scheme allows, and checks what the scheme promises.",
            "Where a promise is broken it prints the shortest list of steps that does it and the packets that wait for each other;"
                    + " exit code 1."
        })
public final class ExploreCommand extends ReweaveCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "MODEL",
            description = "An example (--list), or a FABRIC with --fail or --reroot: a generator's text or a file.")
    private String modelText;

    @Option(names = "--list", description = "List the examples.")
    private boolean list;

    @Option(
            names = "--scheme",
            paramLabel = "NAME",
            completionCandidates = SchemeNames.class,
            description = "Reconfiguration scheme: ${COMPLETION-CANDIDATES}.")
    private String schemeName;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "Option of the scheme, as under 'reconfiguration' in a scenario: " + SchemeOptionTexts.KEYS
                    + ". Repeatable.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--packets",
            paramLabel = "FROM-TO,..",
            split = ",",
            description =
                    "Packets from a NIC to another by their numbers, such as 0-2,1-3; those of an example by default.")
    private List<String> packets = new ArrayList<>();

    @Option(
            names = "--promise",
            paramLabel = "NAME",
            description = "Check this, in place of what the scheme promises: ${COMPLETION-CANDIDATES}. Repeatable.")
    private List<Promise> asked = new ArrayList<>();

    @Mixin
    private ExploreBounds bounds;

    @Mixin
    private ExploreFabric fabric;

    /** Names for {@code --help}. */
    static final class SchemeNames implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return Schemes.names().iterator();
        }
    }

    /** A line of {@code --list}. */
    record Entry(String name, String summary, int packets) {}

    /** What {@code --json} prints; {@code promise} is null when all are kept. */
    record Document(
            String model,
            String scheme,
            int packets,
            Model.Bounds bounds,
            List<Promise> promises,
            int states,
            long steps,
            int ends,
            Promise promise,
            List<String> trace,
            List<Integer> cycle) {}

    @Override
    public Integer call() {
        if (list) {
            printList();
            return ExitCode.DONE;
        }
        Model model = check();
        Set<Promise> promises = asked.isEmpty() ? Promises.of(model) : EnumSet.copyOf(asked);
        Exploration found;
        try (StateProgress progress = new StateProgress(err())) {
            found = Explorer.explore(model, promises, progress);
        } catch (StateBudgetException e) {
            throw new UserErrors("--budget " + model.budget() + ": " + e.getMessage());
        }
        if (json()) {
            printJson(document(model, promises, found));
        } else {
            out().println(found);
        }
        return found.broken() == null ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private void printList() {
        List<Entry> entries = Examples.all().stream()
                .map(one -> new Entry(one.name(), one.summary(), one.packets().size()))
                .toList();
        if (json()) {
            printJson(entries);
            return;
        }
        for (Entry entry : entries) {
            out().println(String.format(
                    Locale.ROOT, "%-10s %s; %d packets", entry.name(), entry.summary(), entry.packets()));
        }
    }

    private static Document document(Model model, Set<Promise> promises, Exploration found) {
        Replay replay = Replay.of(model, found.trace());
        return new Document(
                model.name(),
                model.scheme().name(),
                model.packets().size(),
                model.bounds(),
                List.copyOf(promises),
                found.states(),
                found.transitions(),
                found.ends(),
                found.broken(),
                replay.lines(),
                found.broken() == null ? List.of() : replay.cycle());
    }

    private Model check() {
        InputCheck input = new InputCheck();
        if (schemeName == null) {
            input.problem("--scheme is missing; one of " + String.join(", ", Schemes.names()));
        }
        if (modelText == null) {
            input.problem("a model is missing; 'reweave explore --list' shows the examples, any small FABRIC will do");
        }
        Optional<Scheme> scheme =
                schemeName == null ? Optional.empty() : input.attempt("--scheme", () -> Schemes.get(schemeName));
        Optional<SchemeOptions> chosen = input.attempt("--option", () -> SchemeOptionTexts.parse(options));
        Optional<List<Model.Packet>> given = input.attempt("--packets", () -> PacketTexts.parse(packets));
        input.throwIfAny();
        Optional<Model> model =
                input.attempt(modelText, () -> build(scheme.orElseThrow(), chosen.orElseThrow(), given.orElseThrow()));
        if (asked.isEmpty()
                && model.isPresent()
                && input.attempt("--scheme", () -> Promises.of(model.get())).isEmpty()) {
            input.problem("--promise: a scheme from another jar is checked for what you name, such as NO_DEADLOCK");
        }
        input.throwIfAny();
        return model.orElseThrow();
    }

    private Model build(Scheme scheme, SchemeOptions chosen, List<Model.Packet> given) {
        Optional<Examples.Example> example = Examples.all().stream()
                .filter(one -> one.name().equals(modelText))
                .findFirst();
        Model model;
        if (example.isPresent()) {
            fabric.refuse(modelText);
            List<Model.Packet> all = given.isEmpty() ? example.get().packets() : given;
            model = example.get().build().apply(scheme, all);
        } else {
            model = fabric.model(modelText, scheme, given);
        }
        PacketTexts.check(given, model.fabric());
        return bounds.on(model.with(chosen));
    }
}
