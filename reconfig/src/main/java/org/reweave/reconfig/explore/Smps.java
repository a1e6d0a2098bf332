package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The manager's SMPs that are under way or whose answers are, by device and then in the order of sending: equal
 * contents have equal encodings. An SMP that the network loses is repeated by its driver, which is the same as one that
 * is late, so nothing is lost here.
 */
final class Smps {
    static final int TABLES = 0;
    static final int NOTICE = 1;
    static final int CONTROL = 2;
    static final int COUNTS = 3;
    static final int STORED_TABLES = 4;

    /** A control packet that no device answers. */
    static final int BROADCAST = 5;

    /**
     * A switch's broadcast: no device answers, and broadcasts of one switch arrive in order. The field for tables holds
     * the switch's number.
     */
    static final int ANNOUNCEMENT = 6;

    private static final int FIELDS = 7;

    /**
     * Per SMP: device, what it is, argument, tables, whether it has come to its device, and two numbers: to answer, or
     * of the change that an update is of and whether the update is of everything.
     */
    private long[] fields = new long[FIELDS * 16];

    private int count;

    int count() {
        return count;
    }

    void add(int device, int what, long argument, long tables) {
        add(device, what, argument, tables, 0, false);
    }

    /**
     * @param change of an update; 0 where updates of one manager alone come
     * @param whole whether an update brings a device of which nothing is known everything; false where no switch
     *     restarts
     */
    void add(int device, int what, long argument, long tables, long change, boolean whole) {
        int at = count;
        while (at > 0 && device(at - 1) > device) {
            at--;
        }
        if ((count + 1) * FIELDS > fields.length) {
            fields = Arrays.copyOf(fields, 2 * fields.length);
        }
        System.arraycopy(fields, at * FIELDS, fields, (at + 1) * FIELDS, (count - at) * FIELDS);
        count++;
        long[] added = {device, what, argument, tables, 0, change, whole ? 1 : 0};
        System.arraycopy(added, 0, fields, at * FIELDS, FIELDS);
    }

    void remove(int at) {
        System.arraycopy(fields, (at + 1) * FIELDS, fields, at * FIELDS, (count - at - 1) * FIELDS);
        count--;
    }

    void clear() {
        count = 0;
    }

    int device(int at) {
        return (int) fields[at * FIELDS];
    }

    int what(int at) {
        return (int) fields[at * FIELDS + 1];
    }

    long argument(int at) {
        return fields[at * FIELDS + 2];
    }

    long tables(int at) {
        return fields[at * FIELDS + 3];
    }

    boolean hasCome(int at) {
        return fields[at * FIELDS + 4] != 0;
    }

    void setCome(int at) {
        fields[at * FIELDS + 4] = 1;
    }

    /**
     * The answers of a device are lost, so that its SMPs are repeated. A device takes a control packet once, and
     * answers again.
     */
    void repeat(int device) {
        for (int i = 0; i < count; i++) {
            if (device(i) == device && isAnswered(i) && what(i) != CONTROL) {
                fields[i * FIELDS + 4] = 0;
            }
        }
    }

    void answer(int at, long first, long second) {
        fields[at * FIELDS + 5] = first;
        fields[at * FIELDS + 6] = second;
    }

    long first(int at) {
        return fields[at * FIELDS + 5];
    }

    /** Number of the change that an update is of. */
    long change(int at) {
        return first(at);
    }

    long second(int at) {
        return fields[at * FIELDS + 6];
    }

    boolean isFor(int device) {
        for (int i = 0; i < count; i++) {
            if (device(i) == device) {
                return true;
            }
        }
        return false;
    }

    boolean isAnswered(int at) {
        return what(at) != BROADCAST && what(at) != ANNOUNCEMENT;
    }

    /** Whether the device has something left to acknowledge; an answer with counts is not one. */
    boolean isUnacknowledged(int device) {
        for (int i = 0; i < count; i++) {
            if (device(i) == device && what(i) != COUNTS && isAnswered(i)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether an SMP may come now: control packets come to a device in order, and so do the announcements of one
     * switch.
     */
    boolean mayCome(int at) {
        if (hasCome(at)) {
            return false;
        }
        boolean ordered = what(at) == CONTROL || what(at) == ANNOUNCEMENT;
        for (int i = at - 1; ordered && i >= 0 && device(i) == device(at); i--) {
            if (what(i) == what(at) && tables(i) == tables(at) && !hasCome(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the manager waits for an answer of a device. */
    boolean isAwaited(int device) {
        return firstAnswered(device) >= 0;
    }

    /** The first SMP of a device that it answers; below 0 = there is none. */
    int firstAnswered(int device) {
        for (int i = 0; i < count; i++) {
            if (device(i) == device && isAnswered(i)) {
                return i;
            }
        }
        return -1;
    }

    /** Takes over what another list has for a device that has not come and that changes the device when it comes. */
    void addUnderWay(Smps given, int device) {
        for (int i = 0; i < given.count; i++) {
            boolean changesDevice = given.isAnswered(i) && given.what(i) != COUNTS;
            if (given.device(i) == device && changesDevice && !given.hasCome(i)) {
                add(device, given.what(i), given.argument(i), given.tables(i));
            }
        }
    }

    /**
     * Removes what a device drops when it comes, since something newer has come before: updates by the number of their
     * change, control packets by that of their transaction.
     *
     * @param before only the first ones of the list
     */
    void dropOlder(int device, boolean control, int before) {
        for (int i = Math.min(before, count) - 1; i >= 0; i--) {
            if (device(i) == device && (what(i) == CONTROL) == control) {
                remove(i);
            }
        }
    }

    /** Leaves what has not come and changes its device when it comes. */
    void keepUnderWay() {
        for (int i = count - 1; i >= 0; i--) {
            if (hasCome(i) || what(i) == COUNTS) {
                remove(i);
            }
        }
    }

    /** Whether an SMP is an update that a device without tables cannot use. */
    boolean needsTables(int at) {
        return isUpdate(at) && second(at) == 0;
    }

    boolean isUpdate(int at) {
        return what(at) == TABLES || what(at) == STORED_TABLES || what(at) == NOTICE;
    }

    boolean isControl(int at) {
        return what(at) == CONTROL || what(at) == BROADCAST;
    }

    void forget(int device) {
        for (int i = count - 1; i >= 0; i--) {
            if (device(i) == device) {
                remove(i);
            }
        }
    }

    void visit(StateVisitor state) {
        count = state.count(count);
        while (count * FIELDS > fields.length) {
            fields = new long[2 * fields.length];
        }
        state.values(fields, count * FIELDS);
    }
}
