package org.reweave.routing.model;

import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the known name a user may have meant, for error texts. */
public final class NearestName {
    /** Characters of a name that are compared: more than any known name has. */
    private static final int MOST_COMPARED = 200;

    private NearestName() {}

    /**
     * @return the known name with the fewest insertions, deletions, substitutions and swaps of neighbours from the
     *     given one; ties go to the first alphabetically
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

    /**
     * The nearest known name, if so few edits lead to it that it was probably meant: at most a third of its characters,
     * and two in short names, of which a swap of neighbours is one.
     */
    public static Optional<String> near(String name, Collection<String> known) {
        if (known.isEmpty()) {
            return Optional.empty();
        }
        String nearest = of(name, known);
        String compared = name.substring(0, Math.min(name.length(), MOST_COMPARED));
        int most = Math.min(nearest.length() - 1, Math.max(2, nearest.length() / 3));
        return edits(compared, nearest) <= most ? Optional.of(nearest) : Optional.empty();
    }

    /** Edits from one text to another: characters put in, left out, replaced, or swapped with their neighbour. */
    private static int edits(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : edits(edits, a, b, i, j);
            }
        }
        return edits[a.length()][b.length()];
    }

    /** @param known edits of shorter beginnings of both texts */
    private static int edits(int[][] known, String a, String b, int i, int j) {
        int replaced = known[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int fewest = Math.min(replaced, 1 + Math.min(known[i - 1][j], known[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(fewest, known[i - 2][j - 2] + 1) : fewest;
    }
}
