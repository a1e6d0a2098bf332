package org.reweave.emulator.lax;

import java.util.Arrays;

/** How many of the needed frames of each link are missing, 0 until something else is said of the link. */
final class MissingFrames {
    private long[] byLink = new long[0];

    long of(int link) {
        return link < byLink.length ? byLink[link] : 0;
    }

    void set(int link, long missing) {
        if (link >= byLink.length) {
            byLink = Arrays.copyOf(byLink, 2 * link + 1);
        }
        byLink[link] = missing;
    }
}
