package org.reweave.emulator.device.nic;

import org.reweave.emulator.link.TransportWord;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The two ends of a NIC's flows, the packets from one NIC to another: cuts messages into packets, decides which goes
 * next, and makes messages of those that arrive.
 */
abstract class Transport {
    private final Segmentation packets;
    private final Messages messages = new Messages();
    private final NicServices nic;
    private long unsent;

    /** The packet that {@link #next} has chosen. */
    private int destination;

    private int flits;
    private long kind;
    private long word;
    private long generated;

    Transport(Segmentation packets, NicServices nic) {
        this.packets = packets;
        this.nic = nic;
    }

    static Transport of(NicConfig config, NicServices nic) {
        NicParameters parameters = config.parameters();
        return parameters.transport().endToEnd()
                ? new EndToEnd(
                        parameters.packets(),
                        parameters.transport(),
                        config.place().nics(),
                        nic)
                : new Datagrams(parameters.packets(), config.place().nics(), nic);
    }

    final NicServices nic() {
        return nic;
    }

    final Messages messages() {
        return messages;
    }

    /** Packets of messages that have not been sent yet. */
    final long unsent() {
        return unsent;
    }

    /** Takes over a message. */
    final void add(int toNic, int number, int payload, long cycle) {
        int count = packets.packets(payload);
        nic.log().count(Counter.MESSAGES_GENERATED);
        nic.log().count(Counter.GENERATED, count);
        nic.log().count(Counter.GENERATED_FLITS, packets.onLink(payload));
        if (isGivenUp(toNic)) {
            nic.log().count(Counter.MESSAGES_UNDELIVERED);
            return;
        }
        int slot = messages.allocate();
        messages.destination[slot] = toNic;
        messages.number[slot] = number;
        messages.packetsLeft[slot] = count;
        messages.lastFlits[slot] = packets.lastPacket(payload);
        messages.started[slot] = 0;
        messages.generated[slot] = cycle;
        unsent += count;
        queue(slot);
        nic.wakeLink();
    }

    /** Whether nothing more is sent to a NIC. */
    abstract boolean isGivenUp(int toNic);

    /** Puts a message at the end of its queue. */
    abstract void queue(int slot);

    /** Whether packets wait for the link. */
    abstract boolean hasNext();

    /** Takes the next packet that the link has room for, if there is one; the getters below describe it. */
    abstract boolean next(long cycle);

    /**
     * A whole packet has come.
     *
     * @return whether it is data that had not come before
     */
    abstract boolean arrived(int source, long route, long transport, long madeAt, long cycle);

    /** See {@link NicServices#retransmitAt}. */
    abstract void onTimer(long cycle);

    /** Packets and copies that are still to be sent or acknowledged. */
    abstract long pending();

    /** Most packets at a time that waited for an earlier one to come. */
    abstract int reorderPeak();

    final int flitsOfNext(int slot) {
        return messages.packetsLeft[slot] == 1 ? messages.lastFlits[slot] : packets.packet();
    }

    /**
     * Chooses the next packet of a message.
     *
     * @param sequence its number in its flow
     * @return whether it is the message's last one, and the slot free
     */
    final boolean take(int slot, int sequence, long cycle) {
        boolean last = messages.packetsLeft[slot] == 1;
        choose(
                messages.destination[slot],
                flitsOfNext(slot),
                (messages.started[slot] == 0 ? Wire.FIRST : 0) | (last ? Wire.LAST : 0),
                TransportWord.ofData(sequence, messages.number[slot]),
                messages.generated[slot]);
        messages.started[slot] = 1;
        messages.packetsLeft[slot]--;
        unsent--;
        if (last) {
            messages.free(slot);
            nic.injected(messages.number[slot], cycle);
        }
        return last;
    }

    final void choose(int toNic, int length, long bits, long transport, long madeAt) {
        destination = toNic;
        flits = length;
        kind = bits;
        word = transport;
        generated = madeAt;
    }

    /** Frees a message whose remaining packets will not be sent. */
    final void discard(int slot) {
        unsent -= messages.packetsLeft[slot];
        messages.free(slot);
    }

    final int destination() {
        return destination;
    }

    final int flits() {
        return flits;
    }

    /** Bits of the route that say what the packet is. */
    final long kind() {
        return kind;
    }

    final long word() {
        return word;
    }

    final long generated() {
        return generated;
    }

    void visit(StateVisitor state) {
        unsent = state.value(unsent);
        messages.visit(state);
    }
}
