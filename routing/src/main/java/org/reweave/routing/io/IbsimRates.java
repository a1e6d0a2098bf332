package org.reweave.routing.io;

import org.reweave.routing.model.LinkRate;

/**
 * The options {@code w=2 s=4} of ports in {@code ibsim} net files: masks of enabled widths (1, 2, 4, 8 for 1x, 4x, 8x,
 * 12x) and speeds (1, 2, 4 for SDR, DDR, QDR). A link runs at the highest that both of its ends have. Source: ibsim,
 * sim_net.c, parse_port_opt and get_active_linkwidth.
 */
final class IbsimRates {
    private static final int[] WIDTHS = {1, 4, 8, 12};
    private static final LinkRate.Speed[] SPEEDS = {LinkRate.Speed.SDR, LinkRate.Speed.DDR, LinkRate.Speed.QDR};

    private IbsimRates() {}

    /** The options of a rate, with a space before each; none for a rate that {@code ibsim} does not know, or null. */
    static String options(LinkRate rate) {
        if (rate != null) {
            for (int w = 0; w < WIDTHS.length; w++) {
                for (int s = 0; s < SPEEDS.length; s++) {
                    if (rate.width() == WIDTHS[w] && rate.speed() == SPEEDS[s]) {
                        return " w=" + (1 << w) + " s=" + (1 << s);
                    }
                }
            }
        }
        return "";
    }

    /**
     * Reads options, in any order.
     *
     * @return the highest rate that they enable; null unless both kinds are given
     * @throws FabricFormatException for masks that enable nothing known
     */
    static String read(LineCursor cursor) {
        int widths = 0;
        int speeds = 0;
        while (true) {
            cursor.skipSpace();
            if (cursor.accept("w=")) {
                widths = cursor.number("a mask of link widths", 1, (1 << WIDTHS.length) - 1);
            } else if (cursor.accept("s=")) {
                speeds = cursor.number("a mask of link speeds", 1, (1 << SPEEDS.length) - 1);
            } else {
                break;
            }
        }
        return widths == 0 || speeds == 0
                ? null
                : new LinkRate(WIDTHS[highest(widths)], SPEEDS[highest(speeds)]).toString();
    }

    private static int highest(int mask) {
        return 31 - Integer.numberOfLeadingZeros(mask);
    }
}
