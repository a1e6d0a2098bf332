package org.reweave.routing.rftr;

import java.util.Arrays;
import org.reweave.routing.model.Mix;

/**
 * Finds, for one broken flow after another, the best pair of subpaths that meet: no mapping conflict first, then fewest
 * VL transitions, then fewest hops, then the lowest joint and ports. A joined path that visits a switch twice is
 * skipped: without the loop, the path is the candidate that joins at that switch, and this candidate has fewer hops.
 * Source: thesis §5.2.2, §5.4; routing/docs/engines.md.
 */
final class RftrJoiner {
    /** Candidates examined for a mapping conflict before the best one gets a new SL. */
    private static final int MAX_EXAMINED = 64;

    private static final int[] NONE = new int[0];
    private static final long NO_CANDIDATE = Long.MAX_VALUE;

    /** The outcome for a flow. */
    enum Answer {
        INSTALLED,
        NO_JOINT,
        NO_RESOURCES
    }

    private final RftrPaths paths;
    private final RftrWiring wiring;
    private final TurnRule turns;
    private final RftrReach[] direct; // [source switch], null = not built for this fault
    private final RftrReach[] indirect; // [destination switch]
    private final int[][] nicsOf; // [switch]
    private final int[] seen; // [switch]
    private long[] candidates = new long[64];
    private int candidateCount;
    private int search;
    private int maxLanes;
    private final int[] draft;

    RftrJoiner(RftrPaths paths, TurnRule turns) {
        this.paths = paths;
        this.wiring = paths.wiring;
        this.turns = turns;
        this.direct = new RftrReach[wiring.switches];
        this.indirect = new RftrReach[wiring.switches];
        this.seen = new int[wiring.switches];
        this.draft = new int[2 * wiring.switches];
        this.nicsOf = new int[wiring.switches][];
        Arrays.fill(nicsOf, NONE);
        for (int nic = 0; nic < wiring.nics; nic++) {
            int s = wiring.nicSwitch[nic];
            if (s >= 0) {
                nicsOf[s] = Arrays.copyOf(nicsOf[s], nicsOf[s].length + 1);
                nicsOf[s][nicsOf[s].length - 1] = nic;
            }
        }
    }

    /** Clears the reachability tables after a fault has dropped paths. */
    void begin() {
        Arrays.fill(direct, null);
        Arrays.fill(indirect, null);
    }

    /**
     * Gives a flow a new path and installs it, if there is one.
     *
     * @param freeLanes VLs to draw from for a path without a transition
     * @param maxLanes VLs that a path may climb through
     */
    Answer join(int flow, long draw, int freeLanes, int maxLanes) {
        this.maxLanes = maxLanes;
        int source = flow / wiring.nics;
        int destination = wiring.nicSwitch[flow % wiring.nics];
        RftrReach out = directOf(source);
        RftrReach in = indirectOf(destination);
        long best = best(out, in);
        if (best == NO_CANDIDATE) {
            return Answer.NO_JOINT;
        }
        int drawn = Mix.below(Mix.mix(draw, flow, 1, 0), freeLanes);
        int[] first = build(best, out, in);
        if (first != null && install(flow, first, drawn, freeLanes, false)) {
            return Answer.INSTALLED;
        }
        collect(out, in);
        Arrays.sort(candidates, 0, candidateCount);
        int[] spare = first;
        for (int i = 1; i < Math.min(candidateCount, MAX_EXAMINED); i++) {
            int[] path = build(candidates[i], out, in);
            if (path == null) {
                continue;
            }
            if (install(flow, path, drawn, freeLanes, false)) {
                return Answer.INSTALLED;
            }
            spare = spare == null ? path : spare;
        }
        if (spare != null && install(flow, spare, drawn, freeLanes, true)) {
            return Answer.INSTALLED;
        }
        int[] shortest = shortest(out, in);
        boolean installed =
                install(flow, shortest, drawn, freeLanes, false) || install(flow, shortest, drawn, freeLanes, true);
        return installed ? Answer.INSTALLED : Answer.NO_RESOURCES;
    }

    /** Tries to install a path at an SL in use, or at a new one. */
    private boolean install(int flow, int[] path, int drawn, int freeLanes, boolean newLevel) {
        int transitions = RftrWiring.transitions(path);
        if (transitions >= maxLanes || newLevel && paths.levelsInUse == RftrLevels.MAX_LEVELS) {
            return false;
        }
        int choices = transitions > 0 ? 1 : freeLanes;
        for (int choice = 0; choice < choices; choice++) {
            int lane = transitions > 0 ? 0 : (drawn + choice) % freeLanes;
            int level = newLevel ? paths.levelsInUse : paths.levels.fit(path, lane, paths.levelsInUse);
            int address = level < 0 ? -1 : paths.addresses.fit(flow % wiring.nics, path);
            if (address >= 0) {
                paths.levelsInUse = Math.max(paths.levelsInUse, level + 1);
                paths.install(flow, path, lane, level, address);
                remember(flow);
                return true;
            }
        }
        return false;
    }

    /** Adds the new path to the reachability tables, so that later pairs can use the path. */
    private void remember(int flow) {
        int[] path = paths.path[flow];
        for (int i = 1; i < path.length; i++) {
            if ((path[i] & 1) == 0) {
                turns.taken(path[i - 1] >> 1, path[i] >> 1);
            }
        }
        RftrReach out = direct[flow / wiring.nics];
        RftrReach in = indirect[wiring.nicSwitch[flow % wiring.nics]];
        if (out != null) {
            offerDirect(out, flow);
        }
        if (in != null) {
            offerIndirect(in, flow);
        }
    }

    private RftrReach directOf(int source) {
        if (direct[source] == null) {
            direct[source] = new RftrReach(wiring, source);
            for (int nic = 0; nic < wiring.nics; nic++) {
                offerDirect(direct[source], source * wiring.nics + nic);
            }
        }
        return direct[source];
    }

    private RftrReach indirectOf(int destination) {
        if (indirect[destination] == null) {
            indirect[destination] = new RftrReach(wiring, destination);
            for (int nic : nicsOf[destination]) {
                for (int s = 0; s < wiring.switches; s++) {
                    offerIndirect(indirect[destination], s * wiring.nics + nic);
                }
            }
        }
        return indirect[destination];
    }

    private void offerDirect(RftrReach reach, int flow) {
        int[] path = paths.path[flow];
        int transitions = 0;
        for (int i = 0; path != null && i < path.length; i++) {
            transitions += path[i] & 1;
            reach.offer(wiring.to[path[i] >> 1], wiring.inPort[path[i] >> 1], transitions, i + 1, flow);
        }
    }

    private void offerIndirect(RftrReach reach, int flow) {
        int[] path = paths.path[flow];
        int transitions = 0;
        for (int i = path == null ? -1 : path.length - 1; i >= 0; i--) {
            reach.offer(wiring.from[path[i] >> 1], wiring.outPort[path[i] >> 1], transitions, path.length - i, flow);
            transitions += path[i] & 1;
        }
    }

    /**
     * The least candidate that {@link #collect} would find; joints and ports that cannot beat the best so far are
     * skipped.
     */
    private long best(RftrReach out, RftrReach in) {
        long best = NO_CANDIDATE;
        long limit = NO_CANDIDATE; // of the cost; at equal cost the first joint and ports win
        for (int at = 0; at < wiring.switches; at++) {
            if (!out.hasAny(at) || !in.hasAny(at) || out.leastCost(at) + in.leastCost(at) >= limit) {
                continue;
            }
            for (int inPort = 0; inPort < wiring.ports; inPort++) {
                for (int outPort = 0; out.has(at, inPort) && outPort < wiring.ports; outPort++) {
                    boolean promising = in.has(at, outPort) && out.cost(at, inPort) + in.cost(at, outPort) < limit;
                    long candidate = promising ? candidate(out, in, at, inPort, outPort) : NO_CANDIDATE;
                    if (candidate < best) {
                        best = candidate;
                        limit = candidate & ~0xffff_ffffL;
                    }
                }
            }
        }
        return best;
    }

    /** All (joint, in port, out port). */
    private void collect(RftrReach out, RftrReach in) {
        candidateCount = 0;
        for (int at = 0; at < wiring.switches; at++) {
            if (!out.hasAny(at) || !in.hasAny(at)) {
                continue;
            }
            for (int inPort = 0; inPort < wiring.ports; inPort++) {
                for (int outPort = 0; out.has(at, inPort) && outPort < wiring.ports; outPort++) {
                    if (in.has(at, outPort)) {
                        add(candidate(out, in, at, inPort, outPort));
                    }
                }
            }
        }
    }

    /** Transitions << 48 | hops << 32 | joint and ports. */
    private long candidate(RftrReach out, RftrReach in, int at, int inPort, int outPort) {
        long turn = forbidden(at, inPort, outPort) ? 1L << 48 : 0;
        int place = (at * wiring.ports + inPort) * wiring.ports + outPort;
        return out.cost(at, inPort) + in.cost(at, outPort) + turn | place;
    }

    private boolean forbidden(int at, int inPort, int outPort) {
        if (inPort == 0 || outPort == 0) {
            return false;
        }
        int incoming = wiring.leaving[at * wiring.ports + inPort] ^ 1;
        return turns.isForbidden(incoming, wiring.leaving[at * wiring.ports + outPort]);
    }

    private void add(long candidate) {
        if (candidateCount == candidates.length) {
            candidates = Arrays.copyOf(candidates, 2 * candidateCount);
        }
        candidates[candidateCount++] = candidate;
    }

    /** @return the joined path, or null when it visits a switch twice */
    private int[] build(long candidate, RftrReach out, RftrReach in) {
        int packed = (int) candidate;
        int outPort = packed % wiring.ports;
        int inPort = packed / wiring.ports % wiring.ports;
        int at = packed / wiring.ports / wiring.ports;
        int before = out.hops(at, inPort);
        int after = in.hops(at, outPort);
        int[] first = before == 0 ? NONE : paths.path[out.flow(at, inPort)];
        int[] second = after == 0 ? NONE : paths.path[in.flow(at, outPort)];
        return joined(first, before, second, after);
    }

    private int[] joined(int[] first, int before, int[] second, int after) {
        System.arraycopy(first, 0, draft, 0, before);
        System.arraycopy(second, second.length - after, draft, before, after);
        if (after > 0) {
            boolean turn = before > 0 && turns.isForbidden(draft[before - 1] >> 1, draft[before] >> 1);
            draft[before] = draft[before] & ~1 | (turn ? 1 : 0);
        }
        search++;
        for (int i = 0; i < before + after; i++) {
            int s = wiring.from[draft[i] >> 1];
            if (seen[s] == search || wiring.to[draft[before + after - 1] >> 1] == s) {
                return null;
            }
            seen[s] = search;
        }
        return Arrays.copyOf(draft, before + after);
    }

    /**
     * The path over the joint with fewest hops of all. This path visits no switch twice, since a path without the loop
     * would have fewer hops.
     */
    private int[] shortest(RftrReach out, RftrReach in) {
        int best = -1;
        for (int at = 0; at < wiring.switches; at++) {
            boolean joint = out.hasAny(at) && in.hasAny(at);
            if (joint && (best < 0 || hops(out, in, at) < hops(out, in, best))) {
                best = at;
            }
        }
        int before = out.fewestHops(best);
        int after = in.fewestHops(best);
        int[] first = before == 0 ? NONE : paths.path[out.fewestHopsFlow(best)];
        int[] second = after == 0 ? NONE : paths.path[in.fewestHopsFlow(best)];
        int[] path = joined(first, before, second, after);
        if (path == null) {
            throw new IllegalStateException(
                    "the shortest joint, at " + wiring.fabric.deviceName(best) + ", makes a loop");
        }
        return path;
    }

    private static int hops(RftrReach out, RftrReach in, int at) {
        return out.fewestHops(at) + in.fewestHops(at);
    }
}
