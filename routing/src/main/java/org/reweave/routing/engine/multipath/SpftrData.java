package org.reweave.routing.engine.multipath;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The contents of the files {@code spftr.txt} and {@code a-spftr.txt}: movement sequences, patterns, the pattern of
 * every pair of a 7x7 torus and the SLtoVL tables by region. Ports are 0 = N, 1 = E, 2 = S, 3 = W; rows grow
 * southwards. Source: thesis §4.3, Tables 4.2 and 4.3, Appendix A.
 */
final class SpftrData {
    /** Rows and columns of the torus that the patterns are mapped on. */
    static final int MAP_SIZE = 7;

    /** Paths of a pattern. */
    static final int PATHS = 4;

    private static final int PORTS = 4;
    private static final String DIRECTIONS = "URDL"; // by port

    /** Where a move ends. */
    enum Until {
        /** The move ends after one hop. */
        ONE_HOP,
        /** The move ends at the destination's coordinate plus an offset. */
        DESTINATION,
        /** The move ends at the last coordinate of its dimension. */
        LAST,
        /** The move ends at a fixed coordinate, the offset of the move. */
        COORDINATE
    }

    /**
     * Part of a sequence: straight on, until somewhere.
     *
     * @param port 0 to 3, the direction
     */
    record Move(int port, Until until, int offset) {}

    private final Map<Integer, Move[]> sequences = new TreeMap<>();
    private final Map<Integer, int[]> patterns = new TreeMap<>();
    private final int[] map = new int[MAP_SIZE * MAP_SIZE * MAP_SIZE * MAP_SIZE];
    private byte[][] lanes = new byte[0][]; // [(in * PORTS + out) * levels + level] of each region
    private int levels;

    private SpftrData() {}

    static SpftrData spftr() {
        SpftrData data = new SpftrData();
        data.read("spftr.txt");
        return data;
    }

    static SpftrData aSpftr() {
        SpftrData data = spftr();
        data.lanes = new byte[0][];
        data.read("a-spftr.txt");
        return data;
    }

    private void read(String name) {
        try (InputStream in = SpftrData.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the jar");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    take(line.split(" "));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(String[] words) {
        switch (words[0]) {
            case "sequence" -> {
                Move[] moves = new Move[words.length - 2];
                for (int i = 0; i < moves.length; i++) {
                    moves[i] = move(words[i + 2]);
                }
                sequences.put(Integer.valueOf(words[1]), moves);
            }
            case "pattern" -> {
                int[] pattern = new int[words.length - 2];
                for (int i = 0; i < pattern.length; i++) {
                    pattern[i] = Integer.parseInt(words[i + 2]);
                }
                patterns.put(Integer.valueOf(words[1]), pattern);
            }
            case "map" -> mapRow(Integer.parseInt(words[1]), words[2]);
            case "lanes" -> lanes(words);
            default -> throw new IllegalStateException("a line starts with " + words[0]);
        }
    }

    private static Move move(String word) {
        int port = DIRECTIONS.indexOf(word.charAt(word.length() - 1));
        String target = word.substring(0, word.length() - 1);
        if (target.equals("1H")) {
            return new Move(port, Until.ONE_HOP, 0);
        }
        if (target.isEmpty()) {
            return new Move(port, Until.DESTINATION, 0);
        }
        if (target.equals("MAX")) {
            return new Move(port, Until.LAST, 0);
        }
        if (target.startsWith("(DST")) {
            String offset = target.substring("(DST".length(), target.length() - 1);
            return new Move(port, Until.DESTINATION, Integer.parseInt(offset));
        }
        return new Move(port, Until.COORDINATE, Integer.parseInt(target));
    }

    private void mapRow(int source, String rows) {
        int at = source * MAP_SIZE * MAP_SIZE;
        for (String run : rows.split("[,/]")) {
            String[] parts = run.split("\\*");
            int pattern = parts[0].equals("-") ? -1 : Integer.parseInt(parts[0]);
            int count = parts.length == 1 ? 1 : Integer.parseInt(parts[1]);
            for (int i = 0; i < count; i++) {
                map[at++] = pattern;
            }
        }
        if (at != (source + 1) * MAP_SIZE * MAP_SIZE) {
            throw new IllegalStateException("map " + source + " has " + (at - source * MAP_SIZE * MAP_SIZE)
                    + " destinations; " + MAP_SIZE * MAP_SIZE + " are needed");
        }
    }

    private void lanes(String[] words) {
        int in = Integer.parseInt(words[1]);
        int out = Integer.parseInt(words[2]);
        levels = words[3].length();
        int regions = words.length - 3;
        if (lanes.length == 0) {
            lanes = new byte[regions][PORTS * PORTS * levels];
        }
        for (int region = 0; region < regions; region++) {
            for (int level = 0; level < levels; level++) {
                lanes[region][(in * PORTS + out) * levels + level] = (byte) (words[region + 3].charAt(level) - '0');
            }
        }
    }

    /** SLs of the tables. */
    int levels() {
        return levels;
    }

    /** The VL of a turn, in port and out port being different. */
    int lane(int region, int in, int out, int level) {
        return lanes[region][(in * PORTS + out) * levels + level];
    }

    /** The pattern of a pair of the 7x7 torus, each end by row and column; -1 = source and destination are one. */
    int mapped(int fromRow, int fromColumn, int toRow, int toColumn) {
        return map[((fromRow * MAP_SIZE + fromColumn) * MAP_SIZE + toRow) * MAP_SIZE + toColumn];
    }

    /** The largest pattern's number, plus 1. */
    int patternCount() {
        int most = 0;
        for (int number : patterns.keySet()) {
            most = Math.max(most, number + 1);
        }
        return most;
    }

    /** The four sequences of a pattern. */
    Move[][] pattern(int number) {
        int[] pattern = patterns.get(number);
        Move[][] moves = new Move[PATHS][];
        for (int i = 0; i < PATHS; i++) {
            moves[i] = sequences.get(pattern[i]);
        }
        return moves;
    }
}
