package org.reweave.routing.io;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Text of a file in UTF-8, or in UTF-16 where a byte order mark begins the file, as editors of Windows write it. */
final class MarkedText {
    private static final char MARK = '\ufeff';

    private MarkedText() {}

    /** Whether a mark says that the text is in UTF-16. */
    static boolean isWide(byte[] bytes) {
        int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << Byte.SIZE | bytes[1] & 0xff;
        return mark == MARK || mark == Character.reverseBytes(MARK);
    }

    /** The first bytes as text, without the mark. */
    static String of(byte[] bytes, int length) {
        Charset charset = isWide(bytes) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        String text = new String(bytes, 0, length, charset);
        return !text.isEmpty() && text.charAt(0) == MARK ? text.substring(1) : text;
    }
}
