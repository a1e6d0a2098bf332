package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.journal.store.JournalDatabase;
import org.reweave.emulator.journal.store.JournalPlace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave runs prune}. */
@Command(
        name = "prune",
        description =
                "Removes runs with their files and journals; without --yes it only says which. Runs in progress stay.")
final class RunsPruneCommand extends ReweaveCommand {
    private static final Pattern AGE = Pattern.compile("([0-9]{1,6})(m|h|d)");

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private ServerOption server = new ServerOption();

    @Option(names = "--keep", paramLabel = "N", description = "Keep the N latest runs.")
    private Integer keep;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            description = "Only runs that began longer ago, as in 30d, 12h or 90m.")
    private String olderThan;

    @Option(names = "--yes", description = "Remove them.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        if (keep == null && olderThan == null) {
            throw new UserErrors("--keep and --older-than are missing; give one of them, or both");
        }
        if (keep != null && keep < 0) {
            throw new UserErrors("--keep " + keep + " < 0; raise it");
        }
        long before = olderThan == null
                ? Long.MAX_VALUE
                : Instant.now().minus(age(olderThan)).toEpochMilli();
        List<RunEntry> all = new RunCatalog(runs.path(), server.place()).list();
        int candidates = Math.max(0, all.size() - (keep == null ? 0 : keep));
        List<RunEntry> doomed = IntStream.range(0, candidates)
                .mapToObj(all::get)
                .filter(entry -> entry.startedAt() < before && !entry.state().equals(RunEntry.IN_PROGRESS))
                .toList();
        if (yes) {
            for (RunEntry entry : doomed) {
                remove(entry);
            }
        }
        List<String> names = doomed.stream().map(RunEntry::run).toList();
        if (json()) {
            printJson(Map.of("removed", yes, "runs", names));
        } else {
            names.forEach(name -> out().println((yes ? "removed " : "would remove ") + name));
            out().println(Amounts.count(names.size(), "run") + (yes ? " removed" : "; --yes removes them"));
        }
        return ExitCode.DONE;
    }

    private static Duration age(String text) {
        Matcher matcher = AGE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new UserErrors("--older-than " + text + ": not an age such as 30d, 12h or 90m");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    private void remove(RunEntry entry) throws IOException {
        if (JournalPlace.isElsewhere(entry.folder())) {
            JournalPlace.of(entry.folder(), server.place())
                    .ifPresent(place -> new JournalDatabase(place).delete(entry.run()));
        }
        RunArchive.remove(entry.folder());
    }
}
