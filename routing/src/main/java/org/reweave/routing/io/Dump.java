package org.reweave.routing.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A topology file as written, before its two halves of each cable are put together. */
final class Dump {
    /** The kind of device that a section describes. */
    enum Kind {
        SWITCH,
        CA,
        ROUTER
    }

    /**
     * One port line.
     *
     * @param ownLid as the line gives it for this port (CAs); 0 = none
     * @param peerLid as the line gives it for the other end; 0 = none
     * @param peerDescription null = none
     * @param rate as written; null = none
     * @param latencyPs picoseconds; -1 = none
     */
    record Port(
            int number,
            String peerId,
            int peerPort,
            int ownLid,
            int ownLmc,
            int peerLid,
            String peerDescription,
            String rate,
            long latencyPs,
            int line) {}

    /**
     * One section.
     *
     * @param coordinates of our own exporter; null = none
     */
    record Node(
            Kind kind,
            String id,
            int portCount,
            String description,
            int lid,
            int lmc,
            int line,
            int[] coordinates,
            Map<Integer, Port> ports) {
        Node(Kind kind, String id, int portCount, String description, int lid, int lmc, int line, int[] coordinates) {
            this(kind, id, portCount, description, lid, lmc, line, coordinates, new TreeMap<>());
        }
    }

    final String source;
    final Map<String, Node> nodes = new LinkedHashMap<>();
    final List<FileFinding> findings = new ArrayList<>();
    /** Shape that our own exporter wrote: family, then dimensions; null = none. */
    String shape;

    int shapeLine;

    Dump(String source) {
        this.source = source;
    }

    void note(int line, FileFinding.Kind kind, String text) {
        findings.add(new FileFinding(line, kind, text));
    }

    FabricFormatException refuse(int line, String found, String expected) {
        return new FabricFormatException(source, line, found, expected);
    }
}
