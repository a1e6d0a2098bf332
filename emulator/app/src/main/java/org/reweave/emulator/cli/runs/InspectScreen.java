package org.reweave.emulator.cli.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.timetravel.Cursor;
import org.reweave.emulator.timetravel.Cursor.Goal;
import org.reweave.emulator.timetravel.Rerun;

/** Screen of {@code reweave inspect} for a moment of a run, and the actions of its keys; without a terminal. */
final class InspectScreen {
    static final String KEYS = "n/p cut  e/E event  f/F fault  d/D drop  t/T table  ]/[ device  g/G start, end  q quit";

    private static final int EVENTS_BEFORE = 3;
    private static final int EVENTS_BEHIND = 4;
    private static final int MOST_FULL = 6;

    private final String run;
    private final Cursor cursor;
    private final Scale scale;
    private final EventLines words;
    private int device;
    private String remark = "";

    InspectScreen(String run, Cursor cursor) {
        this.run = run;
        this.cursor = cursor;
        this.scale = Scale.of(cursor.network());
        this.words = new EventLines(cursor.network());
    }

    /** @return whether the key means to quit */
    boolean press(int key) {
        remark = "";
        switch (key) {
            case 'q', 3 -> {
                return true;
            }
            case 'n', ' ' -> cursor.cut(true);
            case 'p' -> cursor.cut(false);
            case 'e' -> event(Goal.EVENT, true);
            case 'E' -> event(Goal.EVENT, false);
            case 'f' -> event(Goal.FAULT, true);
            case 'F' -> event(Goal.FAULT, false);
            case 'd' -> event(Goal.DROP, true);
            case 'D' -> event(Goal.DROP, false);
            case 't' -> event(Goal.TABLE, true);
            case 'T' -> event(Goal.TABLE, false);
            case ']' -> device = (device + 1) % devices();
            case '[' -> device = (device + devices() - 1) % devices();
            case 'g' -> cursor.move(0);
            case 'G' -> cursor.move(cursor.last());
            default -> remark = "no such key";
        }
        return false;
    }

    private int devices() {
        return cursor.network().deviceCount();
    }

    /** An event's own device becomes the chosen one. */
    private void event(Goal goal, boolean forward) {
        if (!cursor.event(goal, forward)) {
            remark = "none " + (forward ? "behind" : "before") + " this moment";
            return;
        }
        for (int i = cursor.passed() - 1; i >= 0; i--) {
            Event event = cursor.events().get(i);
            if (event.cycle() + 1 == cursor.now().cycle()) {
                device = event.device();
            }
        }
    }

    /** The screen, line by line, each cut to the width. */
    List<String> lines(int width, int height) {
        List<String> top = new ArrayList<>();
        Rerun now = cursor.now();
        top.add(run + "  " + StateText.time(now.nanoseconds(), now.cycle()) + " of "
                + Amounts.time(scale.ns(cursor.last())));
        overview(top);
        top.add("");
        List<String> bottom = new ArrayList<>();
        bottom.add("");
        near(bottom);
        bottom.add(remark.isEmpty() ? KEYS : remark + "   " + KEYS);
        List<String> all = new ArrayList<>(top);
        List<String> state = new ArrayList<>();
        StateText.lines(now.describe(device)).forEach(line -> wrap(line, width, state));
        int room = Math.max(1, height - top.size() - bottom.size());
        for (int i = 0; i < room; i++) {
            all.add(i < state.size() ? state.get(i) : "");
        }
        all.addAll(bottom);
        return all.stream()
                .map(line -> line.length() > width ? line.substring(0, width - 1) + ">" : line)
                .limit(height)
                .toList();
    }

    /** Breaks a line between words. */
    private static void wrap(String line, int width, List<String> to) {
        String rest = line;
        while (rest.length() > width) {
            int end = rest.lastIndexOf(' ', width);
            end = end < width / 2 ? width : end;
            to.add(rest.substring(0, end));
            rest = "      " + rest.substring(end).stripLeading();
        }
        to.add(rest);
    }

    private void overview(List<String> lines) {
        Rerun now = cursor.now();
        long[] sums = new long[3];
        List<String> down = new ArrayList<>();
        Map<String, Integer> packets = new LinkedHashMap<>();
        for (int number = 0; number < devices(); number++) {
            sums[0] += now.device(number).log().counted(Counter.INJECTED);
            sums[1] += now.device(number).log().counted(Counter.DELIVERED);
            sums[2] += now.device(number).log().counted(Counter.DROPPED);
            if (cursor.network().fabric().deviceCount() > number
                    && cursor.network().fabric().isSwitch(number)) {
                Map<String, Object> state = now.describe(number);
                packets.put(state.get("device").toString(), packets(state, down));
            }
        }
        lines.add("packets   " + Amounts.count(sums[0]) + " injected, " + Amounts.count(sums[1]) + " delivered, "
                + Amounts.count(sums[2]) + " dropped");
        lines.add("fullest   "
                + join(packets.entrySet().stream()
                        .filter(entry -> entry.getValue() > 0)
                        .sorted(Comparator.comparingInt(entry -> -entry.getValue()))
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .toList()));
        lines.add("down      " + join(down));
    }

    private static String join(List<String> all) {
        return all.isEmpty()
                ? "none"
                : String.join(", ", all.subList(0, Math.min(MOST_FULL, all.size())))
                        + (all.size() > MOST_FULL ? ", " + (all.size() - MOST_FULL) + " more" : "");
    }

    private static int packets(Map<String, Object> state, List<String> down) {
        int packets = 0;
        for (Object port : (List<?>) state.get("ports")) {
            Map<?, ?> one = (Map<?, ?>) port;
            if (one.get("up").equals(false)) {
                down.add(state.get("device") + "." + one.get("port"));
            }
            for (Object lane : (List<?>) one.get("vls")) {
                packets += ((List<?>) ((Map<?, ?>) lane).get("input")).size()
                        + ((List<?>) ((Map<?, ?>) lane).get("output")).size();
            }
        }
        return packets;
    }

    /** Events around this moment; those before it are marked. */
    private void near(List<String> lines) {
        int passed = cursor.passed();
        List<Event> events = cursor.events();
        for (int i = passed - EVENTS_BEFORE; i < passed + EVENTS_BEHIND; i++) {
            lines.add(
                    i < 0 || i >= events.size()
                            ? ""
                            : (i < passed ? "< " : "> ") + Amounts.time(words.nanoseconds(events.get(i))) + "  "
                                    + words.device(events.get(i)) + "  "
                                    + events.get(i).kind().label() + " " + words.arguments(events.get(i)));
        }
    }
}
