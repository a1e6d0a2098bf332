package org.reweave.routing.verify;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.reweave.routing.model.Mix;
import org.reweave.routing.tolerance.FaultStudy;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/**
 * Statistical fault analysis: how many sets of faults a method tolerates, by enumeration or from a sample. The result
 * depends on the arguments, never on the number of threads. Source: routing/docs/engines.md.
 */
public final class FaultAnalysis {
    private static final int CHUNK = 64;

    /**
     * The element, the sampling and the threads of an analysis.
     *
     * @param element what fails
     * @param enumerateUpTo sets are enumerated when there are at most so many, else sampled
     * @param samples sets to draw
     * @param confidence of the interval: 0.95 or 0.99
     * @param seed of the draws and of methods' random choices
     * @param threads at least 1
     */
    public record Plan(Element element, long enumerateUpTo, long samples, double confidence, long seed, int threads) {
        public Plan {
            if (samples < 1 || threads < 1) {
                throw new IllegalArgumentException(
                        "samples " + samples + ", threads " + threads + "; both must be at least 1");
            }
        }
    }

    private final Fabric fabric;
    private final FaultStudy study;
    private final Plan plan;
    private final int[] elements;

    public FaultAnalysis(Fabric fabric, FaultStudy study, Plan plan) {
        this.fabric = fabric;
        this.study = study;
        this.plan = plan;
        this.elements = study.elements(plan.element());
    }

    /** How many elements may fail. */
    public int elementCount() {
        return elements.length;
    }

    /** Sets that {@link #count} will judge. */
    public long setCount(int faults) {
        return exhaustive(faults) ? Combinations.count(elements.length, faults).longValueExact() : plan.samples();
    }

    private boolean exhaustive(int faults) {
        return Combinations.count(elements.length, faults).compareTo(BigInteger.valueOf(plan.enumerateUpTo())) <= 0;
    }

    /**
     * Judges sets of so many faults.
     *
     * @param judged receives the number of sets judged so far, from time to time, from any thread
     * @throws IllegalArgumentException when there are fewer elements than faults
     */
    public FaultCount count(int faults, LongConsumer judged) {
        return result(faults, setCount(faults), judge(faults, 0, setCount(faults), judged));
    }

    /**
     * Judges some of the sets of so many faults.
     *
     * @param from first set, by rank or draw
     * @param to the set behind the last one, at most {@link #setCount}
     * @param judged receives the number of sets judged so far, from time to time, from any thread
     * @throws IllegalArgumentException when there are fewer elements than faults
     */
    public FaultPart part(int faults, long from, long to, LongConsumer judged) {
        return judge(faults, from, to, judged).toPart(faults, from, to);
    }

    /**
     * The result of all sets of so many faults.
     *
     * @param parts that have every set once
     * @throws IllegalArgumentException when they do not
     */
    public FaultCount count(int faults, List<FaultPart> parts) {
        FaultTally total = new FaultTally(fabric, study, plan.element());
        long next = 0;
        for (FaultPart part :
                parts.stream().sorted(Comparator.comparingLong(FaultPart::from)).toList()) {
            if (part.faults() != faults || part.from() != next) {
                throw new IllegalArgumentException("a part of " + part.faults() + " faults begins at set " + part.from()
                        + " and not at " + next + " of " + faults + " faults");
            }
            total.merge(part);
            next = part.to();
        }
        if (next != setCount(faults)) {
            throw new IllegalArgumentException("parts end at set " + next + " of " + setCount(faults));
        }
        return result(faults, next, total);
    }

    private FaultTally judge(int faults, long first, long last, LongConsumer judged) {
        if (faults < 0 || faults > elements.length) {
            throw new IllegalArgumentException(faults + " faults, but " + fabric.name() + " has " + elements.length
                    + " of the elements that may fail");
        }
        AtomicLong next = new AtomicLong(first);
        ExecutorService pool = Executors.newFixedThreadPool(plan.threads());
        try {
            List<Future<FaultTally>> parts = new ArrayList<>();
            for (int t = 0; t < plan.threads(); t++) {
                parts.add(pool.submit(() -> work(faults, last, next, judged)));
            }
            FaultTally total = new FaultTally(fabric, study, plan.element());
            for (Future<FaultTally> part : parts) {
                total.merge(part.get());
            }
            return total;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while judging sets of " + faults + " faults", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "judging sets of " + faults + " faults failed: " + e.getCause(), e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private FaultTally work(int faults, long last, AtomicLong next, LongConsumer judged) {
        FaultTally tally = new FaultTally(fabric, study, plan.element());
        boolean exhaustive = exhaustive(faults);
        int[] indices = new int[faults];
        int[] failed = new int[faults];
        while (!Thread.currentThread().isInterrupted()) {
            long from = next.getAndAdd(CHUNK);
            if (from >= last) {
                break;
            }
            long to = Math.min(from + CHUNK, last);
            for (long i = from; i < to; i++) {
                if (!exhaustive) {
                    Combinations.draw(elements.length, plan.seed(), i, indices);
                } else if (i == from) {
                    Combinations.unrank(elements.length, i, indices);
                } else {
                    Combinations.advance(elements.length, indices);
                }
                for (int j = 0; j < faults; j++) {
                    failed[j] = elements[indices[j]];
                }
                tally.add(i, failed, Mix.mix(plan.seed(), faults, i, -1));
            }
            judged.accept(to - from);
        }
        return tally;
    }

    private FaultCount result(int faults, long sets, FaultTally tally) {
        boolean exhaustive = exhaustive(faults);
        return new FaultCount(
                faults,
                Combinations.count(elements.length, faults),
                sets,
                exhaustive,
                tally.tolerated,
                tally.notTolerated,
                tally.disconnected,
                tally.cyclic,
                (double) tally.tolerated / sets,
                exhaustive
                        ? ConfidenceInterval.enumerated(tally.tolerated, sets)
                        : ConfidenceInterval.wilson(tally.tolerated, sets, plan.confidence()),
                tally.delivered == 0 ? 0 : (double) tally.hops / tally.delivered,
                tally.maxHops,
                tally.pairsLost,
                tally.vls,
                tally.sls,
                tally.lids,
                tally.pairs.figures(elements.length, faults, exhaustive, plan.confidence()),
                tally.figures.means(),
                tally.examples.values().stream().map(this::names).toList());
    }

    private List<String> names(int[] failed) {
        return Arrays.stream(failed)
                .mapToObj(e -> plan.element() == Element.LINK ? fabric.linkName(e) : fabric.deviceName(e))
                .toList();
    }
}
