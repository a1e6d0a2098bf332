package org.reweave.emulator.governor;

import java.util.List;
import org.reweave.emulator.link.PacketId;

/**
 * A set of packets each of which waits for space that only packets of the set can free: a cycle or, where packets have
 * several ways, a knot.
 *
 * @param formed the first cut from which on each of the packets waited so; before the cut that proves it, an event
 *     could still have freed them
 * @param cycle the cut that found the deadlock
 * @param proven whether no event can free the packets: no table, SMP, fault or step of the manager is pending anywhere
 * @param members of a cycle in the order in which they wait for each other, the last for the first; of a knot, each
 *     before those that it waits for, unless they came before it
 */
public record Deadlock(long formed, long cycle, boolean proven, List<Member> members) {
    public Deadlock {
        members = List.copyOf(members);
    }

    /**
     * One blocked packet.
     *
     * @param device the device that holds the packet
     * @param port from 1
     * @param atOutput whether it is in the output buffer of the port, else in its input buffer
     * @param packet source NIC in the upper half, its count there in the lower
     * @param marks of the reconfiguration scheme, such as epochs
     */
    public record Member(String device, int port, int lane, boolean atOutput, long packet, long marks) {
        @Override
        public String toString() {
            return device + "." + port + " VL" + lane + (atOutput ? " output" : " input") + " holds "
                    + PacketId.nic(packet) + "#" + PacketId.number(packet)
                    + (marks == 0 ? "" : " marks 0x" + Long.toHexString(marks));
        }
    }
}
