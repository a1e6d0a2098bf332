package org.reweave.emulator.cli.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.device.fabricswitch.QueueDiscipline;
import org.reweave.emulator.device.fabricswitch.TableMode;
import org.reweave.reconfig.explore.Bounds;
import org.reweave.reconfig.explore.Model;
import org.reweave.reconfig.explore.Queueing;
import picocli.CommandLine.Option;

/**
 * How much of everything there is in a model that {@code reweave explore} takes; what is not given is as the model has
 * it.
 */
final class ExploreBounds {
    @Option(
            names = "--input-slots",
            paramLabel = "N",
            description = "Packets that an input queue holds, per VL: 1 or 2.")
    private Integer inputSlots;

    @Option(
            names = "--output-slots",
            paramLabel = "N",
            description = "Packets that an output queue holds, per VL: 0 (there are none) to 2.")
    private Integer outputSlots;

    @Option(
            names = "--queues",
            paramLabel = "RULE",
            description =
                    "Queues that share the slots of an input port and VL: fifo (one, the default), virtual-output (one for"
                            + " each output) or destination (two, by whether the LID is even). With several use --input-slots 2.")
    private String queues = QueueDiscipline.FIFO.label();

    @Option(names = "--faults", paramLabel = "N", description = "Times that a link fails: 0 to 2.")
    private Integer faults;

    @Option(
            names = "--together",
            paramLabel = "N",
            description = "Links that are down at a time; default: --faults, or as the model has it.")
    private Integer together;

    @Option(
            names = "--recoveries",
            paramLabel = "N",
            description = "Times that a link that has failed works again: 0 to 2.")
    private Integer recoveries;

    @Option(
            names = "--mute",
            paramLabel = "DEVICE",
            description =
                    "A message to or from this device is lost in spite of all repetitions; repeatable, one of all is lost.")
    private List<String> mute = new ArrayList<>();

    @Option(
            names = "--haste",
            paramLabel = "N",
            description = "Times that the manager loses patience although an answer is under way: 0 or 1.")
    private Integer haste;

    @Option(
            names = "--late",
            paramLabel = "N",
            description =
                    "SMPs that the manager has given up and that come to their devices all the same: 0 (default) to 2.")
    private int late;

    @Option(
            names = "--managers",
            paramLabel = "N",
            description =
                    "2: a second manager, behind the last NIC, takes over at any step, with a copy of what the first knows;"
                            + " the first is dead, or goes on with its change. Default 1.")
    private int managers = 1;

    @Option(names = "--budget", paramLabel = "STATES", description = "States at most; default 3000000.")
    private Integer budget;

    @Option(
            names = "--tables",
            paramLabel = "MODE",
            description =
                    "When a switch uses new tables: all at once (staged, the default), or each entry as it comes, in any"
                            + " order (per-block).")
    private String tables = TableMode.STAGED.label();

    @Option(
            names = "--all-orders",
            description =
                    "Search all orders also of steps that commute; larger, with the same verdict, and the shortest list of steps.")
    private boolean allOrders;

    /** @throws IllegalArgumentException naming what is beyond its limits */
    Model on(Model model) {
        Bounds usual = model.bounds();
        int fail = or(faults, usual.faults());
        Bounds bounds = new Bounds(
                or(inputSlots, usual.inputSlots()),
                or(outputSlots, usual.outputSlots()),
                0,
                fail,
                or(together, faults == null ? usual.together() : fail),
                or(recoveries, usual.recoveries()),
                or(haste, usual.haste()),
                0,
                takeovers(),
                usual.restarts(),
                queueing());
        Model bounded = model.with(bounds).withLocalFirst(!allOrders).withTablesPerBlock(isPerBlock());
        if (budget != null) {
            if (budget < 1) {
                throw new IllegalArgumentException("--budget " + budget + " < 1; raise it");
            }
            bounded = bounded.withBudget(budget);
        }
        Model muted = mute.isEmpty() ? bounded : bounded.withLoss(devices(model));
        return muted.with(muted.bounds().withLate(late));
    }

    /** What of this decides which states there are; the budget does not. */
    void putInto(Map<String, String> settings, Model bounded) {
        settings.put("bounds", bounded.bounds().toString());
        settings.put("--all-orders", Boolean.toString(allOrders));
        settings.put("--tables", tables);
        settings.put("--mute", String.join(",", mute));
    }

    private Queueing queueing() {
        if (!QueueDiscipline.labels().contains(queues)) {
            throw new IllegalArgumentException(
                    "--queues " + queues + ": write one of " + String.join(", ", QueueDiscipline.labels()));
        }
        return Queueing.valueOf(QueueDiscipline.labelled(queues).name());
    }

    private int takeovers() {
        if (managers < 1 || managers > 2) {
            throw new IllegalArgumentException("--managers " + managers + ": write 1 or 2");
        }
        return managers - 1;
    }

    private boolean isPerBlock() {
        if (!TableMode.labels().contains(tables)) {
            throw new IllegalArgumentException(
                    "--tables " + tables + ": write " + String.join(" or ", TableMode.labels()));
        }
        return TableMode.labelled(tables) == TableMode.PER_BLOCK;
    }

    private static int or(Integer given, int usual) {
        return Optional.ofNullable(given).orElse(usual);
    }

    private List<Integer> devices(Model model) {
        List<Integer> devices = new ArrayList<>();
        for (String name : mute) {
            int device = model.fabric().deviceByName(name);
            if (device < 0) {
                throw new IllegalArgumentException("--mute " + name + ": "
                        + model.fabric().name() + " has no such device; 'reweave topo' with --names lists them");
            }
            devices.add(device);
        }
        return devices;
    }
}
