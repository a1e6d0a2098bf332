package org.reweave.routing.io;

/**
 * Node ids for devices that have no GUID of their own, recognisable when a file comes back.
 *
 * <p>The upper half of the GUID is the ASCII text "REWV" (0x52 has the bit of locally administered addresses, so no
 * vendor uses it); then a byte for the kind, 16 bits for the device's place among its kind, and a byte for a CA's port.
 * A device with such an id carries its name in the description.
 */
final class SyntheticIds {
    private static final long PREFIX = 0x5245575600000000L;
    private static final String PREFIX_DIGITS = "52455756";
    private static final int SWITCH = 1;
    private static final int CA = 2;

    private SyntheticIds() {}

    /** @param index among the switches, or among the NICs; below 65,536, as LIDs are */
    static long guid(boolean isSwitch, int index) {
        return PREFIX | (long) (isSwitch ? SWITCH : CA) << 24 | (long) index << 8;
    }

    /** {@code S-} or {@code H-} and 16 digits. */
    static String id(boolean isSwitch, long guid) {
        return (isSwitch ? "S-" : "H-") + String.format("%016x", guid);
    }

    /** Whether the id is one that {@link #id} made of a {@link #guid}. */
    static boolean isSynthetic(String id) {
        return id.length() == 18 && id.startsWith(PREFIX_DIGITS, 2);
    }

    /** Whether a device's name is a node id of the right kind, so that the name needs no description. */
    static boolean isRealId(String name, boolean isSwitch) {
        return name.matches(isSwitch ? "S-[0-9a-f]{16}" : "H-[0-9a-f]{16}") && !isSynthetic(name);
    }

    /**
     * A name as a description: quotes, backslashes and control characters as four hexadecimal digits after a backslash.
     */
    static String escaped(String name) {
        StringBuilder out = new StringBuilder();
        for (char c : name.toCharArray()) {
            if (c == '"'
                    || c == '\\'
                    || Character.isISOControl(c)
                    || Character.isSurrogate(c)
                    || c == '\u2028'
                    || c == '\u2029') {
                out.append(String.format("\\%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** The inverse of {@link #escaped}. */
    static String unescaped(String description) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < description.length(); i++) {
            char c = description.charAt(i);
            if (c == '\\' && isCode(description, i + 1)) {
                out.append((char) Integer.parseInt(description.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static boolean isCode(String text, int from) {
        return from + 4 <= text.length() && text.substring(from, from + 4).matches("[0-9a-f]{4}");
    }
}
