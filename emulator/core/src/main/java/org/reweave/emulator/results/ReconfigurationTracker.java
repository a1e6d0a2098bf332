package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.spi.Completion;

/**
 * Assembles reconfigurations by the manager from the events of a run. The manager's events say which change they belong
 * to, when the first trap came that a change answers, and when the discovery began that found a change. A fault of
 * which no trap told belongs to the first discovery that began after the fault.
 *
 * <p>The manager makes one change at a time: a change that begins before another one is over goes on with that one,
 * whose scheme has begun again. A scheme that has paths marked as failed before it discovers the fabric makes several
 * changes of one fault: the migrations, and the change that follows its discovery. They are one reconfiguration.
 */
final class ReconfigurationTracker implements ChangeTracker {
    private static final long NONE = -1;
    private static final long WHOLE_DEVICE = 0; // in place of a port

    private final String scheme;
    private final Completion completion;
    private final int switches;
    private final Scale scale;
    private final NavigableMap<Long, Attempt> attempts = new TreeMap<>(); // by number of the change
    private final Map<List<Long>, Long> changedAt = new HashMap<>(); // by device and port; never iterated
    private final Map<Long, Long> faultOf = new HashMap<>(); // by a trap's arrival: the fault that it told of
    private long firstFault = NONE; // since the last discovery ended
    private long seen = NONE; // the first fault after the last discovery but one, until the last one began
    private final List<Long> unseen = new ArrayList<>(); // faults that no discovery has surely seen, ascending
    private long pendingAt = NONE; // the first trap with news since the last discovery ended
    private long broughtUpFrom = NONE; // until the first change begins
    private long switchesFound;
    private Attempt latest; // for which tables were computed; null = none
    private Phase phase = Phase.IDLE;

    /** A reconfiguration while it is put together. */
    private static final class Attempt {
        private final long faultAt;
        private final long detectedAt;
        private long tablesReadyAt = NONE;
        private long acknowledgedAt = NONE;
        private long lastSwitchAt = NONE;
        private long lastNicAt = NONE;
        private long endedAt = NONE; // by the last resumption or report
        private boolean bringsUp; // first tables of a bare fabric
        private long doneAt = NONE;
        private boolean migration; // began without a discovery, so that another change follows
        private boolean done;
        private boolean unroutable;
        private boolean abandoned;
        private long switchesFound;
        private int switchesDone;
        private int nicsDone;
        private final BitSet nics = new BitSet(); // by device: those that have learned of the latest change
        private final BitSet devices = new BitSet(); // switches with new tables, NICs that have learned of any change
        private long smps;
        private final Map<Long, Long> discards = new TreeMap<>();

        Attempt(long faultAt, long detectedAt) {
            this.faultAt = faultAt;
            this.detectedAt = detectedAt;
        }

        long lastDeviceAt() {
            return StrictMath.max(lastSwitchAt, lastNicAt);
        }

        /** A fabric without tables has not come up: the next change is another try to bring it up. */
        boolean isOver() {
            return done || unroutable && !bringsUp || abandoned;
        }

        /** Another change for the same fault begins. */
        void goOn() {
            done = false;
            abandoned = false;
            switchesDone = 0;
            nicsDone = 0;
            nics.clear();
        }
    }

    /**
     * @param completion which event completes a reconfiguration
     * @param switches devices below this number are switches
     */
    ReconfigurationTracker(String scheme, Completion completion, int switches, Scale scale) {
        this.scheme = scheme;
        this.completion = completion;
        this.switches = switches;
        this.scale = scale;
    }

    @Override
    public void accept(Event event) {
        switch (event.kind()) {
            case PORT_DOWN, PORT_UP, DEVICE_DOWN, DEVICE_UP -> changed(event);
            case BRING_UP -> {
                broughtUpFrom = event.cycle();
                phase = Phase.SWEEPING;
            }
            case DETECTED -> detected(event);
            case SWEEP_DONE -> swept(event);
            case CHANGE_FOUND, TABLES_READY, UNROUTABLE -> {
                if (!isOfSucceeded(event)) {
                    computed(event);
                }
            }
            case TABLES_SENT, ACKNOWLEDGED, RECONFIGURED, ABANDONED, REDISCOVERY -> {
                if (attempts.containsKey(event.change())) {
                    applyTo(event, of(event));
                }
            }
            case INSTALLED -> {
                Attempt attempt = attempts.get(event.argument("change"));
                if (attempt != null) {
                    installed(event, attempt);
                }
            }
            case NIC_TOLD -> {
                if (latest != null) {
                    learned(event, latest);
                }
            }
            case INJECTION_RESUMED, REPORTED -> {
                EventKind last =
                        completion == Completion.LAST_REPORT ? EventKind.REPORTED : EventKind.INJECTION_RESUMED;
                if (latest != null && event.kind() == last) {
                    latest.endedAt = event.cycle();
                }
            }
            case DISCARDED -> {
                if (latest != null) {
                    latest.discards.merge(event.argument("case"), 1L, Long::sum);
                }
            }
            default -> {
                // no part of a reconfiguration
            }
        }
    }

    /** Whether a change is that of a manager which another one has succeeded: the successor's numbers are higher. */
    private boolean isOfSucceeded(Event event) {
        return !attempts.isEmpty() && !attempts.containsKey(event.change()) && event.change() < attempts.lastKey();
    }

    private void computed(Event event) {
        if (event.kind() == EventKind.CHANGE_FOUND) {
            begin(event, event.argument("asked") == 1, seen);
            phase = Phase.COMPUTING;
        } else if (event.kind() == EventKind.TABLES_READY) {
            tablesReady(event);
        } else {
            latest = of(event);
            latest.unroutable = true;
            phase = Phase.UNROUTABLE;
        }
    }

    private void installed(Event event, Attempt attempt) {
        if (event.device() < switches) {
            attempt.devices.set(event.device());
            attempt.lastSwitchAt = event.cycle();
        } else {
            learned(event, attempt);
        }
    }

    /** A NIC may learn of a change more than once: by a broadcast, and by the notice that follows it. */
    private static void learned(Event event, Attempt attempt) {
        if (!attempt.nics.get(event.device())) {
            attempt.nics.set(event.device());
            attempt.devices.set(event.device());
            attempt.lastNicAt = event.cycle();
        }
    }

    private Attempt of(Event event) {
        return attempts.get(event.change());
    }

    private boolean isResting() {
        return phase == Phase.IDLE || phase == Phase.FAULT || phase == Phase.DONE || phase == Phase.UNROUTABLE;
    }

    private static long first(long one, long other) {
        return one == NONE ? other : other == NONE ? one : Math.min(one, other);
    }

    private void changed(Event event) {
        boolean ofPort = event.kind() == EventKind.PORT_DOWN || event.kind() == EventKind.PORT_UP;
        long port = ofPort ? event.argument("port") : WHOLE_DEVICE;
        changedAt.put(List.of((long) event.device(), port), event.cycle());
        firstFault = first(firstFault, event.cycle());
        unseen.add(event.cycle());
        if (isResting()) {
            phase = Phase.FAULT;
        }
    }

    private void detected(Event event) {
        if (event.change() == 0) {
            return; // nobody acts on it
        }
        long fault = changedAt.getOrDefault(List.of(event.argument("reporter"), event.argument("port")), event.cycle());
        faultOf.merge(event.cycle(), fault, Math::min);
        if (attempts.isEmpty() || event.change() > attempts.lastKey()) {
            pendingAt = first(pendingAt, event.cycle());
        }
        if (isResting()) {
            phase = Phase.SWEEPING;
        }
    }

    private void swept(Event event) {
        long began = event.argument("began");
        seen = firstFault <= began ? firstFault : NONE;
        firstFault = NONE;
        pendingAt = NONE;
        switchesFound = event.argument("switches");
        if (event.change() == 0) {
            unseen.removeIf(fault -> fault <= began);
            phase = attempts.isEmpty() ? Phase.IDLE : Phase.DONE;
        }
    }

    /**
     * @param asked whether the change has another reason than a discovery or traps
     * @param seen the first fault since the discovery before that the change surely answers
     */
    private void begin(Event event, boolean asked, long seen) {
        if (!attempts.containsKey(event.change())) {
            long since = event.argument("since");
            boolean untold = since == 0 && !asked && !unseen.isEmpty();
            long fault = since != 0 ? first(seen, faultOf.get(since)) : untold ? unseen.get(0) : seen;
            Attempt earlier = unfinished();
            if (earlier == null && !asked && follows(fault)) {
                latest.goOn();
                earlier = latest;
            }
            attempts.values().remove(earlier);
            long cycle = event.cycle();
            Attempt made = new Attempt(
                    broughtUpFrom != NONE ? broughtUpFrom : fault == NONE ? cycle : fault, since == 0 ? cycle : since);
            made.bringsUp = broughtUpFrom != NONE;
            broughtUpFrom = NONE;
            attempts.put(event.change(), earlier != null ? earlier : made);
        }
        unseen.clear();
        of(event).switchesFound = switchesFound;
        if (of(event).bringsUp) {
            of(event).smps += switchesFound;
        }
    }

    /** Whether a change for a fault, or for none that is known, belongs to the migration before it. */
    private boolean follows(long fault) {
        return latest != null && latest.migration && fault <= latest.faultAt; // NONE is less than all
    }

    /** The change under way; null = none is. */
    private Attempt unfinished() {
        Map.Entry<Long, Attempt> last = attempts.lastEntry();
        return last == null || last.getValue().isOver() ? null : last.getValue();
    }

    /** Tables without a discovery before them mark paths that traps have told of. */
    private void tablesReady(Event event) {
        if (!attempts.containsKey(event.change())) {
            switchesFound = 0;
            begin(event, false, firstFault);
            firstFault = NONE;
            pendingAt = NONE;
            of(event).migration = true;
        }
        latest = of(event);
        latest.unroutable = false;
        latest.tablesReadyAt = latest.migration ? first(latest.tablesReadyAt, event.cycle()) : event.cycle();
        phase = Phase.UPDATING;
    }

    private void applyTo(Event event, Attempt attempt) {
        switch (event.kind()) {
            case TABLES_SENT -> attempt.smps += event.argument("smps");
            case ACKNOWLEDGED -> {
                attempt.acknowledgedAt = event.cycle();
                boolean isSwitch = event.argument("target") < switches;
                attempt.switchesDone += isSwitch ? 1 : 0;
                attempt.nicsDone += isSwitch ? 0 : 1;
            }
            case RECONFIGURED -> {
                attempt.done = true;
                attempt.doneAt = event.cycle();
                phase = Phase.DONE;
            }
            case ABANDONED -> {
                attempt.abandoned = true;
                phase = Phase.SWEEPING;
            }
            default -> {
                attempt.switchesDone = 0;
                attempt.nicsDone = 0;
                phase = Phase.SWEEPING;
            }
        }
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public String progress(int nics) {
        return latest.switchesDone < latest.switchesFound
                ? latest.switchesDone + " of " + latest.switchesFound + " switches"
                : latest.nicsDone + " of " + Math.max(nics, latest.nicsDone) + " NICs";
    }

    @Override
    public List<Reconfiguration> reconfigurations() {
        List<Attempt> all = new ArrayList<>(attempts.values());
        if (unfinished() == null && pendingAt != NONE) {
            all.add(new Attempt(first(firstFault, faultOf.get(pendingAt)), pendingAt));
        }
        return all.stream().map(this::toRecord).toList();
    }

    private Reconfiguration toRecord(Attempt attempt) {
        Long fault = attempt.faultAt;
        Long detected = attempt.detectedAt;
        Long ready = orNull(attempt.tablesReadyAt);
        Long distributed = attempt.done ? orNull(attempt.acknowledgedAt) : null;
        Long lastSwitch = orNull(attempt.lastSwitchAt);
        Long lastNic = orNull(attempt.lastNicAt);
        Long completed = attempt.done ? orNull(completedAt(attempt)) : null;
        return new Reconfiguration(
                attempt.bringsUp ? Reconfiguration.BRING_UP : scheme,
                fault,
                detected,
                ready,
                distributed,
                lastSwitch,
                lastNic,
                completed,
                attempt.smps,
                attempt.devices.cardinality(),
                attempt.unroutable,
                attempt.abandoned,
                Collections.unmodifiableMap(attempt.discards),
                new Reconfiguration.Times(
                        ns(fault),
                        ns(detected),
                        ns(ready),
                        ns(distributed),
                        ns(lastSwitch),
                        ns(lastNic),
                        ns(completed)));
    }

    /** A change that brings no switch a table, such as a migration, is complete with the last NIC. */
    private long completedAt(Attempt attempt) {
        if (attempt.bringsUp) {
            return attempt.doneAt;
        }
        return switch (completion) {
            case LAST_RESUMPTION, LAST_REPORT -> StrictMath.max(attempt.endedAt, attempt.lastDeviceAt());
            case LAST_TABLE -> attempt.lastSwitchAt == NONE ? attempt.lastNicAt : attempt.lastSwitchAt;
            case LAST_DEVICE, LAST_BROADCAST, NOTHING -> attempt.lastDeviceAt();
        };
    }

    private static Long orNull(long cycle) {
        return cycle == NONE ? null : cycle;
    }

    private Double ns(Long cycle) {
        return cycle == null ? null : scale.ns(cycle);
    }
}
