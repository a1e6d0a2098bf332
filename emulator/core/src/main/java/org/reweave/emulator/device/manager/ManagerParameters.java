package org.reweave.emulator.device.manager;

import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.reconfig.spi.ManagerTimer;

/**
 * How the subnet manager works. Times in cycles.
 *
 * @param smpFlits length of an SMP on a link
 * @param window SMPs that may be unacknowledged at a time
 * @param timeout from sending an SMP to sending it again
 * @param retries times an SMP is sent again before its device counts as unreachable
 * @param computation duration of a table computation
 * @param reaction from an SMP's arrival to the manager's next one; at least 1
 * @param sweep between the starts of periodic sweeps; 0 = there are none
 * @param poll between two looks at counts that do not balance
 * @param patience from asking for reports to asking again those that have not reported
 * @param traps whether switches tell of a port's change by themselves
 * @param trustsTraps whether traps about links begin a change without a discovery, which then follows the change
 * @param tablePacket what one SMP brings of a device's tables
 * @param entryBytes length of a table's entry in a {@link TablePacket#SIZED} SMP
 * @param flitBytes length of a flit
 * @param standby the second manager
 */
public record ManagerParameters(
        int smpFlits,
        int window,
        long timeout,
        int retries,
        long computation,
        int reaction,
        long sweep,
        long poll,
        long patience,
        boolean traps,
        boolean trustsTraps,
        TablePacket tablePacket,
        int entryBytes,
        int flitBytes,
        StandbyParameters standby) {
    private static final int HEADER_BYTES = 26; // thesis §7.2.4; manager.smp has them too

    /** Flits that an update is longer than other SMPs. */
    int extraFlits(long[] update) {
        if (tablePacket != TablePacket.SIZED) {
            return 0;
        }
        long bytes = HEADER_BYTES + (long) Update.entries(update) * entryBytes;
        return Math.toIntExact(Math.max(0, (bytes + flitBytes - 1) / flitBytes - smpFlits));
    }

    /** Length of the longest SMP that there may be. */
    public int mostFlits() {
        return tablePacket == TablePacket.SIZED ? smpFlits + Smp.MOST_EXTRA_FLITS : smpFlits;
    }

    /** How long a timer of the scheme's protocol runs. */
    long duration(ManagerTimer timer) {
        return switch (timer) {
            case POLL -> poll;
            case PATIENCE -> patience;
        };
    }
}
