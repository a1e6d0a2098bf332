package org.reweave.routing.rftr;

/**
 * Forwarding entries by (NIC, address): one table per LID of a NIC's LMC range, grown as needed. Each entry counts its
 * paths, and is removed with the last of them.
 */
final class RftrAddresses {
    /** LIDs a port may have with the largest LMC, 7. */
    static final int MAX_PER_NIC = 128;

    private final RftrWiring wiring;
    private final byte[][][] port; // [nic][address][switch]; 0 = no entry
    private final short[][][] users;

    RftrAddresses(RftrWiring wiring) {
        this.wiring = wiring;
        this.port = new byte[wiring.nics][0][];
        this.users = new short[wiring.nics][0][];
    }

    RftrAddresses(RftrAddresses other) {
        this(other.wiring);
        for (int nic = 0; nic < port.length; nic++) {
            int count = other.port[nic].length;
            port[nic] = new byte[count][];
            users[nic] = new short[count][];
            for (int a = 0; a < count; a++) {
                port[nic][a] = other.port[nic][a].clone();
                users[nic][a] = other.users[nic][a].clone();
            }
        }
    }

    /**
     * @return the lowest address whose entries agree with the path at every switch, a new one if none does; -1 = all
     *     are taken
     */
    int fit(int nic, int[] path) {
        for (int a = 0; a < port[nic].length; a++) {
            if (agrees(port[nic][a], path)) {
                return a;
            }
        }
        return port[nic].length < MAX_PER_NIC ? port[nic].length : -1;
    }

    private boolean agrees(byte[] entries, int[] path) {
        for (int hop : path) {
            int entry = entries[wiring.from[hop >> 1]] & 0xff;
            if (entry != 0 && entry != wiring.outPort[hop >> 1]) {
                return false;
            }
        }
        return true;
    }

    void install(int nic, int address, int[] path) {
        if (address == port[nic].length) {
            port[nic] = java.util.Arrays.copyOf(port[nic], address + 1);
            users[nic] = java.util.Arrays.copyOf(users[nic], address + 1);
            port[nic][address] = new byte[wiring.switches];
            users[nic][address] = new short[wiring.switches];
        }
        for (int hop : path) {
            int s = wiring.from[hop >> 1];
            port[nic][address][s] = (byte) wiring.outPort[hop >> 1];
            users[nic][address][s]++;
        }
    }

    void release(int nic, int address, int[] path) {
        for (int hop : path) {
            int s = wiring.from[hop >> 1];
            if (--users[nic][address][s] == 0) {
                port[nic][address][s] = 0;
            }
        }
    }

    /** @return the out port, 0 = no entry */
    int outPort(int switchDevice, int nic, int address) {
        return address < port[nic].length ? port[nic][address][switchDevice] & 0xff : 0;
    }

    /** Addresses a NIC ever had in use, the base LID included. */
    int count(int nic) {
        return Math.max(1, port[nic].length);
    }
}
