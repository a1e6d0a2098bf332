package org.reweave.reconfig.epoch;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The manager's knowledge of old epochs: the switches that have been sent an epoch and have been reachable ever since,
 * and the epochs of which each has reported to be clean ({@link Clearance}). A value.
 *
 * @param cleanBefore by switch: no packet of an epoch before this one is left in it
 */
record Census(SortedMap<Integer, Long> cleanBefore) {
    static final Census EMPTY = new Census(new TreeMap<>());

    Census {
        cleanBefore = Collections.unmodifiableSortedMap(new TreeMap<>(cleanBefore));
    }

    /** Removes the switches that cannot be reached any more. */
    Census among(Collection<Integer> reached) {
        SortedMap<Integer, Long> left = new TreeMap<>(cleanBefore);
        left.keySet().retainAll(new TreeSet<>(reached));
        return new Census(left);
    }

    /** Adds the switches that are sent an epoch. */
    Census with(Collection<Integer> switches) {
        SortedMap<Integer, Long> more = new TreeMap<>(cleanBefore);
        switches.forEach(device -> more.putIfAbsent(device, 0L));
        return new Census(more);
    }

    /** A switch has reported, perhaps late. */
    Census reported(int device, long before) {
        if (!contains(device)) {
            return this;
        }
        SortedMap<Integer, Long> next = new TreeMap<>(cleanBefore);
        next.merge(device, before, Math::max);
        return new Census(next);
    }

    boolean contains(int device) {
        return cleanBefore.containsKey(device);
    }

    /** The switches that may hold packets of epochs before this one, ascending. */
    List<Integer> lacking(long before) {
        return cleanBefore.entrySet().stream()
                .filter(each -> each.getValue() < before)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** This census, or the one written in its place. */
    Census visit(StateVisitor state) {
        List<Integer> switches = state.list(List.copyOf(cleanBefore.keySet()));
        SortedMap<Integer, Long> all = new TreeMap<>();
        for (int device : switches) {
            all.put(device, state.value(cleanBefore.getOrDefault(device, 0L)));
        }
        return new Census(all);
    }
}
