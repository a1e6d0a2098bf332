package org.reweave.routing.verify;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.routing.tolerance.FaultJudge;
import org.reweave.routing.tolerance.FaultOutcome;
import org.reweave.routing.tolerance.FaultStudy;
import org.reweave.routing.tolerance.FigureSums;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * One thread's judgements. Everything is an integer sum, maximum or first of, so that merging threads' tallies in any
 * order gives one result.
 */
final class FaultTally {
    final TreeMap<Long, int[]> examples = new TreeMap<>(); // by rank or draw
    final PairTally pairs = new PairTally();
    long tolerated;
    long notTolerated;
    long disconnected;
    long cyclic;
    long delivered;
    long hops;
    long pairsLost;
    int maxHops;
    int vls;
    int sls;
    int lids;
    final FigureSums figures = new FigureSums();

    private final Element kind;
    private final FaultJudge judge;
    private final boolean countsPairs;
    private final PhysicalConnectivity physical;
    private final FaultOutcome verdict = new FaultOutcome();
    private long pairDelivered;
    private long pairHops;
    private long pairLost;
    private int pairMaxHops;
    private boolean acyclic;

    FaultTally(Fabric fabric, FaultStudy study, Element kind) {
        this.kind = kind;
        this.judge = study.judge();
        this.countsPairs = study.countsPairs();
        this.physical = new PhysicalConnectivity(fabric);
    }

    /**
     * Judges one set.
     *
     * @param index its rank, or the number of its draw
     * @param draw for the method's random choices
     */
    void add(long index, int[] failed, long draw) {
        boolean connected = physical.connected(kind, failed);
        disconnected += connected ? 0 : 1;
        if (!connected && !countsPairs && !judge.judgesDisconnected()) {
            return;
        }
        verdict.clear();
        judge.judge(kind, failed, draw, verdict);
        figures.add(verdict.figures());
        if (!connected && !countsPairs) {
            return;
        }
        evaluate(failed);
        if (countsPairs) {
            pairs.add(pairDelivered, pairLost, physical.pairs(), pairHops, pairMaxHops);
        }
        if (!connected) {
            return;
        }
        if (pairLost == 0 && acyclic) {
            tolerated++;
            delivered += pairDelivered;
            hops += pairHops;
            maxHops = Math.max(maxHops, pairMaxHops);
            vls = Math.max(vls, verdict.vls());
            sls = Math.max(sls, verdict.sls());
            lids = Math.max(lids, verdict.addresses());
            return;
        }
        notTolerated++;
        cyclic += pairLost == 0 ? 1 : 0;
        pairsLost += pairLost;
        keep(index, failed.clone());
    }

    /** Reads installed state where the method left some, else takes its counts. */
    private void evaluate(int[] failed) {
        pairDelivered = verdict.delivered();
        pairHops = verdict.hops();
        pairLost = verdict.lost();
        pairMaxHops = verdict.maxHops();
        acyclic = true;
        Faults faults = verdict.tables() == null && verdict.paths() == null ? Faults.none() : kind.faults(failed);
        if (verdict.tables() != null) {
            Connectivity connectivity = Connectivity.of(verdict.tables(), faults);
            pairDelivered = connectivity.delivered();
            pairHops = connectivity.hopSum();
            pairLost = connectivity.lost();
            pairMaxHops = connectivity.maxHops();
            acyclic = ChannelDependencyGraph.of(verdict.tables(), faults).acyclic();
        } else if (verdict.paths() != null) {
            AddressedPathsCheck check = AddressedPathsCheck.of(verdict.paths(), faults);
            pairDelivered = check.delivered();
            pairHops = check.hops();
            pairLost = check.lost();
            pairMaxHops = check.maxHops();
            acyclic = check.acyclic();
        }
    }

    private void keep(long index, int[] failed) {
        examples.put(index, failed);
        if (examples.size() > FaultCount.MAX_EXAMPLES) {
            examples.pollLastEntry();
        }
    }

    /** These judgements, to be kept. */
    FaultPart toPart(int faults, long from, long to) {
        Map<String, BigInteger> sums = new TreeMap<>();
        sums.put("tolerated", BigInteger.valueOf(tolerated));
        sums.put("notTolerated", BigInteger.valueOf(notTolerated));
        sums.put("disconnected", BigInteger.valueOf(disconnected));
        sums.put("cyclic", BigInteger.valueOf(cyclic));
        sums.put("delivered", BigInteger.valueOf(delivered));
        sums.put("hops", BigInteger.valueOf(hops));
        sums.put("pairsLost", BigInteger.valueOf(pairsLost));
        sums.put("maxHops", BigInteger.valueOf(maxHops));
        sums.put("vls", BigInteger.valueOf(vls));
        sums.put("sls", BigInteger.valueOf(sls));
        sums.put("lids", BigInteger.valueOf(lids));
        pairs.write(sums);
        Map<Long, List<Integer>> first = new TreeMap<>();
        examples.forEach((index, failed) ->
                first.put(index, Arrays.stream(failed).boxed().toList()));
        return new FaultPart(faults, from, to, sums, figures.sums(), first);
    }

    /** Adds judgements that were kept. */
    void merge(FaultPart part) {
        Map<String, BigInteger> sums = part.sums();
        tolerated += sums.get("tolerated").longValueExact();
        notTolerated += sums.get("notTolerated").longValueExact();
        disconnected += sums.get("disconnected").longValueExact();
        cyclic += sums.get("cyclic").longValueExact();
        delivered += sums.get("delivered").longValueExact();
        hops += sums.get("hops").longValueExact();
        pairsLost += sums.get("pairsLost").longValueExact();
        maxHops = Math.max(maxHops, sums.get("maxHops").intValueExact());
        vls = Math.max(vls, sums.get("vls").intValueExact());
        sls = Math.max(sls, sums.get("sls").intValueExact());
        lids = Math.max(lids, sums.get("lids").intValueExact());
        pairs.merge(sums);
        part.figures()
                .forEach(
                        (name, values) -> values.forEach((key, sum) -> figures.add(name, key, sum.get(0), sum.get(1))));
        part.examples()
                .forEach((index, failed) ->
                        keep(index, failed.stream().mapToInt(Integer::intValue).toArray()));
    }

    void merge(FaultTally other) {
        tolerated += other.tolerated;
        notTolerated += other.notTolerated;
        disconnected += other.disconnected;
        cyclic += other.cyclic;
        delivered += other.delivered;
        hops += other.hops;
        pairsLost += other.pairsLost;
        maxHops = Math.max(maxHops, other.maxHops);
        vls = Math.max(vls, other.vls);
        sls = Math.max(sls, other.sls);
        lids = Math.max(lids, other.lids);
        pairs.merge(other.pairs);
        figures.add(other.figures);
        other.examples.forEach(this::keep);
    }
}
