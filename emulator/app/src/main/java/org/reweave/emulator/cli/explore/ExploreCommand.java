package org.reweave.emulator.cli.explore;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.DrawingOptions;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.StudyBuild;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.network.FabricDigest;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.spacetime.Cause;
import org.reweave.emulator.spacetime.Moment;
import org.reweave.emulator.spacetime.SpaceTimeDrawing;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Bounds;
import org.reweave.reconfig.explore.Examples;
import org.reweave.reconfig.explore.Exploration;
import org.reweave.reconfig.explore.Explorer;
import org.reweave.reconfig.explore.Model;
import org.reweave.reconfig.explore.Replay;
import org.reweave.reconfig.explore.SearchStore;
import org.reweave.reconfig.explore.StateBudgetException;
import org.reweave.reconfig.explore.Walks;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.plugin.Plugins;
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
            "Where a promise is broken it prints a short list of steps that does it and the packets that wait for each other;"
                    + " exit code 1."
        })
public final class ExploreCommand extends ReweaveCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "MODEL",
            description =
                    "An example (--list), or a FABRIC with --fail, --reroot, --restart or --start bare: a generator's text"
                            + " or a file.")
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
            completionCandidates = OptionKeys.class,
            description =
                    "Option of the scheme, as under 'reconfiguration.options' in a scenario: ${COMPLETION-CANDIDATES}. Repeatable.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--packets",
            paramLabel = "FROM-TO,..",
            hideParamSyntax = true,
            split = ",",
            description =
                    "Packets from a NIC to another by their numbers, such as 0-2,1-3; those of an example by default.")
    private List<String> packets = new ArrayList<>();

    @Option(
            names = "--promise",
            paramLabel = "NAME",
            description = "Check this, in place of what the scheme promises: ${COMPLETION-CANDIDATES}. Repeatable.")
    private List<Promise> asked = new ArrayList<>();

    @Option(
            names = "--walks",
            paramLabel = "N",
            description =
                    "In place of a search, this many random walks, drawn by --seed, by one thread: where there are"
                            + " too many states to know all. Proves nothing.")
    private Integer walks;

    @Option(
            names = "--draw",
            paramLabel = "FILE",
            description =
                    "Draw the steps to a broken promise as a space-time diagram, an SVG: which step sent what comes in another;"
                            + " an existing file is replaced.")
    private Path picture;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Keep the states that are searched in this folder, every 10 s: the same command goes on where it was"
                            + " broken off, and with a larger --budget where that ended it.")
    private Path out;

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Mixin
    private DrawingOptions drawing;

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

    /** Every scheme's options for {@code --help}. */
    static final class OptionKeys implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return Schemes.names().stream()
                    .flatMap(name -> Schemes.get(name).description().options().stream())
                    .map(SchemeOption::key)
                    .distinct()
                    .iterator();
        }
    }

    /** Document that {@code --list} prints as JSON. */
    record Listing(List<Entry> models, List<SchemeEntry> schemes) {}

    /** A model of {@code --list}. */
    record Entry(String name, String summary, int packets) {}

    /** A scheme of {@code --list}, with what it promises with its usual options where nothing goes wrong. */
    record SchemeEntry(
            String name, String summary, List<OptionEntry> options, String completion, Set<Promise> promises) {}

    /** An option of a scheme. */
    record OptionEntry(String key, String limits, String usual, String meaning) {}

    /**
     * The model of a search or of walks.
     *
     * @param start how devices are at first: installed or bare
     * @param promises that were judged
     * @param notJudged promises of the scheme that were not
     * @param notMade promises that the scheme does not make in this model
     */
    record Question(
            String model,
            String scheme,
            int packets,
            Bounds bounds,
            String start,
            List<Promise> promises,
            List<Promise> notJudged,
            List<Promise> notMade) {
        static Question of(Model model, Set<Promise> promises) {
            return new Question(
                    model.name(),
                    model.scheme().name(),
                    model.packets().size(),
                    model.bounds(),
                    ExploreFabric.start(model),
                    List.copyOf(promises),
                    List.copyOf(ExploreCommand.notJudged(model, promises)),
                    List.copyOf(ExploreCommand.notMade(model)));
        }
    }

    /**
     * The broken promise with the steps that break it, and the packets that wait for each other; null and empty
     * without.
     */
    record Answer(Promise promise, List<String> trace, List<Integer> cycle) {
        static Answer of(Model model, Promise broken, List<Integer> trace) {
            Replay replay = Replay.of(model, trace);
            return new Answer(broken, replay.lines(), broken == null ? List.of() : replay.cycle());
        }
    }

    /** Document that {@code --json} prints. */
    record Document(
            @JsonUnwrapped Question question,
            int states,
            int depth,
            long steps,
            int ends,
            @JsonUnwrapped Answer answer) {}

    /**
     * Document that {@code --walks --json} prints.
     *
     * @param states different ones, of all walks together
     * @param longest walk, in steps
     */
    record WalksDocument(
            @JsonUnwrapped Question question,
            int walks,
            long seed,
            int states,
            int longest,
            long steps,
            long ends,
            @JsonUnwrapped Answer answer) {}

    @Override
    public Integer call() {
        if (list) {
            printList();
            return ExitCode.DONE;
        }
        Model model = check();
        Set<Promise> promises = asked.isEmpty() ? EnumSet.copyOf(model.promises()) : EnumSet.copyOf(asked);
        promises.removeIf(Promise::isOfRunsAlone);
        if (promises.isEmpty()) {
            throw new UserErrors("runs alone judge " + names(EnumSet.copyOf(asked)) + "; use 'reweave race'");
        }
        return walks == null ? search(model, promises) : walk(model, promises);
    }

    private int search(Model model, Set<Promise> promises) {
        Exploration found = out == null ? search(model, promises, SearchStore.NONE) : searchOn(model, promises);
        if (json()) {
            printJson(document(model, promises, found));
        } else {
            print(found, model, promises);
        }
        draw(model, found.broken(), found.trace());
        return found.broken() == null ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private Exploration search(Model model, Set<Promise> promises, SearchStore store) {
        String stopped = out == null
                ? "an exploration that is not complete has no result"
                : "what was searched until some seconds ago is in " + out + "; the same command goes on from there";
        return within(
                model,
                stopped,
                progress -> Explorer.explore(model, promises, drawing.threads(), progress::reached, store));
    }

    /** Goes on with the search that the folder of {@code --out} keeps. */
    private Exploration searchOn(Model model, Set<Promise> promises) {
        OutputFolder.problemAbove(out).ifPresent(problem -> {
            throw new UserErrors("--out " + out + ": " + problem);
        });
        try (KeptSearch kept = KeptSearch.open(out, identity(model, promises))) {
            if (kept.states() > 0 && !quiet.isQuiet()) {
                err().println("goes on from " + kept.states() + " states in " + out);
                err().flush();
            }
            return search(model, promises, kept);
        } catch (BatchState.RefusedException e) {
            throw new UserErrors(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that decides which states there are and what is judged. */
    private BatchIdentity identity(Model model, Set<Promise> promises) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("MODEL", modelText);
        settings.put("fabric", FabricDigest.of(model.fabric()));
        settings.put("--scheme", schemeName);
        settings.put("--option", model.options().toString());
        settings.put(
                "--packets",
                model.packets().stream()
                        .map(packet -> packet.source() + "-" + packet.destination())
                        .collect(Collectors.joining(",")));
        settings.put("--promise", names(promises));
        bounds.putInto(settings, model);
        fabric.putInto(settings);
        return BatchIdentity.of(StudyBuild.read(), settings);
    }

    /** Whether a run goes round for ever is not judged, even if it is asked for. */
    private int walk(Model model, Set<Promise> promises) {
        Set<Promise> judged = EnumSet.copyOf(promises);
        judged.remove(Promise.NO_LIVELOCK);
        if (judged.isEmpty()) {
            throw new UserErrors("--walks does not judge NO_LIVELOCK; leave it out, for a search");
        }
        Walks found = within(
                model,
                "walks that are not complete have no result",
                progress -> Walks.of(model, judged, walks, drawing.seed(), progress::reached));
        if (json()) {
            printJson(document(model, judged, found));
        } else {
            print(found, model, judged);
            if (judged.contains(Promise.RUN_ENDS)) {
                out().println("RUN_ENDS was judged at ends only: whether every state can reach one takes a search");
            }
        }
        draw(model, found.broken(), found.trace());
        return found.broken() == null ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private void draw(Model model, Promise broken, List<Integer> trace) {
        if (picture == null) {
            return;
        }
        if (broken == null) {
            err().println("reweave: --draw: no promise was broken, so that there are no steps to draw");
            return;
        }
        List<Replay.Moment> steps = Replay.of(model, trace).moments();
        List<Moment> moments = new ArrayList<>();
        List<Cause> causes = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Replay.Moment step = steps.get(i);
            boolean last = i == steps.size() - 1;
            moments.add(new Moment(
                    i,
                    "step " + (i + 1),
                    step.device(),
                    withoutPlace(step),
                    last ? Moment.Tone.BAD : Moment.Tone.PLAIN,
                    last,
                    false));
            if (step.cause() >= 0 && !steps.get(step.cause()).device().equals(step.device())) {
                causes.add(new Cause(step.cause(), i, step.certain()));
            }
        }
        String title = model.name() + ", " + schemeName + ": the steps after which " + broken + " is broken";
        try {
            AtomicFile.write(picture, SpaceTimeDrawing.svg(title, moments, causes));
        } catch (IllegalArgumentException e) {
            throw new UserErrors("--draw: " + e.getMessage() + "; a search without --walks finds fewer steps");
        }
    }

    /** The words of a step in the column of its device. */
    private static String withoutPlace(Replay.Moment step) {
        String place = step.device() + " ";
        return step.words().startsWith(place) ? step.words().substring(place.length()) : step.words();
    }

    /** @param stopped what is kept when Ctrl-C ends the process */
    private <R> R within(Model model, String stopped, Function<ProgressLine, R> search) {
        try {
            return quiet.during(err(), stopped, progress -> {
                progress.start("states", -1);
                return search.apply(progress);
            });
        } catch (StateBudgetException e) {
            throw new UserErrors("--budget " + model.budget() + ": " + e.getMessage()
                    + "; 'reweave explore' with --walks N goes deeper without proof");
        } catch (UncheckedIOException e) {
            throw e; // of the folder of --out
        } catch (RuntimeException e) {
            throw ofScheme(e);
        }
    }

    private void print(Object found, Model model, Set<Promise> promises) {
        out().println(found);
        out().println("judged: " + names(promises));
        out().println("promised by " + schemeName + " and not judged: " + names(notJudged(model, promises)));
        out().println("not promised by " + schemeName + " here: " + names(notMade(model)));
    }

    private static Set<Promise> notJudged(Model model, Set<Promise> judged) {
        Set<Promise> not = EnumSet.noneOf(Promise.class);
        not.addAll(model.promises());
        not.removeAll(judged);
        return not;
    }

    private static Set<Promise> notMade(Model model) {
        Set<Promise> not = EnumSet.allOf(Promise.class);
        not.removeAll(model.promises());
        return not;
    }

    private static String names(Set<Promise> promises) {
        return promises.isEmpty()
                ? "nothing"
                : promises.stream().map(Promise::name).collect(Collectors.joining(", "));
    }

    /**
     * The error for an exception from a scheme: a fault of a scheme in a user's jar, such as an agent that is missing,
     * is no fault of reweave's.
     */
    private RuntimeException ofScheme(RuntimeException e) {
        return Schemes.registry()
                .origin(schemeName)
                .filter(origin -> !origin.equals(Plugins.BUILT_IN))
                .<RuntimeException>map(origin -> new UserErrors(
                        "--scheme " + schemeName + " of " + origin + " cannot be explored: " + e + "; correct it", e))
                .orElse(e);
    }

    private void printList() {
        List<Entry> models = Examples.all().stream()
                .map(one -> new Entry(one.name(), one.summary(), one.packets().size()))
                .toList();
        List<SchemeEntry> schemes = Schemes.names().stream()
                .map(name -> entry(Schemes.get(name).description()))
                .toList();
        if (json()) {
            printJson(new Listing(models, schemes));
            return;
        }
        for (Entry entry : models) {
            row(entry.name(), entry.summary() + "; " + entry.packets() + " packets");
        }
        out().println();
        for (SchemeEntry entry : schemes) {
            row(entry.name(), entry.summary());
            entry.options()
                    .forEach(option -> row(
                            "",
                            option.key() + " = " + option.usual() + " (" + option.limits() + "): " + option.meaning()));
            row("", entry.completion());
            row("", "promises " + entry.promises().stream().map(Enum::name).collect(Collectors.joining(", ")));
        }
    }

    private void row(String name, String text) {
        out().println(String.format(Locale.ROOT, "%-13s %s", name, text));
    }

    private static SchemeEntry entry(SchemeDescription scheme) {
        return new SchemeEntry(
                scheme.name(),
                scheme.summary(),
                scheme.options().stream().map(ExploreCommand::entry).toList(),
                scheme.completion(SchemeOptions.DEFAULT).text(),
                scheme.promises().in(new Promises.Circumstances(SchemeOptions.DEFAULT, 0, 0, 0, 0, 2)));
    }

    private static <T> OptionEntry entry(SchemeOption<T> option) {
        return new OptionEntry(option.key(), option.limits().toString(), option.text(option.usual()), option.meaning());
    }

    private static Document document(Model model, Set<Promise> promises, Exploration found) {
        return new Document(
                Question.of(model, promises),
                found.states(),
                found.depth(),
                found.transitions(),
                found.ends(),
                Answer.of(model, found.broken(), found.trace()));
    }

    private WalksDocument document(Model model, Set<Promise> promises, Walks found) {
        return new WalksDocument(
                Question.of(model, promises),
                found.walks(),
                drawing.seed(),
                found.states(),
                found.longest(),
                found.steps(),
                found.ends(),
                Answer.of(model, found.broken(), found.trace()));
    }

    private Model check() {
        InputCheck input = new InputCheck();
        drawing.check(input);
        if (walks != null && walks < 1) {
            input.problem("--walks " + walks + " < 1; raise it");
        }
        if (walks != null && out != null) {
            input.problem("--out keeps a search, and --walks N takes none; leave one out");
        }
        if (schemeName == null) {
            input.problem("--scheme is missing; one of " + String.join(", ", Schemes.names()));
        }
        if (modelText == null) {
            input.problem("a model is missing; 'reweave explore --list' shows the examples, any small FABRIC will do");
        }
        Optional<Scheme> scheme =
                schemeName == null ? Optional.empty() : input.attempt("--scheme", () -> Schemes.get(schemeName));
        Optional<SchemeOptions> chosen = scheme.map(known -> options(known.description(), input));
        Optional<List<Model.Packet>> given = input.attempt("--packets", () -> PacketTexts.parse(packets));
        input.throwIfAny();
        Optional<Model> model =
                input.attempt(modelText, () -> build(scheme.orElseThrow(), chosen.orElseThrow(), given.orElseThrow()));
        input.throwIfAny();
        return model.orElseThrow();
    }

    private SchemeOptions options(SchemeDescription scheme, InputCheck input) {
        SchemeOptions chosen = SchemeOptions.DEFAULT;
        for (Map.Entry<String, String> text : options.entrySet()) {
            Optional<SchemeOption<?>> option = scheme.option(text.getKey());
            SchemeOptions before = chosen;
            if (option.isPresent()) {
                chosen = input.attempt("--option", () -> before.withText(option.get(), text.getValue()))
                        .orElse(before);
            } else {
                String known = scheme.options().stream().map(SchemeOption::key).collect(Collectors.joining(", "));
                input.problem("--option " + text.getKey() + ": " + scheme.name() + " has no such option; "
                        + (known.isEmpty() ? "it has none" : "known: " + known));
            }
        }
        return chosen;
    }

    private Model build(Scheme scheme, SchemeOptions chosen, List<Model.Packet> given) {
        Optional<Examples.Example> example = Examples.all().stream()
                .filter(one -> one.name().equals(modelText))
                .findFirst();
        Model model;
        if (example.isPresent()) {
            fabric.refuse(modelText);
            List<Model.Packet> all = given.isEmpty() ? example.get().packets() : given;
            model = fabric.withFragile(example.get().build().apply(scheme, all));
        } else {
            model = fabric.model(modelText, scheme, given);
        }
        PacketTexts.check(given, model.fabric());
        return bounds.on(model.with(chosen));
    }
}
