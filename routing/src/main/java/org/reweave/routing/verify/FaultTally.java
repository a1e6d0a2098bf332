package org.reweave.routing.verify;

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
