package org.reweave.emulator.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.reweave.emulator.device.fabricswitch.TableMode;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.RoutingChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.traffic.TrafficParameters.TraceChoice;
import org.reweave.emulator.traffic.trace.Trace;
import org.reweave.emulator.traffic.trace.TraceFormatException;
import org.reweave.emulator.traffic.trace.TraceReader;
import org.reweave.emulator.traffic.trace.TraceScale;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Bounds;
import org.reweave.reconfig.explore.Exploration;
import org.reweave.reconfig.explore.Explorer;
import org.reweave.reconfig.explore.Frailty;
import org.reweave.reconfig.explore.Model;
import org.reweave.reconfig.explore.Queueing;
import org.reweave.reconfig.explore.StateBudgetException;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Hands a shrunk run to the explorer, which takes the same packets, faults and scheme through every order of events
 * without time: is the failure one order of many?
 */
public final class Orders {
    /** Promises that a state or a step breaks, so that the ends of all orders can be counted. */
    private static final Set<Promise> COUNTED =
            Set.of(Promise.NO_DEADLOCK, Promise.NO_DISCARD, Promise.ALWAYS_A_WAY, Promise.DONE_MEANS_INSTALLED);

    private static final int STATES = 3_000_000;

    private Orders() {}

    /**
     * The explorer's answer.
     *
     * @param text in words, for one line
     * @param promise that the run broke and the explorer looked at; null = it was not asked
     * @param steps of an order that breaks it; null = there is none, or it is not known
     * @param states of the model; null = not all are known
     * @param kept ends of orders that keep the promise; null = not counted
     * @param broken ends of orders that break it; null = not counted
     * @param order the steps in words; empty = none are known
     */
    public record Answer(
            String text, Promise promise, Integer steps, Integer states, Integer kept, Integer broken, String order) {
        private static Answer notAsked(String reason) {
            return new Answer("not explored: " + reason, null, null, null, null, null, "");
        }

        /** The answer as results give it. */
        public Map<String, Object> document() {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("text", text);
            document.put("promise", promise);
            document.put("steps", steps);
            document.put("states", states);
            document.put("kept", kept);
            document.put("broken", broken);
            return document;
        }
    }

    /**
     * Asks the explorer.
     *
     * @param network of the shrunk scenario, whose traffic is a trace by NIC
     * @param verdict on its run
     * @param threads of the search, whose result is the same for any number of them
     * @param progress receives the number of known states from time to time
     */
    public static Answer of(Network network, RunVerdict verdict, int threads, IntConsumer progress) throws IOException {
        Optional<Promise> promise = promise(verdict);
        if (promise.isEmpty()) {
            return Answer.notAsked("no promise of the explorer's is about runs that end as "
                    + verdict.kind().label());
        }
        Model model;
        try {
            model = model(network).withBudget(STATES);
        } catch (IllegalArgumentException e) {
            return Answer.notAsked(e.getMessage());
        }
        return of(model, promise.get(), threads, progress);
    }

    static Answer of(Model model, Promise promise, int threads, IntConsumer progress) {
        Exploration found;
        try {
            found = Explorer.explore(model, Set.of(promise), threads, progress);
        } catch (StateBudgetException e) {
            String text = "not decided: the model has more than " + model.budget()
                    + " states, and among these no order does that";
            return new Answer(text, promise, null, null, null, null, "");
        }
        String within = model.packets().size() + " packets, " + model.bounds();
        if (found.broken() == null) {
            String text = "no order of the events does that without time, within " + within + ": " + found.states()
                    + " states; so it takes times, sizes or repetitions that the explorer does not have";
            return new Answer(text, promise, null, found.states(), found.ends(), 0, "");
        }
        int steps = found.trace().size();
        String length = "one takes " + steps + " steps";
        try {
            if (COUNTED.contains(promise)) {
                Explorer.Survey all = Explorer.survey(model, Set.of(promise), progress);
                String text = (all.kept() == 0 ? "every order ends so" : "one order of many") + ": of "
                        + (all.kept() + all.broken()) + " ends within " + within + ", " + all.broken()
                        + " break " + promise + "; " + length + ", of " + all.states() + " states";
                return new Answer(text, promise, steps, all.states(), all.kept(), all.broken(), found.toString());
            }
        } catch (StateBudgetException e) {
            // that there is such an order is known all the same
        }
        String text = "an order of the events does that within " + within + ": " + length
                + "; how many others do is not counted";
        return new Answer(text, promise, steps, null, null, null, found.toString());
    }

    /** The promise that a run broke, whether or not its scheme makes it. */
    private static Optional<Promise> promise(RunVerdict verdict) {
        return switch (verdict.kind()) {
            case DEADLOCKED -> Optional.of(Promise.NO_DEADLOCK);
            case LOOPED -> Optional.of(Promise.NO_LIVELOCK);
            case NEVER_FINISHED -> Optional.of(Promise.RUN_ENDS);
            case DISCARDED -> Optional.of(Promise.NO_DISCARD);
            case BROKEN -> Optional.of(Promise.NO_BROKEN_INVARIANT);
            case DROPPED ->
                verdict.signature().contains(DropCause.UNREACHABLE.label())
                        ? Optional.of(Promise.ALWAYS_A_WAY)
                        : verdict.signature().contains(DropCause.DEAD_OUTPUT.label())
                                ? Optional.of(Promise.DONE_MEANS_INSTALLED)
                                : Optional.empty();
            case PROMISE_BROKEN -> verdict.brokenPromises().stream().findFirst();
            case OUT_OF_ORDER, CLEAN -> Optional.empty();
        };
    }

    /** @throws IllegalArgumentException saying what the explorer has no model of */
    static Model model(Network network) throws IOException {
        Scenario scenario = network.resolved().scenario();
        ReconfigurationChoice choice = scenario.reconfiguration();
        if (choice.description().isEmpty()) {
            throw new IllegalArgumentException("the scenario has no scheme");
        }
        Scheme scheme = Schemes.get(choice.scheme());
        if (!scheme.description().sources().equals(List.of(PathSource.ENGINE))) {
            throw new IllegalArgumentException(scheme.name() + " takes paths from "
                    + scheme.description().sources() + ", not from an engine alone");
        }
        List<PlannedFault> faults = scenario.faults();
        for (PlannedFault fault : faults) {
            if (fault.element() != PlannedFault.Element.LINK || fault.at() == 0) {
                throw new IllegalArgumentException(fault.target() + " "
                        + (fault.at() == 0 ? "is not there at the start" : "is a switch")
                        + "; the explorer's faults are"
                        + " of links that work at first");
            }
        }
        boolean planned = !scenario.reconfigure().isEmpty();
        RoutingChoice routing = planned
                ? scenario.reconfigure().get(scenario.reconfigure().size() - 1).routing()
                : choice.routing();
        Fabric fabric = network.fabric();
        Function<Faults, RoutingTables> after =
                failed -> EngineRegistry.load().engine(routing.engine()).route(fabric, failed, routing.options());
        List<Integer> links = network.resolved().faults().stream()
                .map(fault -> fault.number())
                .distinct()
                .toList();
        Model model = new Model(
                scenario.name(),
                scheme,
                choice.options(),
                new Model.Routing(
                        network.tables(),
                        after,
                        planned,
                        null,
                        scenario.beginning().bare()),
                packets(scenario),
                bounds(scenario, faults),
                Frailty.NONE.withLinks(links),
                true,
                scenario.switches().tables() == TableMode.PER_BLOCK,
                STATES);
        List<Integer> mute = mute(scenario, fabric);
        return mute.isEmpty() ? model : model.withLoss(mute);
    }

    private static Bounds bounds(Scenario scenario, List<PlannedFault> faults) {
        int packet = scenario.nics().packets().packet();
        int recoveries = faults.stream().anyMatch(PlannedFault::isRepaired) ? 1 : 0;
        int failing = Math.min(2, faults.size());
        return Bounds.LEAST
                .withSlots(
                        Math.max(1, Math.min(2, scenario.switches().inputBuffer() / packet)),
                        Math.min(2, scenario.switches().outputBuffer() / packet))
                .withFaults(failing, failing, recoveries)
                .withQueueing(Queueing.valueOf(scenario.switches().queues().name()));
    }

    /** Devices that lose every repetition of a message: fewer losses are only a delay, which needs no bound. */
    private static List<Integer> mute(Scenario scenario, Fabric fabric) {
        List<Integer> mute = new ArrayList<>();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            String name = fabric.deviceName(device);
            long lost = scenario.perturb().named().stream()
                    .filter(one -> one.site() == Site.SMP_LOSS)
                    .filter(one -> one.device().equals(name) || one.device().equals(Perturb.MANAGER))
                    .count();
            if (lost > scenario.manager().retries()) {
                mute.add(device);
            }
        }
        return mute;
    }

    private static List<Model.Packet> packets(Scenario scenario) throws IOException {
        TraceChoice choice = scenario.traffic().trace().orElseThrow();
        Trace trace;
        try {
            trace = TraceReader.read(
                    Path.of(choice.file()),
                    choice.format(),
                    choice.timeUnit(),
                    new TraceScale(
                            scenario.time().cyclePs(), scenario.time().flitBytes(), choice.cyclePs(), choice.scale()));
        } catch (TraceFormatException e) {
            throw new IOException(e.getMessage(), e);
        }
        List<Model.Packet> packets = new ArrayList<>();
        for (int operation = 0; operation < trace.size(); operation++) {
            if (trace.kind(operation) == Trace.SEND) {
                int count = scenario.nics().packets().packets(trace.flits(operation));
                for (int i = 0; i < count; i++) {
                    packets.add(new Model.Packet(trace.rank(operation), trace.peer(operation)));
                }
            }
        }
        return packets;
    }
}
