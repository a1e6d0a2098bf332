package org.reweave.reconfig.epoch;

import org.reweave.reconfig.spi.OptionRule;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;

/** Options of schemes that mark packets with epochs. */
public final class EpochOptions {
    /**
     * The epoch that a forwarded packet is marked with; thesis §6.6 contradicts itself on this mark. See
     * reconfig/docs/epoch-based-reconfiguration.md.
     */
    public enum ForwardingMark {
        /** The epoch of the tables that routed the packet ({@code E_pck := E_rtd}). */
        ROUTED,
        /** The epoch of the switch when it forwards ({@code E_pck := E_schd}), which can deadlock. */
        AS_PRINTED
    }

    public static final SchemeOption<ForwardingMark> MARK = SchemeOption.words(
            "forwarding-mark",
            ForwardingMark.class,
            ForwardingMark.ROUTED,
            "epoch that a forwarded packet is marked with: of the tables that routed it, or of the switch (can deadlock)");

    public static final SchemeOption<Integer> BITS = SchemeOption.oneOr(
            "epoch-bits",
            3,
            16,
            3,
            "width of the epoch fields (thesis Table 6.2; 1 = Table 6.1, switches are told before a change)");

    /** {@link #BITS} without the 1. */
    public static final SchemeOption<Integer> WIDE_BITS =
            SchemeOption.whole("epoch-bits", 3, 16, 3, "width of the epoch fields (thesis Table 6.2)");

    public static final SchemeOption<Boolean> OVERLAP = SchemeOption.onOff(
            "overlap",
            false,
            "on: a change ends another that is under way (thesis §6.7); off: it waits until that one is complete");

    /** How a NIC learns the epoch of a change. */
    public enum NicNotice {
        /** The manager notifies one NIC after the other, by acknowledged SMPs, after the switches. */
        MANAGER,
        /** A broadcast of the manager precedes the tables; acknowledged notices follow, for NICs that it missed. */
        BROADCAST,
        /** Each switch tells its NICs, in-band, when its own table comes; NICs keep their service levels. */
        SWITCH
    }

    /** Thesis §6.6 labels packets in NICs and does not say how NICs learn of an epoch. */
    public static final SchemeOption<NicNotice> NIC_NOTICE = SchemeOption.words(
            "nic-notice",
            NicNotice.class,
            NicNotice.MANAGER,
            "who tells NICs of an epoch: the manager one by one, a broadcast of the manager ahead of the tables, or each NIC's switch");

    static final OptionRule WATCHED_EPOCHS_COME_FROM_THE_MANAGER = new OptionRule(
            NIC_NOTICE,
            options -> options.get(NIC_NOTICE) == NicNotice.MANAGER || !areWatched(options),
            "with overlap = on or epoch-bits = 1, where the manager has to know which NICs have an epoch",
            "write manager");

    static final OptionRule OVERLAP_NEEDS_WIDE_EPOCHS = new OptionRule(
            OVERLAP,
            options -> !options.get(OVERLAP) || options.get(BITS) > 1,
            "with epoch-bits = 1, which tells one change at a time from the one before",
            "write off, or raise epoch-bits to 3");

    private EpochOptions() {}

    /** Whether the manager has to know which old epochs are left in the fabric before it starts another one. */
    static boolean areWatched(SchemeOptions options) {
        return options.get(OVERLAP) || options.get(BITS) == 1;
    }
}
