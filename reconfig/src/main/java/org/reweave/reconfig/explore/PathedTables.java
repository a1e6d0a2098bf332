package org.reweave.reconfig.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.reconfig.paths.DeviceTables;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.paths.StartingPaths;
import org.reweave.reconfig.paths.TablePlanner;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * The tables and paths of a scheme that adds paths, from the planner that the emulator's manager has. The next tables
 * of devices depend on their present tables and on the order of failures, so all tables that the manager may compute
 * are computed in advance and numbered in a fixed order.
 */
final class PathedTables extends Tables {
    /**
     * The tables and paths that devices are to have, and the planner's state after planning them.
     *
     * @param routed whether the engine has computed these tables or earlier ones that led to them
     */
    private record Entry(DeviceTables tables, long[] planner, boolean routed) {
        boolean sameAs(Entry other) {
            return Arrays.equals(planner, other.planner)
                    && Arrays.equals(tables.lft(), other.tables.lft())
                    && Arrays.deepEquals(tables.lanes(), other.tables.lanes())
                    && Arrays.equals(tables.paths(), other.tables.paths());
        }
    }

    /** A question to the planner: mark paths, or plan anew, with some links down. */
    private record Question(int entry, long down, boolean marks) {}

    private record Open(int entry, long down) {}

    private final Model model;
    private final Fabric fabric;
    private final StartingPaths start;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Question, Target> answers = new HashMap<>(); // never iterated
    private final long[][] parts; // [device][entry]: the first entry that gives the device the same
    private final long[][][] paths; // [NIC][to]: all its paths there

    PathedTables(Model model, int lanes) {
        this.model = model;
        this.fabric = model.fabric();
        this.start = StartingPaths.of(model.before(), Addressing.LID16, model.sources(), model::joined);
        TablePlanner planner = planner();
        entries.add(new Entry(start.tables(), StateWriter.words(planner::visit), false));
        explore(planner);
        this.parts = new long[fabric.deviceCount()][entries.size()];
        for (int device = 0; device < parts.length; device++) {
            number(device);
        }
        this.paths = new long[fabric.nicCount()][fabric.nicCount()][];
        for (int nic = 0; nic < paths.length; nic++) {
            for (int to = 0; to < paths.length; to++) {
                paths[nic][to] = pathsOf(nic, to);
            }
        }
    }

    private TablePlanner planner() {
        return new TablePlanner(FabricMap.of(fabric), start.addresses(), start.sources(), 0, Faults.none());
    }

    // ---- everything that the manager may come to ----

    private void explore(TablePlanner planner) {
        long[] sets = FaultSets.believed(model);
        Set<Open> seen = new LinkedHashSet<>();
        Deque<Open> next = new ArrayDeque<>();
        next.add(new Open((int) BEFORE, 0));
        seen.add(next.peek());
        while (!next.isEmpty()) {
            Open open = next.remove();
            for (long down : sets) {
                if ((open.down & ~down) != 0 && model.bounds().recoveries() == 0) {
                    continue;
                }
                for (boolean marks : new boolean[] {false, true}) {
                    Target target = ask(planner, new Question(open.entry, down, marks));
                    Open found = new Open((int) target.number(), down);
                    if (seen.add(found)) {
                        next.add(found);
                    }
                }
            }
        }
    }

    private Target ask(TablePlanner planner, Question question) {
        Target known = answers.get(question);
        if (known == null) {
            StateReader.read(entries.get(question.entry).planner, planner::visit);
            known = question.marks ? mark(planner, question) : plan(planner, question);
            answers.put(question, known);
        }
        return known;
    }

    private Target mark(TablePlanner planner, Question question) {
        Entry from = entries.get(question.entry);
        if (!planner.migrates()) {
            return new Target(question.entry, Change.PATHS);
        }
        boolean[] reached = Discovery.reached(fabric, ManagerPart.FIRST_NIC, question.down);
        DeviceTables marked = planner.marked(from.tables, faults(question.down), reached);
        return new Target(numberOf(new Entry(marked, StateWriter.words(planner::visit), from.routed)), Change.PATHS);
    }

    private Target plan(TablePlanner planner, Question question) {
        Entry from = entries.get(question.entry);
        Faults faults = faults(question.down);
        boolean[] reached = Discovery.reached(fabric, ManagerPart.FIRST_NIC, question.down);
        try {
            TablePlanner.Plan plan = planner.plan(from.tables, faults, reached, false, () -> model.routing()
                    .after()
                    .apply(faults));
            boolean routed = from.routed || plan.change() == Change.ROUTING;
            return new Target(
                    numberOf(new Entry(plan.tables(), StateWriter.words(planner::visit), routed)), plan.change());
        } catch (UnroutableException refused) {
            return new Target(numberOf(new Entry(from.tables, StateWriter.words(planner::visit), from.routed)), null);
        }
    }

    private int numberOf(Entry entry) {
        for (int number = 0; number < entries.size(); number++) {
            if (entries.get(number).sameAs(entry)) {
                return number;
            }
        }
        entries.add(entry);
        return entries.size() - 1;
    }

    private Target answer(long target, long down, boolean marks) {
        Target answer = answers.get(new Question((int) target, down, marks));
        if (answer == null) {
            throw new IllegalArgumentException("model " + model.name() + ": nobody has computed what entry " + target
                    + " becomes with " + faults(down).linkCount() + " links down");
        }
        return answer;
    }

    @Override
    Target next(long target, long known) {
        return answer(target, known, false);
    }

    @Override
    boolean migrates(long target) {
        return start.sources().migrates() && !isRouted(target);
    }

    @Override
    long marked(long target, long linksDown) {
        return answer(target, linksDown, true).number();
    }

    @Override
    boolean isRouted(long number) {
        return entries.get((int) number).routed;
    }

    // ---- switches ----

    private DeviceTables tables(long number) {
        return entries.get((int) number).tables;
    }

    @Override
    Forwarder forwarder(long number) {
        return Forwarder.TABLES;
    }

    @Override
    int outPort(long number, int device, int lid) {
        return tables(number).lft()[device].port(lid);
    }

    @Override
    int lane(long number, int device, int inPort, int outPort, int level) {
        return LaneRows.lane(tables(number).lanes()[device], fabric.portCount(device), inPort, outPort, level);
    }

    @Override
    boolean hasDependency(long number, int device, int bit) {
        throw new IllegalStateException("no scheme that adds paths asks for the dependencies of its tables");
    }

    @Override
    long beyond(int switchDevice, int nic) {
        int base = fabric.nicLid(fabric.nicDevice(nic), fabric.attachedPort(fabric.nicDevice(nic)));
        long all = 0;
        for (Entry entry : entries) {
            ForwardingTable lft = entry.tables.lft()[switchDevice];
            for (int lid = 0; lid < lft.length(); lid++) {
                if (lid == base || start.addresses().nicOf(lid) == nic) {
                    int port = lft.port(lid);
                    boolean leads = port != 0 && port != RoutingTables.UNREACHABLE;
                    int peer = leads ? fabric.peer(switchDevice, port) : -1;
                    all |= peer >= 0 && fabric.isSwitch(peer) ? 1L << peer : 0;
                }
            }
        }
        return all;
    }

    // ---- NICs ----

    private void number(int device) {
        for (int entry = 0; entry < entries.size(); entry++) {
            int first = 0;
            while (!sameAt(device, first, entry)) {
                first++;
            }
            parts[device][entry] = first;
        }
    }

    private boolean sameAt(int device, int one, int other) {
        DeviceTables first = tables(one);
        DeviceTables second = tables(other);
        if (!fabric.isSwitch(device)) {
            int nic = device - fabric.switchCount();
            return first.paths()[nic].equals(second.paths()[nic]);
        }
        return Arrays.equals(first.lanes()[device], second.lanes()[device])
                && first.lft()[device].equals(second.lft()[device]);
    }

    private long[] pathsOf(int nic, int to) {
        Set<Long> found = new LinkedHashSet<>();
        for (int entry = 0; entry < entries.size(); entry++) {
            for (int register = 0; register < registers(); register++) {
                found.add(Path.plain(held(entry, nic, to, register)));
            }
        }
        return found.stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    long at(int device, long number) {
        return parts[device][(int) number];
    }

    @Override
    int registers() {
        return start.tables().registers();
    }

    @Override
    long held(long number, int nic, int to, int register) {
        return tables(number).paths()[nic].at(to * registers() + register);
    }

    @Override
    int pathNumber(int nic, int to, long path) {
        long plain = Path.plain(path);
        int number = 0;
        while (paths[nic][to][number] != plain) {
            number++;
        }
        return number;
    }

    @Override
    long path(int nic, int to, int pathNumber) {
        return paths[nic][to][pathNumber];
    }
}
