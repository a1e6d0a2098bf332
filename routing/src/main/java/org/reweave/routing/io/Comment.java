package org.reweave.routing.io;

import java.util.Arrays;
import java.util.List;
import org.reweave.routing.topology.Addressing;

/**
 * The text behind the {@code #} of a node or port line: {@code lid 28 lmc 0 "description" lid 13 4xEDR}. Descriptions
 * may hold anything, quotes and {@code #} included, so they reach from the first quote to the last.
 */
final class Comment {
    private static final List<String> NONE = List.of();
    private static final String LATENCY = "latency";

    final List<String> head;
    final List<String> tail;
    /** Null = none. */
    final String description;

    private final Dump dump;
    private final int line;

    private Comment(Dump dump, int line, List<String> head, String description, List<String> tail) {
        this.dump = dump;
        this.line = line;
        this.head = head;
        this.description = description;
        this.tail = tail;
    }

    /**
     * Reads the rest of a line, which is empty or a comment.
     *
     * @throws FabricFormatException for anything else, and for a quote that never closes
     */
    static Comment of(Dump dump, LineCursor cursor) {
        cursor.skipSpace();
        if (cursor.atEnd()) {
            return new Comment(dump, cursor.line(), NONE, null, NONE);
        }
        cursor.expect('#', "before the description");
        String text = cursor.rest();
        int open = text.indexOf('"');
        int close = text.lastIndexOf('"');
        if (open < 0) {
            return new Comment(dump, cursor.line(), NONE, null, words(text));
        }
        if (open == close) {
            throw dump.refuse(
                    cursor.line(),
                    "the description '" + LineCursor.shown(text.substring(open)) + "' has no closing quote",
                    "'\"' after it; the file is cut short");
        }
        return new Comment(
                dump,
                cursor.line(),
                words(text.substring(0, open)),
                text.substring(open + 1, close),
                words(text.substring(close + 1)));
    }

    private static List<String> words(String text) {
        return text.isBlank() ? NONE : Arrays.asList(text.strip().split("\\s+"));
    }

    /**
     * The number after a word; 0 when the word is not there.
     *
     * @throws FabricFormatException when something else follows it
     */
    int number(List<String> words, String word, int max) {
        int at = words.indexOf(word);
        if (at < 0) {
            return 0;
        }
        String digits = at + 1 < words.size() ? words.get(at + 1) : "";
        boolean number =
                !digits.isEmpty() && digits.length() <= 9 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!number || Integer.parseInt(digits) > max) {
            throw dump.refuse(
                    line, "found '" + LineCursor.shown(digits) + "' after '" + word + "'", "a number from 0 to " + max);
        }
        return Integer.parseInt(digits);
    }

    /**
     * The LID after {@code lid}; 0 when there is none: no such word, nothing after it but {@code lmc} or the rate of a
     * link, or 65535 or -1, which a port has before the subnet manager has given it one.
     */
    int lid(List<String> words) {
        int at = words.indexOf("lid");
        String next = at < 0 || at + 1 == words.size() ? "" : words.get(at + 1);
        boolean isAbsent = next.equals("lmc") || next.equals("65535") || next.equals("-1") || isRate(next);
        return isAbsent ? 0 : number(words, "lid", Addressing.LID16.largest());
    }

    /** The first word such as {@code 4xQDR}; null when there is none. */
    String rate() {
        for (String word : tail) {
            if (isRate(word)) {
                return word;
            }
        }
        return tail.contains("???") ? "???" : null;
    }

    private static boolean isRate(String word) {
        int x = word.indexOf('x');
        return x > 0 && x < word.length() - 1 && word.chars().limit(x).allMatch(Character::isDigit);
    }

    /**
     * Our own exporter's {@code latency 5000ps}, in picoseconds; -1 when there is none. Without {@code =}, which
     * {@code ibsim} takes for an option even here.
     */
    long latencyPs() {
        int at = tail.indexOf(LATENCY);
        if (at < 0 || at + 1 == tail.size() || !tail.get(at + 1).endsWith("ps")) {
            return -1;
        }
        String value = tail.get(at + 1);
        try {
            return Math.max(-1, Long.parseLong(value.substring(0, value.length() - 2)));
        } catch (NumberFormatException e) {
            throw dump.refuse(
                    line,
                    "found '" + LineCursor.shown(value) + "' after '" + LATENCY + "'",
                    "a whole number of picoseconds");
        }
    }
}
