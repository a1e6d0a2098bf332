package org.reweave.emulator.race;

import java.util.HashSet;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Promise;

/**
 * Whether a manager looks into the silence of devices: {@link Promise#SILENCE_LOOKED_INTO} of switches, and
 * {@link Promise#CHANGE_FOLLOWS} where a discovery finds a NIC again that had been given up; and whether it updates
 * only what a discovery has found: {@link Promise#FOUND_BEFORE_UPDATED}.
 */
final class SilenceWatch {
    private static final long NEVER = -1;

    private final int switches;
    private final ObjLongConsumer<Promise> breaks;
    private final Set<Long> requests = new HashSet<>(); // that wait for an answer
    private final Set<Long> lost = new HashSet<>(); // NICs that were given up, and not found since
    private boolean isMissed; // the last discovery has asked a switch in vain
    private boolean isOwed; // a discovery, once the change is complete
    private boolean isComplete; // the change
    private long restsSince = NEVER; // although it owes a discovery
    private int found; // NICs that were given up, and that the last discovery has found again
    private final Set<Long> silent = new HashSet<>(); // switches that the discovery under way has asked in vain
    private final Set<Long> there = new HashSet<>(); // NICs that it has found
    private Set<Long> silentAtLast = Set.of(); // of the last discovery
    private Set<Long> thereAtLast; // null = nobody has looked, or traps were believed since
    private long foundAt = NEVER; // when, as long as nothing has come of it

    /** @param breaks gets each broken promise with its cycle */
    SilenceWatch(int switches, ObjLongConsumer<Promise> breaks) {
        this.switches = switches;
        this.breaks = breaks;
    }

    /** Takes a fact of the manager. */
    void take(long cycle, Fact fact, long a, long b) {
        passed(cycle);
        switch (fact) {
            case ANSWER_TAKEN -> answered(a, cycle);
            case TRY_OVER -> {
                if (b == 1) {
                    answered(a, cycle);
                }
            }
            case ASKED_IN_VAIN -> {
                isMissed = true;
                silent.add(a);
            }
            case UPDATE_BEGUN -> {
                if (thereAtLast != null && (a < switches ? silentAtLast.contains(a) : !thereAtLast.contains(a))) {
                    breaks.accept(Promise.FOUND_BEFORE_UPDATED, cycle);
                }
            }
            case DISCOVERY_BEGUN -> {
                silent.clear();
                there.clear();
                requests.clear();
                isMissed = false;
                isOwed = false;
                restsSince = NEVER;
                found = 0;
            }
            case NIC_FOUND -> {
                there.add(a);
                if (lost.remove(a)) {
                    found++;
                    foundAt = cycle;
                }
            }
            default -> {
                // nobody is silent
            }
        }
    }

    /** Takes an event of the manager. */
    void take(long cycle, EventKind kind, long a, long c, long d) {
        passed(cycle);
        switch (kind) {
            case REQUEST_SENT -> {
                requests.add(c);
                restsSince = NEVER; // in this cycle: NICs get what they lack behind a change
            }
            case SWEEP_DONE -> {
                boolean hasAsked = d >= 0;
                silentAtLast = Set.copyOf(silent);
                thereAtLast = hasAsked ? Set.copyOf(there) : null;
            }
            case UNREACHABLE -> {
                if (a < switches) {
                    isOwed = true;
                } else {
                    lost.add(a);
                }
            }
            case CHANGE_FOUND -> {
                isOwed = isMissed;
                isComplete = false;
                foundAt = NEVER;
            }
            case NICS_JOINED -> foundAt = a < found ? foundAt : NEVER;
            case RECONFIGURED -> {
                isComplete = true;
                rest(cycle);
            }
            default -> {
                // nobody is silent
            }
        }
    }

    private void answered(long request, long cycle) {
        requests.remove(request);
        rest(cycle);
    }

    private void rest(long cycle) {
        if (isOwed && isComplete && requests.isEmpty() && restsSince == NEVER) {
            restsSince = cycle;
        }
    }

    /** All before a cycle is over. */
    void passed(long cycle) {
        if (restsSince != NEVER && cycle > restsSince) {
            breaks.accept(Promise.SILENCE_LOOKED_INTO, restsSince);
            restsSince = NEVER;
            isOwed = false;
        }
        if (foundAt != NEVER && cycle > foundAt) {
            breaks.accept(Promise.CHANGE_FOLLOWS, foundAt);
            foundAt = NEVER;
        }
    }
}
