package org.reweave.emulator.race;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The tables and paths of the last change: which devices were sent them and which have them. Devices are named. */
final class LastTables {
    private static final long NEVER = -1;

    private final Set<String> sent = new HashSet<>(); // switches
    private final Set<String> asked = new HashSet<>(); // switches for which there are tables, silent ones too
    private final Set<String> stored = new HashSet<>(); // switches
    private final Set<String> nicsSent = new HashSet<>();
    private final Set<String> installed = new HashSet<>(); // devices that use them
    private final Map<String, Long> silentAt = new HashMap<>(); // by device: when the manager gave it up last
    private final Map<String, Long> installedAt = new HashMap<>(); // by device: when it got those of any change last
    private long change; // 0 = those of the start
    private boolean isComplete;

    /** A change has tables, or sends the last ones once more. */
    void begin(long next) {
        change = next;
        isComplete = false;
        sent.clear();
        asked.clear();
        stored.clear();
        nicsSent.clear();
        installed.clear();
    }

    boolean areOf(long some) {
        return change == some;
    }

    void sentToSwitch(String device) {
        sent.add(device);
        asked.add(device);
    }

    void sentToNic(String device) {
        nicsSent.add(device);
    }

    /** A switch fails, and nobody expects it to have them. */
    void failed(String device) {
        sent.remove(device);
        asked.remove(device);
    }

    /** The manager gives a device up. A switch that is silent is still one for which there are tables. */
    void gaveUp(String device, boolean isSwitch, long cycle) {
        sent.remove(device);
        nicsSent.remove(device);
        if (isSwitch && !isComplete) {
            asked.add(device);
        }
        silentAt.put(device, cycle);
    }

    void installed(String device, long of, long cycle) {
        installedAt.put(device, cycle);
        if (areOf(of)) {
            installed.add(device);
        }
    }

    void stored(String device, long of) {
        if (areOf(of)) {
            stored.add(device);
        }
    }

    void complete() {
        isComplete = true;
    }

    /** Whether the change that the tables are of is over. */
    boolean isComplete() {
        return isComplete;
    }

    /** Whether there has been a change, and it is not over. */
    boolean isUnderWay() {
        return change > 0 && !isComplete;
    }

    /** Whether every switch that there are tables for has stored them. */
    boolean areAllStored() {
        return stored.containsAll(asked);
    }

    /** Whether every switch that was sent tables uses them. */
    boolean areInForce() {
        return installed.containsAll(sent);
    }

    /** Whether every NIC that was sent paths uses them. */
    boolean haveAllNics() {
        return installed.containsAll(nicsSent);
    }

    /** The cycle at which the manager gave a device up last; -1 = it never did. */
    long silentAt(String device) {
        return silentAt.getOrDefault(device, NEVER);
    }

    /** The cycle at which a device got tables or paths last, of any change; -1 = it never did. */
    long installedAt(String device) {
        return installedAt.getOrDefault(device, NEVER);
    }
}
