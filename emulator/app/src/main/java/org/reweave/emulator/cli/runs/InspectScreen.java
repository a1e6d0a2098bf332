package org.reweave.emulator.cli.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.timetravel.Cursor;
import org.reweave.emulator.timetravel.Cursor.Goal;
import org.reweave.emulator.timetravel.KnownDeadlock;
import org.reweave.emulator.timetravel.PacketTrace;
import org.reweave.emulator.timetravel.Rerun;
import org.reweave.routing.model.NearestName;

/** Screen of {@code reweave inspect} for a moment of a run, and the actions of its keys; without a terminal. */
final class InspectScreen {
    static final String KEYS =
            "n/p cut  e/E event  f/F fault  d/D drop  t/T table  x deadlock  ]/[ device  / name  g/G end  q quit";

    private static final int ESCAPE = 27;
    private static final int BACKSPACE = 8;
    private static final int DELETE = 127;
    private static final int MOST_TYPED = 200;

    private static final int EVENTS_BEFORE = 3;
    private static final int EVENTS_BEHIND = 4;
    private static final int MOST_FULL = 6;

    private final String run;
    private final Cursor cursor;
    private final Scale scale;
    private final EventLines words;
    private int device;
    private String remark = "";
    private StringBuilder typed; // after /; null = no name is being typed
    private Optional<PacketTrace.Life> followed = Optional.empty();

    InspectScreen(String run, Cursor cursor) {
        this.run = run;
        this.cursor = cursor;
        this.scale = Scale.of(cursor.network());
        this.words = new EventLines(cursor.network());
    }

    /** @return whether the key means to quit */
    boolean press(int key) {
        if (typed != null) {
            type(key);
            return false;
        }
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
            case 'x' -> deadlock();
            case '/' -> typed = new StringBuilder();
            case '.' -> hop(true);
            case ',' -> hop(false);
            case 'g' -> cursor.move(0);
            case 'G' -> cursor.move(cursor.last());
            default -> remark = "no such key";
        }
        return false;
    }

    /** To where the run's deadlock formed; from there, to where it was proven. */
    private void deadlock() {
        Optional<KnownDeadlock> deadlock = cursor.deadlock();
        if (deadlock.isEmpty()) {
            remark = "no deadlock is known of this run";
            return;
        }
        KnownDeadlock known = deadlock.get();
        boolean isThere = cursor.now().cycle() == known.formedAt();
        cursor.move(isThere ? known.foundAt() : known.formedAt());
        device = known.devices().get(0);
        remark = (isThere ? "the deadlock is proven here: " : "the deadlock has formed here: ")
                + String.join(" waits for ", known.packets());
    }

    /** A key while a name is typed. */
    private void type(int key) {
        if (key == '\r' || key == '\n') {
            String name = typed.toString().strip();
            typed = null;
            go(name);
        } else if (key == ESCAPE || key == 3) {
            typed = null;
        } else if (key == BACKSPACE || key == DELETE) {
            typed.setLength(Math.max(0, typed.length() - 1));
        } else if (typed.length() < MOST_TYPED && key >= ' ') {
            typed.appendCodePoint(key);
        }
    }

    /** To a device, or to the injection of a packet. */
    private void go(String name) {
        List<String> names = List.of(cursor.network().names());
        int sign = name.lastIndexOf('#');
        int named = names.indexOf(name);
        if (named >= 0) {
            device = named;
        } else if (sign > 0
                && name.substring(sign + 1).matches("\\d{1,9}")
                && names.contains(name.substring(0, sign))) {
            follow(name, names.indexOf(name.substring(0, sign)), Long.parseLong(name.substring(sign + 1)));
        } else {
            remark = "no device and no packet: " + name + "; the nearest name is " + NearestName.of(name, names);
        }
    }

    private void follow(String name, int source, long number) {
        int nic = source - cursor.network().fabric().switchCount();
        followed =
                nic < 0 || nic >= cursor.network().fabric().nicCount() ? Optional.empty() : cursor.course(nic, number);
        if (followed.isEmpty()) {
            remark = "no packet " + name + " was injected";
            return;
        }
        device = source;
        cursor.move(followed.get().injected() + 1);
        remark = name + ": injected here, " + followed.get().end() + " at "
                + followed.get().where() + "   . , next and last hop";
    }

    /** To the next hop of the packet that is followed, or the one before. */
    private void hop(boolean forward) {
        if (followed.isEmpty()) {
            remark = "no packet is followed; / and its name, such as n0_3#17, follow one";
            return;
        }
        List<PacketTrace.Hop> hops = followed.get().hops();
        int found = -1;
        for (int i = 0; i < hops.size(); i++) {
            long behind = hops.get(i).arrived() + 1;
            if (forward
                    ? found < 0 && behind > cursor.now().cycle()
                    : behind < cursor.now().cycle()) {
                found = i;
            }
        }
        if (found < 0) {
            remark = "no hop of " + followed.get().packet() + (forward ? " after" : " before") + " this moment";
            return;
        }
        cursor.move(hops.get(found).arrived() + 1);
        device = List.of(cursor.network().names()).indexOf(hops.get(found).device());
        remark = followed.get().packet() + ": hop " + (found + 1) + " of " + hops.size();
    }

    /** Goes to a moment and a device. */
    void place(long cycle, String name) {
        cursor.move(cycle);
        device = Math.max(0, List.of(cursor.network().names()).indexOf(name));
    }

    /** The device that is shown. */
    String deviceName() {
        return cursor.network().names()[device];
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
        bottom.add(bottomLine());
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

    private String bottomLine() {
        if (typed != null) {
            return "device or packet: " + typed + "_   (Enter goes there, Esc does not)";
        }
        return remark.isEmpty() ? KEYS : remark + "   " + KEYS;
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
