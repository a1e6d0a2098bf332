package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Messages of devices to the manager that are under way, in any order: kept sorted, so that equal contents have equal
 * encodings. A message equal to one under way is not added a second time, since messages may be repeated anyway.
 */
final class Reports {
    private int[] device = new int[8];
    private long[] message = new long[8];
    private int count;

    int count() {
        return count;
    }

    int device(int at) {
        return device[at];
    }

    long message(int at) {
        return message[at];
    }

    void add(int sender, long text) {
        int at = 0;
        while (at < count && (device[at] < sender || device[at] == sender && message[at] < text)) {
            at++;
        }
        if (at < count && device[at] == sender && message[at] == text) {
            return;
        }
        if (count == device.length) {
            device = Arrays.copyOf(device, 2 * count);
            message = Arrays.copyOf(message, 2 * count);
        }
        System.arraycopy(device, at, device, at + 1, count - at);
        System.arraycopy(message, at, message, at + 1, count - at);
        device[at] = sender;
        message[at] = text;
        count++;
    }

    void clear() {
        count = 0;
    }

    void remove(int at) {
        System.arraycopy(device, at + 1, device, at, count - at - 1);
        System.arraycopy(message, at + 1, message, at, count - at - 1);
        count--;
    }

    void visit(StateVisitor state) {
        count = state.count(count);
        while (count > device.length) {
            device = new int[2 * device.length];
            message = new long[device.length];
        }
        for (int i = 0; i < count; i++) {
            device[i] = state.value(device[i]);
            message[i] = state.value(message[i]);
        }
    }
}
