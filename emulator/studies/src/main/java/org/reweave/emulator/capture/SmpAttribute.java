package org.reweave.emulator.capture;

import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;

/**
 * The attribute of InfiniBand's subnet management (IBA 14.2.5) that an SMP of the emulation is written as. What IBA has
 * no attribute for has a number of the range that IBA leaves to vendors, from 0xFF00.
 */
public enum SmpAttribute {
    /** A switch tells of a port's change. */
    NOTICE(0x0002, "Notice"),
    /** A discovery asks a switch, and the answer. */
    NODE_INFO(0x0011, "NodeInfo"),
    /** Rows of a table of VLs. */
    SL_TO_VL(0x0017, "SLtoVLMappingTable"),
    /** A manager asks another one who is in charge, or tells it. */
    SM_INFO(0x0020, "SMInfo"),
    /** 64 entries of a forwarding table. */
    LINEAR_FORWARDING_TABLE(0x0019, "LinearForwardingTable"),
    /** An update without blocks. */
    CHANGE_NOTICE(0xff00, "ChangeNotice"),
    /** Single entries of a forwarding table. */
    ENTRIES(0xff01, "ForwardingEntries"),
    /** Paths of a NIC. */
    PATHS(0xff02, "Paths"),
    /** Paths of a NIC with their trails. */
    TRAILS(0xff03, "Trails"),
    /** Which paths of a NIC have failed. */
    FAILED(0xff04, "FailedPaths"),
    /** Dependencies between channels that the paths of a table have. */
    DEPENDENCIES(0xff05, "Dependencies"),
    /** Single rows of a table of VLs. */
    ROWS(0xff06, "SingleRows"),
    /** A control packet of the scheme to one device. */
    CONTROL(0xff10, "Control"),
    /** Counts of data packets. */
    COUNTS(0xff11, "Counts"),
    /** An agent's message to the manager. */
    REPORT(0xff12, "Report"),
    /** A control packet of the scheme to every device. */
    BROADCAST(0xff13, "Broadcast"),
    /** A switch's message to every device. */
    ANNOUNCEMENT(0xff14, "Announcement");

    private final int id;
    private final String label;

    SmpAttribute(int id, String label) {
        this.id = id;
        this.label = label;
    }

    /** AttributeID. */
    public int id() {
        return id;
    }

    /** Its name; IBA's where IBA has the attribute. */
    public String label() {
        return label;
    }

    /** The attribute of an SMP; with several blocks, that of the first one. */
    static SmpAttribute of(Smp smp) {
        return switch (smp.attribute()) {
            case Smp.NODE_INFO -> NODE_INFO;
            case Smp.UPDATE -> ofUpdate(smp.payload(0));
            case Smp.TRAP -> NOTICE;
            case Smp.CONTROL -> CONTROL;
            case Smp.SM_INFO -> SM_INFO;
            case Smp.COUNTS -> COUNTS;
            case Smp.REPORT -> REPORT;
            case Smp.BROADCAST -> BROADCAST;
            case Smp.ANNOUNCEMENT -> ANNOUNCEMENT;
            default -> throw new IllegalStateException("an SMP of unknown kind " + smp.attribute());
        };
    }

    private static SmpAttribute ofUpdate(long head) {
        if (Update.total(head) == 0) {
            return CHANGE_NOTICE;
        }
        return switch (Update.kind(head)) {
            case Update.LFT -> LINEAR_FORWARDING_TABLE;
            case Update.LANES -> SL_TO_VL;
            case Update.PATHS -> PATHS;
            case Update.TRAILS -> TRAILS;
            case Update.FAILED -> FAILED;
            case Update.ENTRIES -> ENTRIES;
            case Update.DEPENDENCIES -> DEPENDENCIES;
            case Update.ROWS -> ROWS;
            default -> throw new IllegalStateException("a block of unknown kind " + Update.kind(head));
        };
    }
}
