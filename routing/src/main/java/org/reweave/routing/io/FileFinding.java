package org.reweave.routing.io;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Something odd in a file that was understood all the same.
 *
 * @param line where, from 1; 0 = the file as a whole
 * @param text one sentence, with names and values
 */
public record FileFinding(int line, Kind kind, String text) {
    /** The kinds of odd things in a file. */
    public enum Kind {
        /** A line that belongs to no dump, such as a shell prompt or a warning. */
        JUNK_LINE,
        /** A switch port cabled to its own switch; no link of the fabric. */
        LOOPBACK,
        /** An "Aggregation Node" inside a switch (SHARP) that poses as a CA; neither NIC nor link of the fabric. */
        PSEUDO_CA,
        /** A router; taken as a NIC. */
        ROUTER,
        /** Several nodes with the GUID of their chassis; their ids tell them apart. */
        SHARED_GUID,
        /** A CA that switches mention but that has no section of its own. */
        NOT_DESCRIBED,
        /** The other end does not list the link; it is taken as real. */
        MISSING_REVERSE,
        /** The two ends give different rates; the lower one is taken. */
        RATES_DISAGREE,
        /** A width or speed that is not known; the link has no rate. */
        UNKNOWN_RATE,
        /** Links without a rate, in a file that states the rates of others. */
        NO_RATE,
        /** A LID mentioned at the other end of a cable is not the device's own; its own is taken. */
        LIDS_DISAGREE,
        /** Devices without a LID; they get the lowest free ones. */
        NO_LID,
        /** Ports with several LIDs; only the base LID is kept. */
        SEVERAL_LIDS,
        /** A link that runs slower, or narrower, than both of its ends can. */
        DOWN_TRAINED,
        /** A host link slower than most at its switch: an older adapter, or a down-trained cable. */
        SLOW_HOST_LINK,
        /** Two switches are joined by fewer parallel cables than most pairs. */
        MISSING_CABLE,
        /** A part of the fabric that no link joins to the first part. */
        DISCONNECTED,
        /** Nodes of a graph file that are not said to be switches or NICs. */
        KIND_BY_LINKS,
        /** The file has lost its tabs; what they separated is clear all the same. */
        LOST_TABS,
        /** No NIC at all. */
        NO_NICS,
        /** The regular shape that the exporter wrote down no longer fits the switches; the fabric is irregular. */
        SHAPE_LOST
    }

    @Override
    public String toString() {
        return (line > 0 ? "line " + line + ": " : "") + text;
    }

    /** Findings of one kind, at most, that {@link #grouped} gives one by one. */
    private static final int MOST_OF_A_KIND = 5;

    /**
     * The findings as lines, in order; where there are many of one kind, the first ones and how many more there are.
     */
    public static List<String> grouped(List<FileFinding> findings) {
        Map<Kind, Integer> left = new EnumMap<>(Kind.class);
        findings.forEach(finding -> left.merge(finding.kind(), 1, Integer::sum));
        Map<Kind, Integer> given = new EnumMap<>(Kind.class);
        List<String> lines = new ArrayList<>();
        for (FileFinding finding : findings) {
            int number = given.merge(finding.kind(), 1, Integer::sum);
            int all = left.get(finding.kind());
            if (number <= MOST_OF_A_KIND || all == MOST_OF_A_KIND + 1) {
                lines.add(finding.toString());
            } else if (number == MOST_OF_A_KIND + 1) {
                String kind = finding.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                lines.add("and " + (all - MOST_OF_A_KIND) + " more of that kind (" + kind + "), the next in line "
                        + finding.line());
            }
        }
        return lines;
    }
}
