package org.reweave.emulator.capture;

import java.nio.ByteBuffer;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.network.Network;
import org.reweave.routing.topology.Fabric;

/**
 * An SMP of the emulation as InfiniBand's 290 bytes on a link: LRH, BTH, DETH (IBA 7.7, 9.2, 9.3.1), a MAD of 256
 * bytes, directed-route or LID-routed (IBA 13.4.3, 14.2.1), and zeros for the two CRCs.
 */
final class SmpFrame {
    /** Bytes on the link. */
    static final int LENGTH = 290;

    private static final int MAD = 256;
    private static final int DATA = 64; // of the MAD's data, and where it begins
    private static final int INITIAL_PATH = 128;
    private static final int RETURN_PATH = 192;
    private static final int MOST_HOPS = 63; // IBA 14.2.2.1

    private static final int GET = 0x01;
    private static final int SET = 0x02;
    private static final int TRAP = 0x05;
    private static final int GET_RESP = 0x81;

    private static final int PERMISSIVE_LID = 0xffff;
    private static final int DIRECTION = 0x8000;
    private static final int LINK_STATE_CHANGE = 128; // IBA 14.2.5.1
    private static final int SWITCH = 2;

    private final Network network;
    private final Smp smp = new Smp();

    SmpFrame(Network network) {
        this.network = network;
    }

    /** The attribute of an SMP, given its own words. */
    SmpAttribute attribute(long[] words) {
        smp.load(words);
        return SmpAttribute.of(smp);
    }

    /** Whether the SMP is an answer, given its own words. */
    boolean isAnswer(long[] words) {
        smp.load(words);
        return method() == GET_RESP;
    }

    /** The bytes on the link, given the SMP's own words. */
    byte[] bytes(long[] words) {
        smp.load(words);
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        boolean byLid = smp.isLidRouted();
        int from = byLid ? network.fabric().switchLid(teller()) : PERMISSIVE_LID;
        int to = byLid ? smp.destinationLid() : PERMISSIVE_LID;
        InfiniBand.localRoute(bytes, InfiniBand.MANAGEMENT_LANE, 0, to, LENGTH, from);
        InfiniBand.baseTransport(bytes, InfiniBand.UD_SEND_ONLY, 0, 0, 0);
        bytes.putInt(0).putInt(0); // DETH: Q_Key, and the source QP 0
        bytes.put(mad());
        return bytes.array();
    }

    private byte[] mad() {
        SmpAttribute attribute = SmpAttribute.of(smp);
        ByteBuffer mad = ByteBuffer.allocate(MAD);
        mad.put((byte) 1)
                .put((byte) (smp.isLidRouted() ? 0x01 : 0x81))
                .put((byte) 1)
                .put((byte) method());
        mad.putShort((short) (smp.isReturning() ? DIRECTION : 0));
        if (!smp.isLidRouted()) {
            mad.put((byte) Math.min(hop(), MOST_HOPS)).put((byte) Math.min(hops(), MOST_HOPS));
        }
        mad.putLong(8, isNumbered() ? smp.transaction() : 0);
        mad.putShort(16, (short) attribute.id());
        mad.putInt(20, modifier(attribute));
        if (!smp.isLidRouted()) {
            mad.putShort(32, (short) PERMISSIVE_LID).putShort(34, (short) PERMISSIVE_LID);
            for (int i = 1; i <= Math.min(smp.hops(), MOST_HOPS); i++) {
                mad.put(INITIAL_PATH + i, (byte) smp.portOut(i - 1));
                mad.put(RETURN_PATH + i, (byte) smp.portIn(i));
            }
        }
        mad.position(DATA);
        data(attribute, mad);
        return mad.array();
    }

    /** A broadcast has no end that its route leads to: its hops so far are its hops. */
    private int hops() {
        return smp.attribute() == Smp.BROADCAST ? smp.hop() : smp.hops();
    }

    private int hop() {
        return smp.isAnnouncement() ? 0 : smp.hop();
    }

    private int method() {
        return switch (smp.attribute()) {
            case Smp.NODE_INFO, Smp.COUNTS -> smp.isReturning() ? GET_RESP : GET;
            case Smp.SM_INFO -> smp.isReturning() ? GET_RESP : smp.argument() == 0 ? GET : SET;
            case Smp.TRAP, Smp.REPORT, Smp.ANNOUNCEMENT -> TRAP;
            default -> smp.isReturning() ? GET_RESP : SET;
        };
    }

    /** Whether the transaction word numbers the SMP. */
    private boolean isNumbered() {
        return !smp.isLidRouted() && smp.attribute() != Smp.REPORT;
    }

    private int modifier(SmpAttribute attribute) {
        return smp.attribute() == Smp.UPDATE && attribute != SmpAttribute.CHANGE_NOTICE
                ? Update.block(smp.payload(0))
                : 0;
    }

    private void data(SmpAttribute attribute, ByteBuffer to) {
        switch (attribute) {
            case NOTICE -> notice(to);
            case NODE_INFO -> nodeInfo(to);
            case LINEAR_FORWARDING_TABLE -> {
                for (int word = 0; word < Update.BODY_WORDS; word++) {
                    to.putLong(Long.reverseBytes(smp.payload(1 + word))); // the entry of the lowest LID comes first
                }
            }
            case SL_TO_VL -> {
                for (int word = 0; word < Update.BODY_WORDS; word++) {
                    to.putLong(row(smp.payload(1 + word)));
                }
            }
            case CHANGE_NOTICE -> to.putLong(Update.change(smp.payload(0)));
            case ENTRIES, ROWS, PATHS, TRAILS, FAILED, DEPENDENCIES -> {
                for (int word = 0; word < Update.BODY_WORDS; word++) {
                    to.putLong(smp.payload(1 + word));
                }
            }
            default -> {
                to.putLong(smp.argument());
                for (int i = 0; i < Math.min(smp.isAnnouncement() ? 0 : smp.payloadWords(), 7); i++) {
                    to.putLong(smp.payload(i));
                }
            }
        }
    }

    /** A row of VLs as IBA has it: SL 0 first, four bits each; the emulation's word has SL 0 in its lowest bits. */
    private static long row(long word) {
        long row = 0;
        for (int level = 0; level < 16; level++) {
            row = row << 4 | word >>> 4 * level & 15;
        }
        return row;
    }

    /**
     * IBA 14.2.5.1: generic, urgent, of a switch; then the LID, and in bytes that IBA reserves the port and its state.
     */
    private void notice(ByteBuffer to) {
        int lid = network.fabric().switchLid(teller());
        to.put((byte) 0x81).put((byte) 0).putShort((short) SWITCH).putShort((short) LINK_STATE_CHANGE);
        to.putShort((short) lid).putShort((short) 0).putShort((short) lid);
        to.put((byte) (smp.argument() >>> 8)).put((byte) smp.argument());
    }

    /** The switch that sent a trap. */
    private int teller() {
        return (int) (smp.argument() >>> 16);
    }

    /** IBA 14.2.5.3, in an answer: the GUIDs are the device's number from 1. */
    private void nodeInfo(ByteBuffer to) {
        if (!smp.isReturning()) {
            return;
        }
        Fabric fabric = network.fabric();
        int device = target();
        to.put((byte) 1).put((byte) 1);
        to.put((byte) (fabric.isSwitch(device) ? SWITCH : 1)).put((byte) fabric.portCount(device));
        for (int guid = 0; guid < 3; guid++) {
            to.putLong(device + 1L);
        }
        to.putLong(0); // partitions, device id and revision
        to.put((byte) smp.portIn(smp.hops()));
    }

    /** The device at the end of a directed route. */
    private int target() {
        int device = network.resolved().managerNic();
        for (int i = 0; i < smp.hops(); i++) {
            device = network.fabric().peer(device, smp.portOut(i));
        }
        return device;
    }
}
