package org.reweave.emulator.device;

import java.util.Arrays;
import org.HdrHistogram.IntCountsHistogram;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Histograms;
import org.reweave.emulator.stats.LatencySeries;
import org.reweave.emulator.time.LongRing;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;
import org.reweave.emulator.time.Wire;

/** A NIC: generates packets, queues and injects them, and takes in what arrives. Its sink always drains. A packet is generated at a cycle
 *  g, injected at i >= g when its lane has credits for all of it and the link is free, and delivered when its last flit arrives at t:
 *  network latency t - i, total latency t - g (thesis §7.5.1). */
public final class NicCore extends Device {
    private static final int GENERATE = FIRST_TIMER;
    private static final int DELIVER = FIRST_TIMER + 1;

    private final NicConfig config;
    private final int receiveUnits;
    private final int lanes;
    private final long[] receivingId; // per port: the packet that is arriving
    private final long[] receivingRoute;
    private final long[] receivingGenerated;
    private final long[] receivingInjected;
    private final int[] receivingLane; // -1 = none
    private final boolean[] receivingBad;
    private final long[] receivingLast;
    private final LongRing queue = new LongRing(); // destination NIC, cycle of generation
    private long generated;
    private long injected;
    private boolean stalled;
    private long installedChange;
    private final IntCountsHistogram networkLatency = Histograms.latency();
    private final IntCountsHistogram totalLatency = Histograms.latency();
    private long longestNetwork;
    private long longestTotal;
    private final LatencySeries byDelivery = new LatencySeries();
    private final LatencySeries byGeneration = new LatencySeries();

    public NicCore(NicConfig config) {
        super(
                config.id(),
                config.name(),
                config.plan(),
                config.switches().lanes(),
                timing(config),
                config.switches().smpReaction(),
                config.switches().agentDelay());
        this.config = config;
        this.lanes = config.switches().lanes();
        this.receiveUnits =
                config.parameters().receiveBuffer() / config.switches().creditUnit();
        int ports = ports();
        receivingId = new long[ports];
        receivingRoute = new long[ports];
        receivingGenerated = new long[ports];
        receivingInjected = new long[ports];
        receivingLane = new int[ports];
        receivingBad = new boolean[ports];
        receivingLast = new long[ports];
        Arrays.fill(receivingLane, -1);
        for (int port = 0; port < ports; port++) {
            links().grantInitialCredits(port, config.farUnits()[port]);
        }
        if (config.pattern() != null) {
            scheduleNext(config.traffic().start() - 1);
        }
    }

    private static Transmitter.Timing timing(NicConfig config) {
        return new Transmitter.Timing(
                config.parameters().outputDelay(),
                config.parameters().creditDelay(),
                config.switches().flowControlFlits(),
                config.smpFlits(),
                config.switches().smpBuffer());
    }

    // ---- sending ----

    private void scheduleNext(long from) {
        long next = from + config.gaps().gap(config.nic(), generated);
        if (next < config.traffic().stop()) {
            timer(Math.max(next, 0), GENERATE, 0);
        }
    }

    /** Makes a packet, unless the send queue is full: then generation goes on when there is room again. */
    private void generate(long cycle) {
        if (queue.size() / 2 >= config.parameters().sendQueue()) {
            stalled = true;
            return;
        }
        int destination = config.pattern().destination(config.nic(), generated);
        generated++;
        if (destination >= 0) {
            queue.add(destination);
            queue.add(cycle);
            log().count(Counter.GENERATED);
            links().touch(config.dataPort());
        }
        scheduleNext(cycle);
    }

    @Override
    public int send(int port, long cycle) {
        if (port != config.dataPort() || queue.isEmpty()) {
            return 0;
        }
        int destination = (int) queue.peek(0);
        int lane = config.injectionLane()[destination];
        int flits = config.parameters().packetFlits();
        int units = units(flits);
        if (links().freeCredits(port * lanes + lane) < units) {
            return 0;
        }
        queue.remove();
        long generatedAt = queue.remove();
        links().spend(port, lane, units);
        long id = (long) config.nic() << 32 | injected++;
        long route = Wire.route(
                config.lids()[destination], config.lids()[config.nic()], config.levels()[destination], flits);
        outbox().run(
                        port,
                        lane,
                        cycle + links().sendDelay(),
                        id,
                        route,
                        generatedAt,
                        cycle,
                        config.agent().injected());
        log().count(Counter.INJECTED);
        log().count(Counter.INJECTED_FLITS, flits);
        log().count(Counter.RUNS_SENT);
        log().step(cycle, DeviceLog.INJECTION, destination, id);
        if (stalled) {
            stalled = false;
            if (cycle + 1 < config.traffic().stop()) {
                timer(cycle + 1, GENERATE, 0);
            }
        }
        return links().cyclesFor(port, flits);
    }

    private int units(int flits) {
        return (flits + config.switches().creditUnit() - 1) / config.switches().creditUnit();
    }

    @Override
    public void linkFree(int port, long cycle) {
        // nothing is held for a link: the queue is looked at next
    }

    // ---- receiving ----

    @Override
    void onRun(int port, LongRing ring, long cycle) {
        int lane = Wire.lane(ring.remove());
        ring.remove();
        if (receivingLane[port] >= 0) {
            throw new IllegalStateException(place(port) + ": a packet arrives inside another");
        }
        receivingId[port] = ring.remove();
        receivingRoute[port] = ring.remove();
        receivingGenerated[port] = ring.remove();
        receivingInjected[port] = ring.remove();
        ring.remove();
        receivingLane[port] = lane;
        receivingBad[port] = false;
        int flits = Wire.flits(receivingRoute[port]);
        if (units(flits) > receiveUnits) {
            throw new IllegalStateException(
                    place(port) + ": " + flits + " flits for a receive buffer of " + receiveUnits + " credits");
        }
        links().arrive(port, lane, units(flits));
        log().step(cycle, DeviceLog.ARRIVAL, port, receivingId[port]);
        long last = cycle + links().cyclesFor(port, flits) - 1;
        receivingLast[port] = last;
        if (last == cycle) {
            deliver(port, cycle);
        } else {
            timer(last, DELIVER, port);
        }
    }

    private void deliver(int port, long cycle) {
        if (receivingLane[port] < 0 || receivingLast[port] != cycle) {
            return; // the packet of this timer went down with the NIC
        }
        long route = receivingRoute[port];
        int flits = Wire.flits(route);
        links().release(port, receivingLane[port], units(flits), cycle);
        receivingLane[port] = -1;
        if (receivingBad[port]) {
            log().drop(cycle, DropCause.CUT, receivingId[port], port + 1, 0);
            return;
        }
        if (Wire.destination(route) != config.lids()[config.nic()]) {
            throw new IllegalStateException(place(port) + ": packet for LID " + Wire.destination(route) + " at LID "
                    + config.lids()[config.nic()]);
        }
        log().step(cycle, DeviceLog.DELIVERY, port, receivingId[port]);
        log().count(Counter.DELIVERED);
        log().count(Counter.DELIVERED_FLITS, flits);
        long network = cycle - receivingInjected[port];
        long total = cycle - receivingGenerated[port];
        log().count(Counter.NETWORK_LATENCY, network);
        log().count(Counter.TOTAL_LATENCY, total);
        log().count(Counter.HOPS, Wire.hops(route));
        byDelivery.record(cycle, network, total);
        byGeneration.record(receivingGenerated[port], network, total);
        if (receivingGenerated[port] >= config.measureFrom()) {
            log().count(Counter.MEASURED);
            log().count(Counter.MEASURED_NETWORK_LATENCY, network);
            log().count(Counter.MEASURED_TOTAL_LATENCY, total);
            log().count(Counter.MEASURED_HOPS, Wire.hops(route));
            networkLatency.recordValue(network);
            totalLatency.recordValue(total);
            longestNetwork = Math.max(longestNetwork, network);
            longestTotal = Math.max(longestTotal, total);
        }
    }

    /** Latencies of measured packets from injection, in cycles. */
    public IntCountsHistogram networkLatency() {
        return networkLatency;
    }

    /** Latencies of measured packets from generation, in cycles. */
    public IntCountsHistogram totalLatency() {
        return totalLatency;
    }

    /** The exact maximum behind {@link #networkLatency}. */
    public long longestNetwork() {
        return longestNetwork;
    }

    /** The exact maximum behind {@link #totalLatency}. */
    public long longestTotal() {
        return longestTotal;
    }

    /** Latencies of all delivered packets, by the cycle of delivery. */
    public LatencySeries byDelivery() {
        return byDelivery;
    }

    /** Latencies of all delivered packets, by the cycle of generation (thesis §7.5.1). */
    public LatencySeries byGeneration() {
        return byGeneration;
    }

    // ---- failures ----

    @Override
    void onCut(int port, int lane, long packet, long cycle) {
        if (receivingLane[port] < 0 || receivingId[port] != packet) {
            throw new IllegalStateException(
                    place(port) + " VL " + lane + ": cut of packet " + packet + ", which is not arriving");
        }
        receivingBad[port] = true;
    }

    @Override
    void onPortDown(int port, long cycle) {
        if (receivingLane[port] >= 0) {
            receivingBad[port] = true;
        }
        links().portDown(port, cycle);
    }

    @Override
    void onPortUp(int port, long cycle) {
        int[] freeUnits = new int[lanes];
        Arrays.fill(freeUnits, receiveUnits);
        if (receivingLane[port] >= 0) { // a cut packet keeps its place until its last flit would have come
            freeUnits[receivingLane[port]] -= units(Wire.flits(receivingRoute[port]));
        }
        links().portUp(port, freeUnits, cycle);
    }

    @Override
    void onDeviceDown(long cycle) {
        throw new IllegalStateException(name() + ": a NIC does not fail as a whole; its link may");
    }

    @Override
    void onDeviceUp(long cycle) {
        throw new IllegalStateException(name() + ": a NIC does not fail as a whole; its link may");
    }

    // ---- management ----

    @Override
    public boolean answer(Smp smp, int port, long cycle) {
        if (smp.attribute() == Smp.UPDATE) {
            long change = Update.change(smp.payload(0));
            if (change > installedChange) {
                installedChange = change;
                config.agent().installed(smp.argument());
                log().event(cycle, EventKind.INSTALLED, change, smp.argument(), 0, 0);
            }
            return true;
        }
        throw new IllegalStateException(place(port) + ": SMP with attribute " + smp.attribute());
    }

    /** LID-routed SMPs that reach a NIC are for the manager behind it. */
    @Override
    public int portTowards(int lid) {
        return config.hostPort() + 1;
    }

    @Override
    void onTimer(int type, int index, long cycle) {
        if (type == GENERATE) {
            generate(cycle);
        } else {
            deliver(index, cycle);
        }
    }

    @Override
    void onAgentTimer(int type, int index, long cycle) {
        throw new IllegalStateException(name() + ": agent timer " + type);
    }

    @Override
    void report(DeviceReport to) {
        long held = 0;
        for (int port = 0; port < ports(); port++) {
            if (receivingLane[port] >= 0) {
                held++;
                to.credits().setBuffered(port * lanes + receivingLane[port], units(Wire.flits(receivingRoute[port])));
            }
        }
        to.setBuffered(held);
        to.setQueued(queue.size() / 2);
    }

    @Override
    public void encode(StateWriter out) {
        super.encode(out);
        out.longs(receivingId);
        out.longs(receivingRoute);
        out.longs(receivingGenerated);
        out.longs(receivingInjected);
        out.ints(receivingLane);
        out.flags(receivingBad);
        out.longs(receivingLast);
        queue.encode(out);
        out.value(generated);
        out.value(injected);
        out.flag(stalled);
        out.value(installedChange);
        out.longs(config.agent().encode());
        Histograms.encode(networkLatency, out);
        Histograms.encode(totalLatency, out);
        out.value(longestNetwork);
        out.value(longestTotal);
        byDelivery.encode(out);
        byGeneration.encode(out);
    }

    @Override
    public void decode(StateReader in) {
        super.decode(in);
        in.longs(receivingId);
        in.longs(receivingRoute);
        in.longs(receivingGenerated);
        in.longs(receivingInjected);
        in.ints(receivingLane);
        in.flags(receivingBad);
        in.longs(receivingLast);
        queue.decode(in);
        generated = in.value();
        injected = in.value();
        stalled = in.flag();
        installedChange = in.value();
        config.agent().decode(in.longs());
        Histograms.decode(networkLatency, in);
        Histograms.decode(totalLatency, in);
        longestNetwork = in.value();
        longestTotal = in.value();
        byDelivery.decode(in);
        byGeneration.decode(in);
    }
}
