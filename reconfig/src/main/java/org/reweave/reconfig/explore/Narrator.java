package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.SwitchTimer;

/** Describes steps in words. */
final class Narrator {
    private final World world;
    private int packet;

    Narrator(World world) {
        this.world = world;
    }

    private String name(int device) {
        return world.fabric.deviceName(device);
    }

    private String place(int channel) {
        return name(world.to(channel)) + " from " + name(world.from(channel))
                + (world.lanes > 1 ? " VL" + world.lane(channel) : "");
    }

    /** The description of a step, before the step is taken. */
    String before(int step) {
        if (!Step.isOfFormer(step)) {
            return words(step);
        }
        world.swapManagers();
        String words = "of the first manager: " + words(step);
        world.swapManagers();
        return words;
    }

    private String words(int step) {
        int a = Step.a(step);
        int b = Step.b(step);
        packet = -1;
        return switch (Step.kind(step)) {
            case INJECT -> {
                packet = world.nextOf(a);
                yield name(world.fabric.nicDevice(a)) + " injects packet " + packet + " for "
                        + name(world.destinationDevice(packet));
            }
            case ROUTE -> {
                packet = world.toRoute(step);
                yield place(a) + ": packet " + packet + " is routed";
            }
            case OFFER -> {
                packet = world.offered(step);
                yield place(a) + ": packet " + packet + " is offered " + name(world.to(world.offeredWay(step)));
            }
            case CROSS -> {
                int thing = Queues.get(world.outputs[a], 0);
                packet = Queues.isPacket(thing) ? thing - 1 : -1;
                yield (Queues.isPacket(thing) ? "packet " + packet : "separator " + (thing - Queues.SEPARATOR))
                        + " crosses to " + place(a);
            }
            case SMP ->
                world.isCutOff(a)
                        ? smp(world.desk.smps, b) + " is lost at the failed link of " + name(a)
                        : name(a) + " gets " + smp(world.desk.smps, b);
            case BLOCK -> name(world.desk.smps.device(a)) + " gets " + block(b) + " of its new tables";
            case ANSWER -> "the manager gets the answer of " + name(a);
            case IN_VAIN ->
                name(a) + " is given up: "
                        + (isRefused(a)
                                ? "it takes no difference to tables that it has no more"
                                : "SMPs have died on a failed link");
            case LATE -> name(a) + " gets late, after it was given up, " + smp(world.late, b);
            case SILENCE -> name(a) + " does not answer";
            case REPORT ->
                "the manager gets report " + world.desk.reports.message(a) + " of "
                        + name(world.desk.reports.device(a));
            case LOSE ->
                "report " + world.desk.reports.message(a) + " of " + name(world.desk.reports.device(a)) + " is lost";
            case TIMER -> "timer " + ManagerTimer.values()[a] + " runs out";
            case TRAP ->
                "a trap tells that link " + world.fabric.linkName(a) + " has failed"
                        + (b == 1 ? ", and others of the others" : "");
            case DETECT -> "the manager detects a change";
            case TAKEOVER ->
                "the second manager, behind " + name(world.fabric.nicDevice(a)) + ", takes over"
                        + (b == 1 ? " from a dead one" : ", and the first one goes on");
            case COMPUTE -> "the manager computes tables";
            case PLAN -> "the planned change becomes due";
            case SWITCH_TIMER -> "timer " + SwitchTimer.values()[b] + " of " + name(a) + " runs out";
            case RECOVERY -> "link " + world.fabric.linkName(a) + " works again";
            case FAULT -> "link " + world.fabric.linkName(a) + fails(b);
            case SWITCH_FAULT -> name(a) + fails(b);
            case SWITCH_RECOVERY -> name(a) + " works again";
            case AWAY -> name(a) + " goes down" + restarts(b);
            case BACK ->
                name(a) + " comes up, "
                        + (world.tablesOfRestart == Tables.RESTORED
                                ? "with the tables of the start"
                                : "without tables");
            case RESTART ->
                name(a) + " restarts, "
                        + (world.tablesOfRestart == Tables.RESTORED ? "with the tables of the start" : "without tables")
                        + restarts(b);
        };
    }

    private boolean isRefused(int device) {
        int at = world.desk.smps.firstAnswered(device);
        return world.isBlank(device) && world.desk.smps.needsTables(at);
    }

    private String block(int block) {
        return block < world.fabric.nicCount()
                ? "the entry for " + name(world.fabric.nicDevice(block))
                : "the SLtoVL rows";
    }

    private static String fails(int withWires) {
        return " fails" + (withWires == 1 ? ", with what is on its wires" : "");
    }

    private static String restarts(int how) {
        return ((how & Step.Kind.WITH_WIRES) != 0 ? ", with what is on its wires" : "")
                + ((how & Step.Kind.WITH_MANAGEMENT) != 0 ? ", with answers and reports in its hands" : "");
    }

    private String smp(Smps smps, int at) {
        String argument = " " + smps.argument(at);
        if (smps.isUpdate(at) && smps.argument(at) == ManagerEffect.UNTOLD) {
            return (smps.what(at) == Smps.TABLES ? "its first tables" : "its first paths")
                    + ", of which its agent is not told";
        }
        return switch (smps.what(at)) {
            case Smps.TABLES -> "its new tables, argument" + argument;
            case Smps.STORED_TABLES -> "tables to store, argument" + argument;
            case Smps.NOTICE -> "a notice, argument" + argument;
            case Smps.CONTROL -> "control" + argument;
            case Smps.BROADCAST -> "the broadcast" + argument;
            case Smps.ANNOUNCEMENT -> "the broadcast" + argument + " of " + name((int) smps.tables(at));
            default -> "a question for its counts";
        };
    }

    /** The description of the result, after the step was taken. */
    String after(int step) {
        if (packet < 0) {
            boolean changed =
                    switch (Step.kind(step)) {
                        case SMP, LATE, SWITCH_TIMER -> true;
                        default -> false;
                    };
            return changed ? "; state " + Arrays.toString(world.agents[Step.a(step)]) : "";
        }
        return switch (world.fate[packet]) {
            case TRAVELLING ->
                Step.kind(step) == Step.Kind.ROUTE
                        ? routed()
                        : (world.path[packet] > 0 ? ", path " + world.path[packet] : "") + ", marks " + marks();
            case DISCARDED -> "; discarded, case " + world.ruleCase(packet);
            default -> "; " + world.fate[packet];
        };
    }

    private String marks() {
        return "0x" + Long.toHexString(world.marks[packet]);
    }

    private String routed() {
        if (world.ways[packet] <= 0) {
            return " and held, marks " + marks();
        }
        StringBuilder text = new StringBuilder(" to");
        for (int i = 0; i < world.ways[packet]; i++) {
            int out = world.way[packet * World.WAYS + i];
            text.append(i > 0 ? " or " : " ").append(name(world.to(out)));
            text.append(world.lanes > 1 ? " VL" + world.lane(out) : "");
        }
        return text + ", marks " + marks();
    }
}
