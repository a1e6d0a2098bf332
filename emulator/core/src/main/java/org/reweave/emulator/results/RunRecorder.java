package org.reweave.emulator.results;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.Warmup;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Latencies;
import org.reweave.reconfig.spi.Completion;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Follows a run and keeps the data for its results: time series, reconfigurations, loads of links, installations of
 * tables, lost packets and some delivered ones, the first events of each kind, and the totals around the measured time.
 * Its memory is bounded; events are passed on to a consumer that writes them.
 */
public final class RunRecorder implements RunListener {
    private final Scale scale;
    private final Warmup warmup;
    private final long trafficStop;
    private final int nics;
    private final TimeSeries series = new TimeSeries();
    private final ChangeTracker tracker;
    private final LinkLoads links;
    private final LinkCourse course;
    private final FirstEvents losses = new FirstEvents(5000, EventKind.DROPPED, EventKind.DISCARDED);
    private final FirstEvents separators = new FirstEvents(20_000, EventKind.SEPARATOR_ARRIVED);
    private final FirstEvents halts = new FirstEvents(20_000, EventKind.INJECTION_HALTED, EventKind.INJECTION_RESUMED);
    private final FoundCables cables;
    private final Installations installations;
    private final TableCourse tables;
    private final DeliverySample deliveries;
    private final Fairness fairness;
    private final EventDigest digest = new EventDigest();
    private final Consumer<Event> events;
    private CutTotals measuredFrom;
    private CutTotals measuredTo;

    /** @param events receives every event, in order */
    public RunRecorder(Network network, Consumer<Event> events) {
        Scenario scenario = network.resolved().scenario();
        this.scale = Scale.of(network);
        this.warmup = new Warmup(network.warmupRule());
        this.trafficStop = scenario.traffic().stop();
        this.nics = network.participants().size();
        this.tracker = tracker(network, scale);
        this.links = new LinkLoads(network, warmup::from, trafficStop);
        this.course = new LinkCourse(network);
        this.cables = new FoundCables(network);
        this.installations = new Installations(network);
        this.tables = new TableCourse(network);
        this.deliveries = new DeliverySample(network);
        this.fairness = new Fairness(network);
        this.events = events;
        if (warmup.from() == 0) {
            measuredFrom = series.last();
        }
    }

    private static ChangeTracker tracker(Network network, Scale scale) {
        ReconfigurationChoice choice = network.resolved().scenario().reconfiguration();
        int switches = network.fabric().switchCount();
        return choice.isSourceRouted()
                ? new AnnouncementTracker(
                        choice.scheme(), switches, network.fabric().nicCount(), scale)
                : new ReconfigurationTracker(choice.scheme(), completion(choice), switches, scale);
    }

    private static Completion completion(ReconfigurationChoice choice) {
        return choice.description()
                .map(scheme -> scheme.completion(choice.options()))
                .orElse(Completion.LAST_TABLE);
    }

    @Override
    public void readings(long cycle, Readings readings) {
        links.readings(cycle, readings);
        course.readings(cycle, readings);
        tables.readings(readings);
        deliveries.readings(readings);
        if (cycle <= trafficStop) {
            fairness.readings(readings);
        }
    }

    @Override
    public void cut(CutTotals totals, List<Event> newEvents) {
        series.add(totals);
        warmup.cut(totals);
        links.cut(totals, newEvents);
        newEvents.forEach(this::event);
        tables.cut(totals.cycle(), newEvents);
        if (measuredFrom == null && totals.cycle() >= warmup.from()) {
            measuredFrom = totals;
        } else if (measuredFrom != null && totals.cycle() <= trafficStop) {
            measuredTo = totals;
        }
    }

    private void event(Event event) {
        tracker.accept(event);
        installations.accept(event);
        losses.accept(event);
        separators.accept(event);
        halts.accept(event);
        cables.accept(event);
        digest.accept(event);
        events.accept(event);
    }

    /** The state at a checkpoint, but for what follows from the events until then. */
    public byte[] state() {
        ByteWriter state = new ByteWriter();
        visit(state);
        return state.toArray();
    }

    /**
     * Goes on from a checkpoint.
     *
     * @param state as {@link #state} gave it there
     * @param past all events until then, in order
     * @throws IllegalStateException when it is the state of something else
     */
    public void restore(byte[] state, Iterator<Event> past) {
        ByteReader reader = new ByteReader(state);
        visit(reader);
        reader.end();
        past.forEachRemaining(this::event);
    }

    private void visit(StateVisitor state) {
        warmup.visit(state);
        series.visit(state);
        links.visit(state);
        course.visit(state);
        tables.visit(state);
        deliveries.visit(state);
        fairness.visit(state);
        measuredFrom = visit(state, measuredFrom);
        measuredTo = visit(state, measuredTo);
    }

    private static CutTotals visit(StateVisitor state, CutTotals totals) {
        return state.value(totals != null) ? CutTotals.visit(state, totals == null ? CutTotals.NOTHING : totals) : null;
    }

    public Scale scale() {
        return scale;
    }

    public TimeSeries series() {
        return series;
    }

    /** {@code timeseries.csv}. */
    public String csv() {
        return series.csv(scale);
    }

    /** {@code links.csv}. */
    public String linksCsv() {
        return LinkTable.csv(links, scale);
    }

    /** {@code percentiles.csv}. */
    public String percentilesCsv(Latencies latencies) {
        return PercentileTable.csv(latencies, scale);
    }

    /** The cuts from the end of the warm-up to the end of traffic; empty when the run ended before. */
    public Optional<Interval> measured() {
        return measuredTo == null ? Optional.empty() : Optional.of(new Interval(measuredFrom, measuredTo));
    }

    /** The first cycle whose packets are measured; empty while the warm-up lasts. */
    public OptionalLong measuresFrom() {
        return warmup.from() == Warmup.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(warmup.from());
    }

    public List<Reconfiguration> reconfigurations() {
        return tracker.reconfigurations();
    }

    /** Whether changes are announced by switches to NICs, and no tables are sent. */
    public boolean isAnnounced() {
        return tracker instanceof AnnouncementTracker;
    }

    public LinkLoads links() {
        return links;
    }

    /** Loads of the links over time. */
    public LinkCourse linkCourse() {
        return course;
    }

    public FirstEvents losses() {
        return losses;
    }

    public FirstEvents separators() {
        return separators;
    }

    /** NICs that stopped to inject or began again. */
    public FirstEvents halts() {
        return halts;
    }

    /** Cables that the manager's map lacked. */
    public FoundCables cables() {
        return cables;
    }

    /** Tables of switches that came into force. */
    public TableCourse tables() {
        return tables;
    }

    /** Some of the delivered packets. */
    public DeliverySample deliveries() {
        return deliveries;
    }

    public Installations installations() {
        return installations;
    }

    /** Jain's index over the flits that the NICs that take part injected while there was traffic; null without any. */
    public Double fairness() {
        return fairness.index();
    }

    public EventDigest digest() {
        return digest;
    }

    public Phase phase() {
        return tracker.phase();
    }

    /** How far the distribution of tables is, in words; only while {@link #phase} is {@link Phase#UPDATING}. */
    public String updateProgress() {
        return tracker.progress(nics);
    }
}
