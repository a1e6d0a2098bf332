package org.reweave.reconfig.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The devices that a manager waits for: devices that have not acknowledged an SMP, and devices whose own report is
 * still to come. A value.
 *
 * @param unanswered and {@code unreported}: ascending
 * @param rounds how often it has asked again since the last report came
 */
public record Roll(List<Integer> unanswered, List<Integer> unreported, int rounds) {
    /** Rounds of asking without any report after which a manager gives the change up. */
    public static final int PATIENT_ROUNDS = 16;

    public static final Roll EMPTY = new Roll(List.of(), List.of(), 0);

    public Roll {
        unanswered = List.copyOf(new TreeSet<>(unanswered));
        unreported = List.copyOf(new TreeSet<>(unreported));
    }

    /** Adds devices that are sent further SMPs. */
    public Roll sentTo(List<Integer> devices) {
        Set<Integer> all = new TreeSet<>(unanswered);
        all.addAll(devices);
        return new Roll(List.copyOf(all), unreported, rounds);
    }

    /** Adds devices that have to report from now on. */
    public Roll awaiting(List<Integer> devices) {
        return new Roll(unanswered, devices, 0);
    }

    /** @throws IllegalStateException unless the device has been sent something */
    public Roll acknowledged(int device) {
        if (!unanswered.contains(device)) {
            throw new IllegalStateException("device " + device + " answered twice or unasked: " + this);
        }
        return new Roll(without(unanswered, device), unreported, rounds);
    }

    public Roll reported(int device) {
        return unreported.contains(device) ? new Roll(unanswered, without(unreported, device), 0) : this;
    }

    /** Removes a device that does not answer any more. */
    public Roll without(int device) {
        return new Roll(without(unanswered, device), without(unreported, device), rounds);
    }

    /** Counts one more round of asking. */
    public Roll nextRound() {
        return new Roll(unanswered, unreported, rounds + 1);
    }

    public boolean isComplete() {
        return unanswered.isEmpty() && unreported.isEmpty();
    }

    /** Devices that have acknowledged all SMPs and have not reported. */
    public List<Integer> overdue() {
        List<Integer> late = new ArrayList<>(unreported);
        late.removeAll(unanswered);
        return late;
    }

    private static List<Integer> without(List<Integer> devices, int device) {
        return devices.stream().filter(other -> other != device).toList();
    }

    /** This roll, or the one written in its place. */
    public Roll visit(StateVisitor state) {
        return new Roll(state.list(unanswered), state.list(unreported), state.value(rounds));
    }
}
