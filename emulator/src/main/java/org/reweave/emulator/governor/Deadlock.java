package org.reweave.emulator.governor;

import java.util.List;

/** A cycle of packets each of which waits for space that only the next one can give back.
 *
 *  @param cycle the cut at which it was found
 *  @param proven whether nothing can release any of them: no table, SMP, fault or step of the manager is pending anywhere
 *  @param members in the order in which they wait for each other; the last waits for the first */
public record Deadlock(long cycle, boolean proven, List<Member> members) {
    public Deadlock {
        members = List.copyOf(members);
    }

    /** One blocked packet.
     *
     *  @param device where it is
     *  @param port from 1
     *  @param atOutput whether it is in the output buffer of the port, else in its input buffer
     *  @param packet source NIC in the upper half, its count there in the lower
     *  @param marks of the reconfiguration scheme, such as epochs */
    public record Member(String device, int port, int lane, boolean atOutput, long packet, long marks) {
        @Override
        public String toString() {
            return device + "." + port + " VL" + lane + (atOutput ? " output" : " input") + " holds " + (packet >>> 32)
                    + "#" + (packet & 0xffffffffL) + (marks == 0 ? "" : " marks 0x" + Long.toHexString(marks));
        }
    }
}
