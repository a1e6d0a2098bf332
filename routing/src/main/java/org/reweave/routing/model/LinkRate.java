package org.reweave.routing.model;

/**
 * A link's width and speed, as InfiniBand tools print it ({@code 4xFDR10}), with its data rate after line coding. Rates
 * are exact integers (kilobit per second), so that links of different rates compare and divide without rounding.
 */
public record LinkRate(int width, Speed speed) {
    /** Speed of one lane. {@code kbps} is the data rate after 8b/10b or 64b/66b coding, rounded down to 1 kbit/s. */
    public enum Speed {
        SDR(2_000_000L),
        DDR(4_000_000L),
        QDR(8_000_000L),
        FDR10(10_000_000L),
        FDR(13_636_363L),
        EDR(25_000_000L),
        HDR(50_000_000L),
        NDR(100_000_000L),
        XDR(200_000_000L);

        private final long kbps;

        Speed(long kbps) {
            this.kbps = kbps;
        }

        public long kbps() {
            return kbps;
        }
    }

    public LinkRate {
        if (width != 1 && width != 2 && width != 4 && width != 8 && width != 12) {
            throw new IllegalArgumentException("link width " + width + " is not one of 1, 2, 4, 8, 12");
        }
    }

    /**
     * @return the rate written as {@code 4xQDR}
     * @throws IllegalArgumentException naming the text and what is accepted
     */
    public static LinkRate parse(String text) {
        int x = text.indexOf('x');
        try {
            return new LinkRate(
                    Integer.parseInt(text.substring(0, Math.max(x, 0))), Speed.valueOf(text.substring(x + 1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "link rate '" + text
                            + "' is not WIDTHxSPEED such as 4xQDR (widths 1, 2, 4, 8, 12; speeds SDR to XDR)",
                    e);
        }
    }

    public long kbps() {
        return width * speed.kbps();
    }

    @Override
    public String toString() {
        return width + "x" + speed;
    }
}
