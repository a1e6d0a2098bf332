package org.reweave.emulator.race;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.lax.LateFrames;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.PlannedRouting;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.sequential.LaxScheduleDriver;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.LinkNames;

/**
 * Makes a failing run small: takes disturbances, faults and plans, messages, switches and links away while the run
 * still fails in the same way (delta debugging: A. Zeller and R. Hildebrandt 2002, "Simplifying and isolating
 * failure-inducing input"). Candidates are tried side by side and judged in one order, so that the result does not
 * depend on the number of threads. The number of candidates is bounded.
 */
public final class Shrinker {
    /**
     * A failing run made small.
     *
     * @param candidate the smallest that failed in the same way
     * @param verdict on it
     * @param before sizes of its parts at first
     * @param after sizes now
     * @param tried candidates
     */
    public record Shrunk(
            Candidate candidate,
            RunVerdict verdict,
            Map<String, Integer> before,
            Map<String, Integer> after,
            int tried) {
        /** Writes the scenario and the files that it reads. */
        public Scenario written(Path folder) throws IOException {
            return candidate.written(folder);
        }

        /** Sizes before and after, and the number of runs, in words for one line. */
        public String text() {
            List<String> parts = new ArrayList<>();
            after.forEach((part, size) -> parts.add(size + " of " + before.get(part) + " " + part));
            return String.join(", ", parts) + "; " + tried + " runs";
        }
    }

    private final Batch batch;
    private final Path scratch;
    private final int most;
    private final IntConsumer progress;
    private RunVerdict wanted;
    private Candidate best;
    private int tried;
    private int limit; // of candidates, at present

    /**
     * @param race on whose threads candidates are run
     * @param scratch a folder for files of candidates, removed at the end
     * @param most candidates
     * @param progress receives the number of candidates tried so far
     */
    public Shrinker(Race race, Path scratch, int most, IntConsumer progress) {
        this.batch = race.batch();
        this.scratch = scratch;
        this.most = most;
        this.progress = progress;
    }

    /** Shrinks a run of a race. */
    public Shrunk shrink(RacePlan plan, long seed, RunVerdict verdict) throws IOException {
        wanted = verdict;
        tried = 0;
        try {
            limit = most;
            best = explicit(plan.network(seed));
            Map<String, Integer> before = best.sizes();
            boolean isDrawn = best.base().run().isLax()
                    && best.base().run().laxity().schedule().isDrawn();
            limit = isDrawn ? most / 2 : most;
            parts();
            limit = most;
            if (isDrawn && writeOut()) {
                before.put(Candidate.LATE, best.late().size());
                parts();
            }
            RunVerdict small = first(List.of(best).iterator()).verdict();
            return new Shrunk(best, small, before, best.sizes(), tried);
        } finally {
            FindingFolder.delete(scratch);
        }
    }

    /** Takes parts away, kind by kind, until a round has taken none away. */
    private void parts() {
        Map<String, Integer> last = Map.of();
        while (!best.sizes().equals(last) && tried < limit) {
            last = best.sizes();
            late();
            disturbances();
            events();
            messages();
            fabric();
        }
    }

    /**
     * Puts a list of the decisions of a seeded schedule in its place.
     *
     * @return whether the run fails in the same way then
     */
    private boolean writeOut() {
        Candidate drawn = best;
        List<LateFrames> all = batch.all(List.<Batch.Job<List<LateFrames>>>of(
                        emulations -> LaxScheduleDriver.decisions(drawn.network(scratch.resolve("drawn")))))
                .get(0);
        Tried found = first(List.of(drawn.withLate(all)).iterator());
        best = found == null ? best : found.candidate();
        return found != null;
    }

    /** The run with everything that is drawn written out, if it still fails in the same way; else with its traffic. */
    private Candidate explicit(Network network) {
        ResolvedScenario resolved = network.resolved();
        Scenario scenario = resolved.scenario();
        Fabric fabric = network.fabric();
        List<PlannedFault> faults = resolved.faults().stream()
                .map(fault ->
                        new PlannedFault(fault.at(), fault.until(), fault.element(), fault.name(), fault.oldTables()))
                .toList();
        Trial trial = batch.all(List.<Batch.Job<Trial>>of(emulations -> Trial.of(network, emulations)))
                .get(0);
        Candidate drawn = new Candidate(
                scenario, fabric, false, faults, scenario.reconfigure(), trial.disturbances(), null, listed(scenario));
        if (scenario.traffic().trace().isPresent()) {
            return drawn;
        }
        int flit = scenario.time().flitBytes();
        long until = wanted.kind() == RaceClass.DEADLOCKED ? wanted.failedAt() : Long.MAX_VALUE;
        Candidate listed = drawn.withMessages(network.drawnMessages(until).stream()
                .map(message -> new Message(
                        message.cycle(),
                        fabric.deviceName(fabric.nicDevice(message.source())),
                        fabric.deviceName(fabric.nicDevice(message.destination())),
                        (long) message.flits() * flit))
                .toList());
        return first(List.of(listed).iterator()) == null ? drawn : listed;
    }

    /** The decisions that a scenario lists; null = it lists none, and perhaps draws them. */
    private static List<LateFrames> listed(Scenario scenario) {
        Laxity laxity = scenario.run().laxity();
        return scenario.run().isLax() && laxity.schedule() == Schedule.LISTED ? laxity.late() : null;
    }

    /** @param at place among those that were tried */
    private record Tried(Candidate candidate, RunVerdict verdict, int at) {}

    /** The first candidate that fails in the same way; null = none does, or no more may be tried. */
    private Tried first(Iterator<Candidate> candidates) {
        Tried[] found = new Tried[1];
        int[] at = new int[1];
        Iterator<Batch.Job<Tried>> jobs = new Iterator<>() {
            private int number;

            @Override
            public boolean hasNext() {
                return candidates.hasNext();
            }

            @Override
            public Batch.Job<Tried> next() {
                Candidate candidate = candidates.next();
                int place = number++;
                return emulations -> run(candidate, place, emulations);
            }
        };
        batch.inOrder(jobs, one -> {
            tried++;
            at[0]++;
            progress.accept(tried);
            if (one.verdict() != null && one.verdict().sameWay(wanted)) {
                found[0] = one;
                return false;
            }
            return tried < limit;
        });
        return found[0];
    }

    private Tried run(Candidate candidate, int place, Emulations emulations) {
        Path folder = scratch.resolve(Thread.currentThread().getId() + "-" + place);
        RunVerdict verdict;
        try {
            verdict = candidate.isWhole()
                    ? Trial.of(candidate.network(folder), emulations).verdict()
                    : null;
        } catch (ScenarioException | UnroutableException | IllegalArgumentException e) {
            verdict = null; // a part is missing that is needed
        }
        try {
            FindingFolder.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Tried(candidate, verdict, place);
    }

    /**
     * Takes as many items away as possible: first all, then halves, quarters and so on down to single ones.
     *
     * @param make the candidate with only these items
     */
    private <T> void reduce(List<T> items, Function<List<T>, Candidate> make) {
        if (items.isEmpty()) {
            return;
        }
        List<T> left = items;
        int chunk = left.size();
        while (chunk > 0 && tried < limit) {
            int from = 0;
            while (from < left.size() && tried < limit) {
                List<T> now = left;
                int size = chunk;
                int begin = from;
                int chunks = (now.size() - begin + size - 1) / size;
                Tried found = first(IntStream.range(0, chunks)
                        .mapToObj(i -> make.apply(without(now, begin + i * size, size)))
                        .iterator());
                if (found == null) {
                    break;
                }
                from = begin + found.at() * size;
                left = without(now, from, size);
                best = found.candidate();
            }
            chunk = chunk == 1 ? 0 : (Math.min(chunk, left.size()) + 1) / 2;
        }
    }

    private static <T> List<T> without(List<T> items, int from, int count) {
        List<T> left = new ArrayList<>(items.subList(0, from));
        left.addAll(items.subList(Math.min(from + count, items.size()), items.size()));
        return left;
    }

    /** Decisions of a schedule, link by link first and then one by one: those that are left make the failure. */
    private void late() {
        if (best.late() == null) {
            return;
        }
        Candidate now = best;
        List<String> links = new ArrayList<>(
                new LinkedHashSet<>(now.late().stream().map(Shrinker::link).toList()));
        reduce(links, left -> {
            Set<String> kept = new HashSet<>(left);
            return now.withLate(
                    now.late().stream().filter(one -> kept.contains(link(one))).toList());
        });
        Candidate fewer = best;
        reduce(fewer.late(), fewer::withLate);
    }

    private static String link(LateFrames one) {
        return one.device() + "." + one.port();
    }

    private void disturbances() {
        Candidate now = best;
        reduce(now.disturbances(), now::withDisturbances);
    }

    private void events() {
        Candidate now = best;
        reduce(now.faults(), now::withFaults);
        Candidate then = best;
        reduce(then.plans(), plans -> then.withPlans(List.<PlannedRouting>copyOf(plans)));
        for (int i = 0; i < best.faults().size(); i++) { // a failed link that does not come back
            PlannedFault fault = best.faults().get(i);
            if (fault.isRepaired()) {
                List<PlannedFault> faults = new ArrayList<>(best.faults());
                faults.set(i, new PlannedFault(fault.at(), PlannedFault.FOR_EVER, fault.element(), fault.target()));
                Tried found = first(List.of(best.withFaults(faults)).iterator());
                best = found == null ? best : found.candidate();
            }
        }
    }

    private void messages() {
        if (best.messages() == null) {
            return;
        }
        for (Function<Message, String> end :
                List.<Function<Message, String>>of(Message::source, Message::destination)) {
            Candidate now = best;
            List<String> nics = new ArrayList<>(
                    new LinkedHashSet<>(now.messages().stream().map(end).toList()));
            reduce(nics, left -> {
                Set<String> kept = new HashSet<>(left);
                return now.withMessages(now.messages().stream()
                        .filter(message -> kept.contains(end.apply(message)))
                        .toList());
            });
        }
        Candidate now = best;
        reduce(now.messages(), now::withMessages);
    }

    private void fabric() {
        if (best.messages() == null) {
            return;
        }
        Candidate whole = best;
        String manager = managerSwitch(whole);
        List<String> switches = whole.removableSwitches(manager);
        reduce(switches, kept -> {
            List<String> gone = new ArrayList<>(switches);
            gone.removeAll(kept);
            return whole.without(whole.withNics(gone), Set.of());
        });
        Candidate smaller = best;
        List<String> idle = smaller.idleNics();
        reduce(idle, kept -> {
            Set<String> gone = new LinkedHashSet<>(idle);
            gone.removeAll(new HashSet<>(kept));
            return smaller.without(gone, Set.of());
        });
        Candidate fewer = best;
        List<String> links = IntStream.range(0, fewer.fabric().linkCount())
                .filter(link -> fewer.fabric().isTrunk(link))
                .mapToObj(link -> LinkNames.nameOf(fewer.fabric(), link))
                .toList();
        reduce(links, kept -> {
            Set<String> gone = new LinkedHashSet<>(links);
            gone.removeAll(new HashSet<>(kept));
            return fewer.without(Set.of(), gone);
        });
    }

    private static String managerSwitch(Candidate candidate) {
        Fabric fabric = candidate.fabric();
        String name = candidate.base().managerNic();
        int nic = name.equals(Scenario.AUTO)
                ? IntStream.range(0, fabric.nicCount())
                        .map(fabric::nicDevice)
                        .filter(device -> fabric.attachedSwitch(device) >= 0)
                        .findFirst()
                        .orElseThrow()
                : fabric.deviceByName(name);
        return fabric.deviceName(fabric.attachedSwitch(nic));
    }

    /** The parts of what was shrunk, for results. */
    public static Map<String, Object> document(Shrunk shrunk) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("before", shrunk.before());
        document.put("after", shrunk.after());
        document.put("tried", shrunk.tried());
        document.put("text", shrunk.text());
        return document;
    }
}
