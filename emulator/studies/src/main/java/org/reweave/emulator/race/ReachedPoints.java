package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.reweave.emulator.stats.Branch;

/**
 * The points that the runs of a race have reached, of those that they could have: for each group every state or kind
 * that any run has seen, with everything that has befallen another one of the group. So a combination that cannot be
 * counts as one that was not reached.
 *
 * @param groups of points
 */
public record ReachedPoints(List<Group> groups) {
    /** @param missing what no run has reached */
    public record Group(String name, int reached, int possible, List<String> missing) {}

    private static final String ROWS = "row";
    private static final String DIVIDER = ": ";

    public ReachedPoints {
        groups = List.copyOf(groups);
    }

    /** @param point two words with a blank between them */
    static String point(Branch branch, String point) {
        return branch.name().toLowerCase(Locale.ROOT) + DIVIDER + point;
    }

    /** A packet was discarded by a row of the scheme's rule. */
    static String row(long row) {
        return ROWS + DIVIDER + row;
    }

    /**
     * The points that some runs have reached.
     *
     * @param rows of the scheme's rule that may discard
     */
    public static ReachedPoints of(Collection<RaceRun> runs, Set<Integer> rows) {
        Set<String> points =
                runs.stream().flatMap(run -> run.reached().stream()).collect(Collectors.toSet());
        List<Group> groups = new ArrayList<>();
        for (Branch branch : Branch.values()) {
            Set<String> first = new TreeSet<>();
            Set<String> second = new TreeSet<>();
            Set<String> seen = new TreeSet<>();
            String start = point(branch, "");
            for (String point : points) {
                if (point.startsWith(start)) {
                    String[] words = point.substring(start.length()).split(" ");
                    first.add(words[0]);
                    second.add(words[1]);
                    seen.add(words[0] + " " + words[1]);
                }
            }
            List<String> missing = new ArrayList<>();
            first.forEach(one -> second.stream()
                    .map(two -> one + " " + two)
                    .filter(both -> !seen.contains(both))
                    .forEach(missing::add));
            add(groups, branch.name().toLowerCase(Locale.ROOT), seen.size(), missing);
        }
        List<String> missing = new TreeSet<>(rows)
                .stream()
                        .filter(row -> !points.contains(row((long) row)))
                        .map(String::valueOf)
                        .toList();
        add(
                groups,
                "row",
                (int) points.stream()
                        .filter(point -> point.startsWith(ROWS + DIVIDER))
                        .count(),
                missing);
        return new ReachedPoints(groups);
    }

    private static void add(List<Group> groups, String name, int reached, List<String> missing) {
        if (reached + missing.size() > 0) {
            groups.add(new Group(name, reached, reached + missing.size(), List.copyOf(missing)));
        }
    }
}
