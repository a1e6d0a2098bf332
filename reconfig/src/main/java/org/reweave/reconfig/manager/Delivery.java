package org.reweave.reconfig.manager;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.state.StateVisitor;

/**
 * What the manager sends without the scheme's protocol, since no traffic depends on it: the first tables of a bare
 * fabric, switches' before NICs' paths; and the paths that NICs lack because the manager did not know all devices,
 * where the scheme tells NICs of nothing. Agents are not told of either.
 *
 * @param bare whether no device has tables yet
 * @param incomplete whether NICs may lack paths
 * @param waiting devices that have not answered, ascending
 * @param nics that follow when all of these have, in order
 */
public record Delivery(boolean bare, boolean incomplete, List<Integer> waiting, List<Integer> nics) {
    /** Everything is where it is to be. */
    static final Delivery NONE = new Delivery(false, false, List.of(), List.of());

    /** Nothing is anywhere. */
    static final Delivery BARE = new Delivery(true, true, List.of(), List.of());

    public Delivery {
        waiting = List.copyOf(waiting);
        nics = List.copyOf(nics);
    }

    /** The map was wrong. */
    Delivery toBeChecked() {
        return new Delivery(bare, true, waiting, nics);
    }

    /** All NICs have their paths, also those that are missing. */
    Delivery checked() {
        return new Delivery(bare, false, waiting, nics);
    }

    /** Devices are sent what they are to have; NICs follow. */
    Delivery sent(List<Integer> devices, List<Integer> nicsAfterwards) {
        return new Delivery(bare, incomplete, devices.stream().sorted().toList(), nicsAfterwards);
    }

    /** A device has answered, or does not. */
    Delivery without(int device) {
        List<Integer> rest = new ArrayList<>(waiting);
        rest.remove((Integer) device);
        return new Delivery(bare, incomplete, rest, nics);
    }

    /** Everything has been answered. */
    Delivery over() {
        return new Delivery(false, incomplete, List.of(), List.of());
    }

    /** Another discovery begins before everything was answered. */
    Delivery givenUp() {
        return new Delivery(bare, incomplete, List.of(), List.of());
    }

    /** Another manager takes over. It cannot know how far the first one came, so NICs may be sending by now. */
    Delivery takenOver() {
        return new Delivery(false, incomplete, List.of(), List.of());
    }

    /** This delivery, or the one written in its place. */
    Delivery visit(StateVisitor state) {
        return new Delivery(state.value(bare), state.value(incomplete), state.list(waiting), state.list(nics));
    }
}
