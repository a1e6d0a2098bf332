package org.reweave.emulator.spacetime;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.spacetime.Moment.Tone;

/**
 * Events of some devices in a part of a run, with their causes.
 *
 * @param lines how events are written
 * @param events in order of time
 * @param causes among these events
 * @param marked numbers of the events that are asked about
 * @param past numbers of the marked events and of those that happened before them: earlier ones of the same device,
 *     causes, and what happened before those; causes by events that are not here are followed, too
 */
public record SpaceTime(EventLines lines, List<Event> events, List<Cause> causes, BitSet marked, BitSet past) {
    /**
     * Chooses events.
     *
     * @param all events of the run up to the end of the window, in order of time
     * @param window cycles of events to keep
     * @param devices of events to keep, but for the manager's requests to others
     * @param marks events that are asked about
     */
    public static SpaceTime of(
            Network network, List<Event> all, LongPredicate window, IntPredicate devices, Predicate<Event> marks) {
        List<Cause> causes = Causes.of(all, network.wiring());
        BitSet marked = new BitSet();
        List<Event> kept = new ArrayList<>();
        int[] place = new int[all.size()];
        for (int i = 0; i < place.length; i++) {
            Event event = all.get(i);
            boolean here = window.test(event.cycle()) && devices.test(event.device()) && isAboutOne(event, devices);
            place[i] = here ? kept.size() : -1;
            if (here) {
                kept.add(event);
                marked.set(i, marks.test(event));
            }
        }
        BitSet before = past(all, causes, marked);
        BitSet past = new BitSet();
        BitSet asked = new BitSet();
        for (int i = 0; i < place.length; i++) {
            if (place[i] >= 0) {
                past.set(place[i], before.get(i));
                asked.set(place[i], marked.get(i));
            }
        }
        return new SpaceTime(
                new EventLines(network),
                List.copyOf(kept),
                causes.stream()
                        .filter(cause -> place[cause.from()] >= 0 && place[cause.to()] >= 0)
                        .map(cause -> new Cause(place[cause.from()], place[cause.to()], cause.certain()))
                        .toList(),
                asked,
                past);
    }

    /** Whether the other end of a request or an answer is a device to keep. */
    private static boolean isAboutOne(Event event, IntPredicate devices) {
        return switch (event.kind()) {
            case REQUEST_SENT, ANSWER_CAME -> devices.test((int) event.a());
            default -> true;
        };
    }

    private static BitSet past(List<Event> events, List<Cause> causes, BitSet marked) {
        BitSet past = (BitSet) marked.clone();
        Map<Integer, List<Integer>> causesOf = new HashMap<>(); // by the later event; never iterated
        causes.forEach(cause ->
                causesOf.computeIfAbsent(cause.to(), none -> new ArrayList<>()).add(cause.from()));
        BitSet devices = new BitSet(); // of which everything earlier has happened before
        for (int i = events.size() - 1; i >= 0; i--) {
            if (past.get(i) || devices.get(events.get(i).device())) {
                past.set(i);
                devices.set(events.get(i).device());
                causesOf.getOrDefault(i, List.of()).forEach(past::set);
            }
        }
        return past;
    }

    /** Devices with events, in the order of their first one. */
    public List<Integer> devices() {
        Set<Integer> devices = new LinkedHashSet<>();
        events.forEach(event -> devices.add(event.device()));
        return List.copyOf(devices);
    }

    /** An event without its time and device: {@code installed change=1}. */
    public String words(Event event) {
        StringBuilder words = new StringBuilder(event.kind().label());
        lines.arguments(event)
                .forEach((name, value) ->
                        words.append(' ').append(name).append('=').append(value));
        return words.toString();
    }

    /** @param time a time in nanoseconds, for people */
    public List<Moment> moments(DoubleFunction<String> time) {
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            moments.add(new Moment(
                    event.cycle(),
                    time.apply(lines.nanoseconds(event)),
                    lines.device(event),
                    words(event),
                    tone(event),
                    marked.get(i),
                    !marked.isEmpty() && !past.get(i)));
        }
        return moments;
    }

    private static Tone tone(Event event) {
        return switch (event.kind()) {
            case PORT_DOWN, DEVICE_DOWN, DROPPED, DISCARDED, SMP_LOST, SEPARATOR_LOST, UNREACHABLE, UNROUTABLE ->
                Tone.BAD;
            case INSTALLED, TABLES_STORED, RECONFIGURED -> Tone.DONE;
            case SEPARATOR_SENT, SEPARATOR_ARRIVED -> Tone.SEPARATOR;
            default -> Tone.PLAIN;
        };
    }
}
