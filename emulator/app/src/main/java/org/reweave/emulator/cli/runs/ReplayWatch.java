package org.reweave.emulator.cli.runs;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.timetravel.Past;
import org.reweave.emulator.timetravel.Rerun;
import org.reweave.routing.model.NearestName;

/** {@code replay --watch}: devices' states at each step of a run. */
final class ReplayWatch {
    /** When a state is shown. */
    enum Every {
        /** Show a state at every cut. */
        cut,
        /** Show a state after every cycle in which the device did something. */
        cycle
    }

    private final Past past;
    private final PrintWriter out;
    private final boolean json;

    ReplayWatch(Past past, PrintWriter out, boolean json) {
        this.past = past;
        this.out = out;
        this.json = json;
    }

    /**
     * The number of a device.
     *
     * @param run its name
     * @throws UserErrors when no device has that name
     */
    static int device(Network network, String run, String option, String name) {
        List<String> names = List.of(network.names());
        int number = names.indexOf(name.strip());
        if (number < 0) {
            throw new UserErrors(option + " " + name + ": no device of " + run + " has that name; the nearest one is "
                    + NearestName.of(name, names));
        }
        return number;
    }

    /**
     * @param from cycle of the first state
     * @param until the last one is that at the first cut at this cycle or after it
     */
    void show(List<Integer> devices, Every every, long from, long until) {
        Rerun rerun = past.at(from);
        show(rerun, devices);
        long interval = past.network().resolved().scenario().run().cutInterval();
        while (!rerun.isOver() && rerun.cycle() < until) {
            long cycle = rerun.cycle();
            if (every == Every.cycle) {
                List<Integer> acting = devices.stream()
                        .filter(device -> rerun.device(device).nextEvent() == cycle)
                        .toList();
                rerun.advance(cycle + 1);
                show(rerun, acting);
            } else {
                rerun.advance((cycle / interval + 1) * interval);
                show(rerun, devices);
            }
        }
    }

    private void show(Rerun rerun, List<Integer> devices) {
        for (int device : devices) {
            Map<String, Object> state = rerun.describe(device);
            if (json) {
                out.println(JsonText.line(state));
            } else {
                StateText.lines(state).forEach(out::println);
            }
        }
        out.flush();
    }
}
