package org.reweave.emulator.device.fabricswitch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventRecords;

/**
 * A device alone on a bench: what is sent to it is given in cycles of arrival, what it sends is read as text. Ports are
 * numbered from 1.
 */
public final class Bench {
    private final Device device;
    private final int latency;
    private final List<List<long[]>> sent = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    public Bench(Device device, int latency) {
        this.device = device;
        this.latency = latency;
        for (int port = 0; port < device.ports(); port++) {
            sent.add(new ArrayList<>());
        }
    }

    static Bench of(SwitchSetup setup) {
        return new Bench(setup.build(), setup.latency);
    }

    public Device device() {
        return device;
    }

    /** A packet's head arrives. */
    public Bench packet(int port, long id, int destinationLid, int flits, long arrival) {
        return packetOn(port, 0, id, Wire.route(destinationLid, 99, 0), flits, arrival);
    }

    /** A packet's head arrives on a lane. */
    public Bench packetOn(int port, int lane, long id, long route, int flits, long arrival) {
        PacketHeader packet = new PacketHeader();
        packet.lane = lane;
        packet.flits = flits;
        packet.stamp = arrival - latency;
        packet.packet = id;
        packet.route = route;
        packet.generated = arrival - 9;
        packet.injected = arrival - 5;
        return deliver(port, outbox -> outbox.run(0, packet));
    }

    public Bench credit(int port, int lane, int units, long arrival) {
        return deliver(port, outbox -> outbox.credit(0, lane, units, false, arrival - latency));
    }

    public Bench absoluteCredit(int port, int lane, int units, long arrival) {
        return deliver(port, outbox -> outbox.credit(0, lane, units, true, arrival - latency));
    }

    public Bench separator(int port, long mark, long arrival) {
        return deliver(port, outbox -> outbox.separator(0, 0, mark, arrival - latency));
    }

    public Bench cut(int port, long packet, long arrival) {
        return deliver(port, outbox -> outbox.cut(0, 0, packet, arrival - latency));
    }

    /** An SMP's head arrives. */
    public Bench smp(int port, Smp smp, long arrival) {
        LongRing words = new LongRing();
        smp.store(words);
        int length = (int) words.remove();
        return deliver(port, outbox -> outbox.smp(0, arrival - latency, words, length));
    }

    private interface Sender {
        void send(Outbox outbox);
    }

    private Bench deliver(int port, Sender sender) {
        Outbox outbox = new Outbox(1);
        sender.send(outbox);
        long[] words = outbox.take(0, Long.MAX_VALUE);
        device.accept(port - 1, words, 0, words.length);
        return this;
    }

    /** Does everything before a cycle. */
    public Bench until(long cycle) {
        device.advance(cycle);
        for (int port = 0; port < device.ports(); port++) {
            long[] words = device.outbox().take(port, Long.MAX_VALUE);
            for (int at = 0; at < words.length; at += Wire.words(words[at])) {
                sent.get(port).add(Arrays.copyOfRange(words, at, at + Wire.words(words[at])));
            }
        }
        return this;
    }

    /** The words of everything of a kind that was sent by a port. */
    public List<long[]> records(int port, int kind) {
        return sent.get(port - 1).stream()
                .filter(words -> Wire.kind(words[0]) == kind)
                .toList();
    }

    /** Packets sent by a port: {@code id@cycle of the head on the link}. */
    public List<String> packets(int port) {
        return records(port, Wire.RUN).stream()
                .map(words -> words[2] + "@" + words[1])
                .toList();
    }

    /**
     * Credits sent by a port: {@code units@cycle}, {@code =units@cycle} when absolute; after {@code VL1:} on another
     * lane than 0.
     */
    public List<String> credits(int port) {
        return records(port, Wire.CREDIT).stream()
                .map(words -> (Wire.lane(words[0]) == 0 ? "" : "VL" + Wire.lane(words[0]) + ":")
                        + (Wire.isAbsolute(words[0]) ? "=" : "")
                        + Wire.credits(words[0]) + "@" + words[1])
                .toList();
    }

    /** Cuts sent by a port: {@code id@cycle}. */
    List<String> cuts(int port) {
        return records(port, Wire.CUT).stream()
                .map(words -> words[2] + "@" + words[1])
                .toList();
    }

    /** Data packets lost: {@code cause id@cycle}. */
    public List<String> drops() {
        readEvents();
        return events.stream()
                .filter(event -> event.startsWith("drop "))
                .map(event -> event.substring(5))
                .toList();
    }

    /** Labels of all events but drops: {@code label@cycle}. */
    public List<String> events() {
        readEvents();
        return events.stream().filter(event -> !event.startsWith("drop ")).toList();
    }

    private void readEvents() {
        EventRecords records = new EventRecords(device.log().collectEvents());
        for (int i = 0; i < records.count(); i++) {
            String cycle = "@" + records.cycle(i);
            events.add(
                    switch (records.kind(i)) {
                        case DROPPED ->
                            "drop " + DropCause.of((int) records.argument(i, 0)).label() + " " + records.argument(i, 1)
                                    + cycle;
                        case DISCARDED -> "drop case-" + records.argument(i, 0) + " " + records.argument(i, 1) + cycle;
                        default -> records.kind(i).label() + cycle;
                    });
        }
    }
}
