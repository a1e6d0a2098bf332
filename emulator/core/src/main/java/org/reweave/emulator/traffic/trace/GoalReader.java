package org.reweave.emulator.traffic.trace;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.routing.io.BoundedLines;

/**
 * Programs in the text form of GOAL (Hoefler, Siebert, Lumsdaine: Group Operation Assembly Language, ICPP 2009; as
 * LogGOPSim reads it).
 *
 * <p>The subset, statements one a line, comments {@code //} and {@code /* *}{@code /}:
 *
 * <pre>
 *  num_ranks N
 *  rank R {
 *  [label:] send SIZEb to R [tag T] [cpu 0] [nic 0]
 *  [label:] recv SIZEb from R [tag T] [cpu 0] [nic 0]
 *  [label:] calc NANOSECONDS [cpu 0]
 *  label requires label
 *  }
 *  </pre>
 *
 * Everything else is refused ({@code irequires}, more than one CPU or NIC). The k-th recv of a rank from another with a
 * tag takes the k-th send of that rank to it with the tag, both in the order of the file; tag 0 if none is given. Sends
 * do not wait for their recv. The calculations of a rank take turns on its one CPU, in the order in which they can
 * start.
 */
final class GoalReader {
    private static final Pattern RANKS = Pattern.compile("num_ranks\\s+(\\d{1,9})");
    private static final Pattern RANK = Pattern.compile("rank\\s+(\\d{1,9})\\s*\\{");
    private static final Pattern MESSAGE = Pattern.compile(
            "(?:(\\w+)\\s*:\\s*)?(send|recv)\\s+(\\d{1,18})b\\s+(to|from)\\s+(\\d{1,9})(?:\\s+tag\\s+(\\d{1,18}))?(.*)");
    private static final Pattern CALC = Pattern.compile("(?:(\\w+)\\s*:\\s*)?calc\\s+(\\d{1,18})(.*)");
    private static final Pattern REQUIRES = Pattern.compile("(\\w+)\\s+requires\\s+(\\w+)");
    private static final long NANOSECOND_PS = 1000;

    /** Messages that the two ends tell apart by nothing but their order. */
    private record Channel(int from, int to, long tag) {}

    private final TraceScale scale;
    private final TraceBuilder trace;
    private final String file;
    private final Map<Channel, ArrayDeque<Integer>> sends = new HashMap<>();
    private final Map<Channel, ArrayDeque<Integer>> receives = new LinkedHashMap<>();
    private final List<Integer> lines = new ArrayList<>(); // by operation
    private final List<Long> sizes = new ArrayList<>(); // by operation, in bytes
    private final Map<String, Integer> labels = new HashMap<>();
    private int ranks = -1;
    private int rank = -1;
    private boolean[] seen;
    private int line;
    private boolean inComment;

    GoalReader(String file, TraceScale scale) {
        this.file = file;
        this.scale = scale;
        this.trace = new TraceBuilder(file);
    }

    /** Whether a text is in this form: its first word that is no comment is {@code num_ranks}. */
    static boolean isGoal(BoundedLines in) throws IOException {
        GoalReader reader = new GoalReader(in.source(), null);
        for (String text = in.next(); text != null; text = in.next()) {
            String statement = reader.withoutComments(text).strip();
            if (!statement.isEmpty()) {
                return statement.startsWith("num_ranks");
            }
        }
        return false;
    }

    Trace read(BoundedLines in) throws IOException, TraceFormatException {
        for (String text = in.next(); text != null; text = in.next()) {
            line++;
            String statement = withoutComments(text).strip();
            if (!statement.isEmpty()) {
                statement(statement);
            }
        }
        if (ranks < 0) {
            throw new TraceFormatException(file + ": has no num_ranks; begin with num_ranks N");
        }
        if (rank >= 0) {
            throw error("rank " + rank + " is not closed", "end it with }");
        }
        match();
        return trace.build();
    }

    private String withoutComments(String text) {
        StringBuilder kept = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            if (inComment) {
                int end = text.indexOf("*/", at);
                inComment = end < 0;
                at = end < 0 ? text.length() : end + 2;
            } else if (text.startsWith("//", at)) {
                at = text.length();
            } else if (text.startsWith("/*", at)) {
                inComment = true;
                at += 2;
            } else {
                kept.append(text.charAt(at++));
            }
        }
        return kept.toString();
    }

    private void statement(String text) throws TraceFormatException {
        Matcher matcher = RANKS.matcher(text);
        if (matcher.matches() && ranks < 0) {
            ranks = Integer.parseInt(matcher.group(1));
            if (ranks < 1 || ranks > TraceBuilder.MAX_RANKS) {
                throw error("num_ranks " + ranks + " is not 1 to " + TraceBuilder.MAX_RANKS, "correct it");
            }
            trace.ranks(ranks);
            seen = new boolean[ranks];
            return;
        }
        if (ranks < 0) {
            throw error("'" + TraceBuilder.shown(text) + "' before num_ranks", "begin with num_ranks N");
        }
        if (rank < 0) {
            open(text);
        } else if (text.equals("}")) {
            rank = -1;
            labels.clear();
        } else {
            inRank(text);
        }
    }

    private void open(String text) throws TraceFormatException {
        Matcher matcher = RANK.matcher(text);
        if (!matcher.matches()) {
            throw error("'" + TraceBuilder.shown(text) + "' where a rank should begin", "write rank R {");
        }
        rank = rankNumber(matcher.group(1));
        if (seen[rank]) {
            throw error("rank " + rank + " is there twice", "keep one");
        }
        seen[rank] = true;
    }

    private void inRank(String text) throws TraceFormatException {
        Matcher matcher = MESSAGE.matcher(text);
        if (matcher.matches()) {
            message(matcher);
            return;
        }
        matcher = CALC.matcher(text);
        if (matcher.matches()) {
            checkPlace(matcher.group(3));
            long cycles = scale.cycles(new BigDecimal(matcher.group(2)), NANOSECOND_PS);
            if (cycles < 0) {
                throw error("calc " + matcher.group(2) + " is too long", "lower traffic.trace.scale");
            }
            label(matcher.group(1), trace.add(Trace.COMPUTE, rank, rank, 0, cycles, line), 0);
            return;
        }
        matcher = REQUIRES.matcher(text);
        if (!matcher.matches()) {
            throw error(
                    "'" + TraceBuilder.shown(text) + "' is not understood",
                    "write send, recv, calc or requires, one a line");
        }
        trace.afterDone(operation(matcher.group(2)), operation(matcher.group(1)));
    }

    private void message(Matcher matcher) throws TraceFormatException {
        boolean isSend = matcher.group(2).equals("send");
        if (isSend != matcher.group(4).equals("to")) {
            throw error("'" + matcher.group(4) + "' after " + matcher.group(2), isSend ? "write to" : "write from");
        }
        checkPlace(matcher.group(7));
        long bytes = Long.parseLong(matcher.group(3));
        if (bytes > Integer.MAX_VALUE) {
            throw error("size " + bytes + " > " + Integer.MAX_VALUE, "lower it");
        }
        int peer = rankNumber(matcher.group(5));
        long tag = matcher.group(6) == null ? 0 : Long.parseLong(matcher.group(6));
        byte kind = isSend ? Trace.SEND : Trace.RECEIVE;
        int operation = trace.add(kind, rank, peer, (int) scale.flits(bytes), 0, line);
        Channel channel = isSend ? new Channel(rank, peer, tag) : new Channel(peer, rank, tag);
        (isSend ? sends : receives)
                .computeIfAbsent(channel, c -> new ArrayDeque<>())
                .add(operation);
        label(matcher.group(1), operation, bytes);
    }

    private void label(String name, int operation, long bytes) throws TraceFormatException {
        lines.add(line);
        sizes.add(bytes);
        if (name != null && labels.put(name, operation) != null) {
            throw error("label " + name + " is there twice in rank " + rank, "rename one");
        }
    }

    private int operation(String label) throws TraceFormatException {
        Integer operation = labels.get(label);
        if (operation == null) {
            throw error("rank " + rank + " has no label " + label + " above", "correct it, or move this line down");
        }
        return operation;
    }

    private int rankNumber(String text) throws TraceFormatException {
        int number = Integer.parseInt(text);
        if (number >= ranks) {
            throw error("rank " + number + " >= num_ranks " + ranks, "lower it or raise num_ranks");
        }
        return number;
    }

    private void checkPlace(String text) throws TraceFormatException {
        String[] words = text.isBlank() ? new String[0] : text.strip().split("\\s+");
        boolean known = words.length % 2 == 0 && (words.length == 0 || Character.isWhitespace(text.charAt(0)));
        for (int i = 0; known && i < words.length; i += 2) {
            known = (words[i].equals("cpu") || words[i].equals("nic")) && words[i + 1].equals("0");
        }
        if (!known) {
            throw error(
                    "'" + TraceBuilder.shown(text.strip()) + "' is not understood",
                    "a rank has CPU 0 and NIC 0 only; remove it");
        }
    }

    /** Every recv waits for its message. */
    private void match() throws TraceFormatException {
        for (Map.Entry<Channel, ArrayDeque<Integer>> entry : receives.entrySet()) {
            ArrayDeque<Integer> sent = sends.getOrDefault(entry.getKey(), new ArrayDeque<>());
            for (int receive : entry.getValue()) {
                line = lines.get(receive);
                if (sent.isEmpty()) {
                    Channel channel = entry.getKey();
                    throw error(
                            "rank " + channel.from() + " has no send to " + channel.to() + " with tag " + channel.tag()
                                    + " for this recv",
                            "add it, or remove the recv");
                }
                int send = sent.remove();
                if (!sizes.get(send).equals(sizes.get(receive))) {
                    throw error("its send, line " + lines.get(send) + ", has another size", "make them equal");
                }
                trace.afterDelivery(send, receive);
            }
        }
    }

    private TraceFormatException error(String complaint, String remedy) {
        return trace.error(line, complaint, remedy);
    }
}
