package org.reweave.emulator.governor;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.Fingerprint;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The share of one process in a cut: sums over its devices, what the links to other processes need to be checked, heads
 * that may never go on, events, and the states of devices at a checkpoint.
 */
public final class CutPart {
    private static final long[] NONE = {};

    /**
     * Events of a device since the cut before.
     *
     * @param next number, within the device, of the event after the last one
     * @param words as {@link org.reweave.emulator.stats.DeviceLog} packs them
     */
    record DeviceEvents(int device, long next, long[] words) {
        private static DeviceEvents visit(StateVisitor state, DeviceEvents one) {
            return new DeviceEvents(
                    state.value(one == null ? 0 : one.device),
                    state.value(one == null ? 0L : one.next),
                    state.array(one == null ? NONE : one.words));
        }
    }

    private final Domain domain;
    private final long[] counters = new long[Counter.count()];
    private final long[] drops = new long[DropCause.count()];
    private long buffered;
    private long queued;
    private boolean quiet = true;
    private final Fingerprint fingerprint;
    private final boolean[] borderUp;
    private final DeviceReport.Credits border;
    private final RingRoom rings;
    private BlockedHeads heads = new BlockedHeads();
    private List<DeviceEvents> events = new ArrayList<>();
    private List<DeviceState> states = new ArrayList<>();

    /** A share without reports. */
    public CutPart(GovernorPlan plan, Domain domain) {
        this.domain = domain;
        this.fingerprint = new Fingerprint(plan.wiring().devices());
        this.borderUp = new boolean[domain.borderPorts()];
        this.border = new DeviceReport.Credits(domain.borderPorts() * plan.lanes());
        this.rings = new RingRoom(plan);
    }

    /** Adds a device's numbers, events and state. */
    void add(DeviceReport report) {
        add(report.counters(), counters);
        add(report.drops(), drops);
        buffered += report.buffered();
        queued += report.queued();
        quiet &= report.quiet();
        fingerprint.device(report.device(), report.hash(), report.counters(), report.drops());
        if (report.events().length > 0) {
            events.add(new DeviceEvents(report.device(), report.nextEventNumber(), report.events()));
        }
        if (report.state() != null) {
            states.add(report.state());
        }
    }

    /** Adds the sums of another share: they are those of both then. Nothing else is added. */
    void addSums(CutPart other) {
        add(other.counters, counters);
        add(other.drops, drops);
        buffered += other.buffered;
        queued += other.queued;
        quiet &= other.quiet;
        fingerprint.add(other.fingerprint);
        rings.add(other.rings);
    }

    private static void add(long[] from, long[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += from[i];
        }
    }

    /** Takes the counters of the ports of the border, and the room of rings between devices here. */
    void look(LinkEnds ends, int lanes) {
        for (int i = 0; i < borderUp.length; i++) {
            int device = domain.borderDevice(i);
            int port = domain.borderPort(i);
            borderUp[i] = ends.isUp(device, port);
            for (int lane = 0; lane < lanes; lane++) {
                border.copy(i * lanes + lane, ends.credits(device), ends.first(device, port) + lane);
            }
        }
        rings.add(ends);
    }

    void setHeads(BlockedHeads some) {
        heads = some;
    }

    /** Writes the share, or reads another one of the same devices in its place. */
    public void visit(StateVisitor state) {
        state.values(counters);
        state.values(drops);
        buffered = state.value(buffered);
        queued = state.value(queued);
        quiet = state.value(quiet);
        fingerprint.visit(state, domain.devices());
        state.values(borderUp);
        border.visit(state);
        rings.visit(state);
        heads = BlockedHeads.visit(state, heads);
        List<DeviceEvents> before = events;
        events = new ArrayList<>();
        for (int i = 0, count = state.count(before.size()); i < count; i++) {
            events.add(here(DeviceEvents.visit(state, state.isReading() ? null : before.get(i))));
        }
        visitStates(state);
    }

    private DeviceEvents here(DeviceEvents one) {
        if (!domain.has(one.device)) {
            throw new IllegalStateException("events of device " + one.device + ", which is elsewhere");
        }
        return one;
    }

    private void visitStates(StateVisitor state) {
        int count = state.count(states.size());
        if (state.isReading()) {
            states = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                states.add(new DeviceState(state));
            }
        } else {
            states.forEach(one -> one.write(state));
        }
    }

    Domain domain() {
        return domain;
    }

    long[] counters() {
        return counters;
    }

    long[] drops() {
        return drops;
    }

    long buffered() {
        return buffered;
    }

    long queued() {
        return queued;
    }

    boolean isQuiet() {
        return quiet;
    }

    String fingerprint() {
        return fingerprint.hex();
    }

    boolean isBorderUp(int i) {
        return borderUp[i];
    }

    DeviceReport.Credits border() {
        return border;
    }

    RingRoom rings() {
        return rings;
    }

    BlockedHeads heads() {
        return heads;
    }

    List<DeviceEvents> events() {
        return events;
    }

    /** The states of all devices of the domain, or none. */
    List<DeviceState> states() {
        return states;
    }
}
