package org.reweave.routing.model;

import java.util.Collection;
import java.util.TreeSet;

/** Finds the known name a user may have meant, for error texts. */
public final class NearestName {
    /** Characters of a name that are compared: more than any known name has. */
    private static final int MOST_COMPARED = 200;

    private NearestName() {}

    /**
     * @return the known name with the fewest insertions, deletions and substitutions from the given one; ties go to the
     *     first alphabetically
     * @throws IllegalArgumentException when nothing is known
     */
    public static String of(String name, Collection<String> known) {
        String compared = name.substring(0, Math.min(name.length(), MOST_COMPARED));
        String nearest = null;
        int fewest = Integer.MAX_VALUE;
        for (String candidate : new TreeSet<>(known)) {
            int edits = edits(compared, candidate);
            if (edits < fewest) {
                fewest = edits;
                nearest = candidate;
            }
        }
        if (nearest == null) {
            throw new IllegalArgumentException("no names are known, so none is near '" + name + "'");
        }
        return nearest;
    }

    /** Levenshtein distance. */
    private static int edits(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(substitution, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[b.length()];
    }
}
