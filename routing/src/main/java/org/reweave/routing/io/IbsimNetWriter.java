package org.reweave.routing.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.reweave.routing.topology.Fabric;

/**
 * Writes a fabric as a net file for {@code ibsim}: what {@link IbnetdiscoverWriter} writes, with the options that make
 * the simulated ports run at the links' rates as far as {@code ibsim} knows them (1x to 12x SDR, DDR, QDR; others stand
 * in the comment only). LIDs stand where {@code ibsim} takes its initial ones from. {@link IbnetdiscoverReader} gives
 * the same fabric back. Source: ibsim, sim_net.c.
 */
public final class IbsimNetWriter {
    private static final int MAX_LINE_BYTES = 254;

    private IbsimNetWriter() {}

    /**
     * The file's text.
     *
     * @throws IllegalArgumentException for more than 65,536 switches or NICs, or a line longer than {@code ibsim} reads
     */
    public static String text(Fabric fabric) {
        String text = IbnetdiscoverWriter.text(
                fabric, List.of("A net file for ibsim."), link -> IbsimRates.options(fabric.linkRate(link)));
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            int bytes = line.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_LINE_BYTES && !line.startsWith("#")) {
                throw new IllegalArgumentException(fabric.name() + ": line " + number + " ('" + LineCursor.shown(line)
                        + "') would have " + bytes + " bytes > " + MAX_LINE_BYTES
                        + ", which ibsim reads at most; shorten the devices' names");
            }
        }
        return text;
    }

    /** Writes the text to a file, as UTF-8. */
    public static void write(Fabric fabric, Path file) throws IOException {
        Files.write(file, text(fabric).getBytes(StandardCharsets.UTF_8));
    }
}
