package org.reweave.routing.io;

/** Reads one line of a file from left to right and refuses it where it stops making sense. */
final class LineCursor {
    private static final int MAX_SHOWN = 60;

    private final String source;
    private final int line;
    private final String text;
    private int at;

    LineCursor(String source, int line, String text) {
        this.source = source;
        this.line = line;
        this.text = text;
    }

    int line() {
        return line;
    }

    void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    boolean atEnd() {
        return at >= text.length();
    }

    boolean next(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    /** Passes over the character if it is next. */
    boolean accept(char c) {
        if (!next(c)) {
            return false;
        }
        at++;
        return true;
    }

    /** Passes over the word if it is next. */
    boolean accept(String word) {
        if (!text.startsWith(word, at)) {
            return false;
        }
        at += word.length();
        return true;
    }

    void expect(char c, String role) {
        if (!accept(c)) {
            throw refuse("'" + c + "' " + role);
        }
    }

    /** The text up to a character, which is passed over. */
    String until(char c, String role) {
        int end = text.indexOf(c, at);
        if (end < 0) {
            throw refuse("'" + c + "' " + role);
        }
        String part = text.substring(at, end);
        at = end + 1;
        return part;
    }

    /**
     * Decimal digits.
     *
     * @param label what they mean, for the message
     */
    int number(String label, int min, int max) {
        int end = at;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        if (end == at || end - at > 9) {
            throw refuse(label + ", a number from " + min + " to " + max);
        }
        int number = Integer.parseInt(text.substring(at, end));
        if (number < min || number > max) {
            throw refuse(label + ", a number from " + min + " to " + max);
        }
        at = end;
        return number;
    }

    /** The unread rest of the line. */
    String rest() {
        return text.substring(at);
    }

    FabricFormatException refuse(String expected) {
        String found = atEnd() ? "the line ends" : "found '" + shown(rest()) + "'";
        return new FabricFormatException(
                source, line, found + " after '" + shown(text.substring(0, at)) + "'", expected);
    }

    static String shown(String text) {
        String clean = text.chars()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return clean.length() <= MAX_SHOWN ? clean : clean.substring(0, MAX_SHOWN) + "..";
    }
}
