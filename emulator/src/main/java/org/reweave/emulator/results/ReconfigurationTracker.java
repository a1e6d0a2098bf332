package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.Schemes;

/**
 * Puts the events of a run together to reconfigurations by the manager.
 *
 * <p>A trap makes the manager sweep; a sweep that finds something new makes it compute and distribute tables. What
 * happens while a sweep is under way may or may not be seen by it: it counts as covered unless another sweep follows
 * the reconfiguration at once.
 */
final class ReconfigurationTracker implements ChangeTracker {
    private static final long NONE = -1;

    private final String scheme;
    private final boolean endsWithReports;
    private final int switches;
    private final Scale scale;
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<Long> trapsMeanwhile = new ArrayList<>();
    private Attempt open; // from a trap to the last table; null = the manager rests
    private Attempt closed; // the last sweep that seemed to find nothing new
    private long uncovered = NONE;
    private long doubtful = NONE;
    private long knownDown;
    private Phase phase = Phase.IDLE;

    /** A reconfiguration while it is put together. */
    private static final class Attempt {
        private final long faultAt;
        private final long detectedAt;
        private long sweptAt = NONE;
        private long tablesReadyAt = NONE;
        private long acknowledgedAt = NONE;
        private long installedAt = NONE;
        private long change = NONE;
        private boolean done;
        private boolean unroutable;
        private boolean abandoned;
        private long switchesFound;
        private int switchesDone;
        private int nicsDone;
        private int installed;
        private long smps;
        private final Map<Long, Long> discards = new TreeMap<>();

        Attempt(long faultAt, long detectedAt) {
            this.faultAt = faultAt;
            this.detectedAt = detectedAt;
        }
    }

    /** @param switches devices below this number are switches */
    ReconfigurationTracker(String scheme, int switches, Scale scale) {
        this.scheme = scheme;
        this.endsWithReports = !scheme.equals(ReconfigurationChoice.NONE)
                && Schemes.get(scheme).endsWithReports();
        this.switches = switches;
        this.scale = scale;
    }

    @Override
    public void accept(Event event) {
        switch (event.kind()) {
            case PORT_DOWN, PORT_UP, DEVICE_DOWN, DEVICE_UP -> changed(event.cycle());
            case DETECTED -> detected(event.cycle());
            case SWEEP_DONE -> swept(event);
            case TABLES_READY -> tablesReady(event);
            case UNROUTABLE -> unroutable(event.cycle());
            case TABLES_SENT -> current().smps += event.c();
            case ACKNOWLEDGED -> acknowledged(event);
            case INSTALLED -> installed(event);
            case INJECTION_RESUMED, REPORTED -> {
                if (!attempts.isEmpty() && (event.kind() != EventKind.REPORTED || endsWithReports)) {
                    latest().installedAt =
                            event.cycle(); // ST: every NIC injects again; SR, DS: the last device has said so
                    // (reconfig/docs/schemes.md)
                }
            }
            case RECONFIGURED -> {
                current().done = true;
                rest(Phase.DONE);
            }
            case ABANDONED -> {
                current().abandoned = true;
                rest(Phase.SWEEPING);
            }
            case DISCARDED -> {
                if (!attempts.isEmpty()) {
                    latest().discards.merge(event.a(), 1L, Long::sum);
                }
            }
            default -> {
                // no part of a reconfiguration
            }
        }
    }

    private void changed(long cycle) {
        if (open != null && open.sweptAt == NONE) {
            doubtful = doubtful == NONE ? cycle : doubtful;
        } else if (uncovered == NONE) {
            uncovered = cycle;
        }
        if (open == null) {
            phase = Phase.FAULT;
        }
    }

    private void detected(long cycle) {
        if (scheme.equals(ReconfigurationChoice.NONE)) {
            return; // nobody acts on it
        }
        if (open == null) {
            open(cycle);
        } else {
            trapsMeanwhile.add(cycle);
        }
    }

    private void open(long cycle) {
        long fault = uncovered != NONE ? uncovered : doubtful != NONE ? doubtful : cycle;
        OptionalLong told = trapsMeanwhile.stream()
                .mapToLong(Long::longValue)
                .filter(trap -> trap >= fault)
                .findFirst();
        open = new Attempt(fault, told.orElse(cycle));
        uncovered = NONE;
        doubtful = NONE;
        trapsMeanwhile.clear();
        phase = Phase.SWEEPING;
    }

    private void swept(Event event) {
        boolean unannounced = open == null;
        long unseen = uncovered;
        if (unannounced) {
            open(event.cycle()); // periodic, planned, or because of a trap that came during the last reconfiguration
        }
        uncovered = open.sweptAt == NONE ? uncovered : NONE; // looked at once more
        open.sweptAt = event.cycle();
        open.switchesFound = event.a();
        phase = Phase.COMPUTING;
        long down = event.b() << 32 | event.c();
        if (down == knownDown) {
            closed = open;
            uncovered = unannounced ? unseen : uncovered; // a periodic sweep that began before a fault does not see it
            rest(attempts.isEmpty() ? Phase.IDLE : Phase.DONE);
        }
        knownDown = down;
    }

    private void tablesReady(Event event) {
        keep(event.cycle());
        open.tablesReadyAt = event.cycle();
        open.change = event.a();
        phase = Phase.UPDATING;
    }

    private void unroutable(long cycle) {
        keep(cycle);
        open.unroutable = true;
        rest(Phase.UNROUTABLE);
    }

    /**
     * The open attempt is a reconfiguration: its sweep did find something; or NICs migrate because of a trap that came
     * during the last one, which takes no sweep.
     */
    private void keep(long cycle) {
        if (open == null && closed != null) {
            open = closed;
        } else if (open == null) {
            open(cycle);
        }
        closed = null;
        attempts.add(open);
    }

    private void acknowledged(Event event) {
        Attempt now = current();
        now.acknowledgedAt = event.cycle();
        if (event.a() < switches) {
            now.switchesDone++;
        } else {
            now.nicsDone++;
        }
    }

    private void installed(Event event) {
        for (Attempt attempt : attempts) {
            if (attempt.change == event.a()) {
                attempt.installedAt = event.cycle();
                attempt.installed++;
            }
        }
    }

    private Attempt latest() {
        return attempts.get(attempts.size() - 1);
    }

    private Attempt current() {
        return open == null ? latest() : open;
    }

    private void rest(Phase next) {
        open = null;
        phase = next;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public String progress(int nics) {
        Attempt now = current();
        return now.switchesDone < now.switchesFound
                ? now.switchesDone + " of " + now.switchesFound + " switches"
                : now.nicsDone + " of " + Math.max(nics, now.nicsDone) + " NICs";
    }

    @Override
    public List<Reconfiguration> reconfigurations() {
        List<Attempt> all = new ArrayList<>(attempts);
        if (open != null && !all.contains(open)) {
            all.add(open);
        }
        return all.stream().map(this::toRecord).toList();
    }

    private Reconfiguration toRecord(Attempt attempt) {
        Long fault = attempt.faultAt;
        Long detected = attempt.detectedAt;
        Long ready = orNull(attempt.tablesReadyAt);
        Long distributed = attempt.done ? orNull(attempt.acknowledgedAt) : null;
        Long completed = attempt.done ? orNull(attempt.installedAt) : null;
        return new Reconfiguration(
                scheme,
                fault,
                detected,
                ready,
                distributed,
                completed,
                attempt.smps,
                attempt.installed,
                attempt.unroutable,
                attempt.abandoned,
                Collections.unmodifiableMap(attempt.discards),
                new Reconfiguration.Times(ns(fault), ns(detected), ns(ready), ns(distributed), ns(completed)));
    }

    private static Long orNull(long cycle) {
        return cycle == NONE ? null : cycle;
    }

    private Double ns(Long cycle) {
        return cycle == null ? null : scale.ns(cycle);
    }
}
