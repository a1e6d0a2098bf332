package org.reweave.emulator.drivers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.nic.NicCore;

/** Every message that NICs hand over, by flow, as the NICs tell it: knows nothing of sequence numbers. */
final class Deliveries implements NicCore.MessageListener {
    private final Map<Long, List<Integer>> numbers = new HashMap<>();

    static Deliveries of(Iterable<Device> devices) {
        Deliveries deliveries = new Deliveries();
        for (Device device : devices) {
            if (device instanceof NicCore nic) {
                nic.listen(deliveries);
            }
        }
        return deliveries;
    }

    @Override
    public void delivered(int source, int destination, int number, long cycle) {
        numbers.computeIfAbsent((long) source << 32 | destination, flow -> new ArrayList<>())
                .add(number);
    }

    /** Numbers of the messages of a flow, in the order in which they were handed over. */
    List<Integer> of(int source, int destination) {
        return numbers.getOrDefault((long) source << 32 | destination, List.of());
    }

    long count() {
        return numbers.values().stream().mapToLong(List::size).sum();
    }
}
