package org.reweave.routing.rerouting;

import java.util.Arrays;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;

/**
 * A k-ary n-tree as local rerouting sees it: ports from 0, down ports 0..k-1, up ports k..2k-1 (a fabric's port minus
 * 1). Tier 0 is on top. At tier t digit t of the destination p_0..p_{n-1} names the down port when the destination is
 * below, and the up port of d-mod-k routing when it is not. Immutable. Source: fat-tree paper, Def. 1; the port order
 * is that of {@code k-ary-n-tree}'s generator.
 */
public final class TreeGeometry {
    /** Masks of up and of down ports are ints. */
    public static final int MAX_ARITY = 32;

    private final Fabric fabric;
    private final int tiers;
    private final int k;
    private final int[] tier; // [switch]
    private final int[] peer; // [switch * 2k + port] switch, or -1
    private final int[] peerPort;
    private final int[] link;
    private final int[] nicSwitch; // [nic]
    private final byte[] way; // [switch * nics + nic] down port, or -1 - up port

    /**
     * @throws UnroutableException when the fabric is not a whole k-ary n-tree of the generator's port order, or k is
     *     above 32
     */
    public static TreeGeometry of(Fabric fabric, String user) {
        Shape shape = fabric.shape();
        if (shape.family() != Shape.Family.K_ARY_N_TREE || shape.dimensions()[0] < 2) {
            throw new UnroutableException(user + " works on k-ary n-trees of 2 tiers or more, and " + fabric.name()
                    + " is " + shape + "; updown and rftr work on any topology");
        }
        if (shape.dimensions()[1] > MAX_ARITY) {
            throw new UnroutableException(user + ": " + fabric.name() + " has k = " + shape.dimensions()[1] + " > "
                    + MAX_ARITY + "; use a tree of smaller switches");
        }
        return new TreeGeometry(fabric, user);
    }

    private TreeGeometry(Fabric fabric, String user) {
        this.fabric = fabric;
        this.tiers = fabric.shape().dimensions()[0];
        this.k = fabric.shape().dimensions()[1];
        int switches = fabric.switchCount();
        this.tier = new int[switches];
        this.peer = new int[switches * 2 * k];
        this.peerPort = new int[switches * 2 * k];
        this.link = new int[switches * 2 * k];
        Arrays.fill(peer, -1);
        Arrays.fill(link, -1);
        for (int s = 0; s < switches; s++) {
            tier[s] = fabric.coordinate(s, 0);
        }
        for (int s = 0; s < switches; s++) {
            wire(s, user);
        }
        int nics = fabric.nicCount();
        this.nicSwitch = new int[nics];
        this.way = new byte[switches * nics];
        for (int nic = 0; nic < nics; nic++) {
            nicSwitch[nic] = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (nicSwitch[nic] < 0 || tier[nicSwitch[nic]] != tiers - 1) {
                throw new UnroutableException(user + " expects every NIC of " + fabric.name()
                        + " at a bottom switch, and " + fabric.deviceName(fabric.nicDevice(nic)) + " is not");
            }
            for (int s = 0; s < switches; s++) {
                way[s * nics + nic] = (byte) wayTo(s, nic);
            }
        }
    }

    private void wire(int s, String user) {
        boolean top = tier[s] == 0;
        boolean bottom = tier[s] == tiers - 1;
        for (int port = 0; port < 2 * k; port++) {
            boolean down = port < k;
            if (down ? bottom : top) {
                continue;
            }
            int upperTier = down ? tier[s] : tier[s] - 1;
            int other = port < fabric.portCount(s) ? fabric.peer(s, port + 1) : -1;
            boolean right = other >= 0
                    && fabric.isSwitch(other)
                    && tier[other] == tier[s] + (down ? 1 : -1)
                    && fabric.peerPort(s, port + 1) == 1 + digit(s, upperTier) + (down ? k : 0);
            for (int i = 0; right && i < tiers - 1; i++) {
                right = digit(other, i) == (i == upperTier ? port % k : digit(s, i));
            }
            if (!right) {
                throw new UnroutableException(
                        user + ": " + fabric.portName(s, port + 1) + " of " + fabric.name()
                                + " does not lead where that port of a k-ary n-tree leads; updown and rftr work on any topology");
            }
            peer[s * 2 * k + port] = other;
            peerPort[s * 2 * k + port] = fabric.peerPort(s, port + 1) - 1;
            link[s * 2 * k + port] = fabric.link(s, port + 1);
        }
    }

    private int wayTo(int s, int nic) {
        int bottom = nicSwitch[nic];
        int here = tier[s];
        int device = fabric.nicDevice(nic);
        int digit = here == tiers - 1
                ? (fabric.peerPort(device, fabric.attachedPort(device)) - 1) % k
                : digit(bottom, here);
        for (int i = 0; i < here; i++) {
            if (digit(s, i) != digit(bottom, i)) {
                return -1 - digit;
            }
        }
        return digit;
    }

    public Fabric fabric() {
        return fabric;
    }

    /** n. */
    public int tiers() {
        return tiers;
    }

    public int k() {
        return k;
    }

    public int tier(int switchDevice) {
        return tier[switchDevice];
    }

    public boolean bottom(int switchDevice) {
        return tier[switchDevice] == tiers - 1;
    }

    /** Digit w_i of a switch; coordinates run from w_{n-2} to w_0. */
    public int digit(int switchDevice, int i) {
        return fabric.coordinate(switchDevice, tiers - 1 - i);
    }

    /** @return the switch behind a port, or -1 (a NIC's port of the bottom tier, an up port of the top tier) */
    public int peer(int switchDevice, int port) {
        return peer[switchDevice * 2 * k + port];
    }

    /** The port at the other end. */
    public int peerPort(int switchDevice, int port) {
        return peerPort[switchDevice * 2 * k + port];
    }

    /** @return the link between switches at a port, or -1 */
    public int link(int switchDevice, int port) {
        return link[switchDevice * 2 * k + port];
    }

    /** The bottom switch of a NIC. */
    public int nicSwitch(int nic) {
        return nicSwitch[nic];
    }

    public int nicCount() {
        return nicSwitch.length;
    }

    /**
     * @return the down port towards a NIC below the switch; else {@code -1 - u} with u in 0..k-1, port k+u being
     *     d-mod-k's up port
     */
    public int way(int switchDevice, int nic) {
        return way[switchDevice * nicSwitch.length + nic];
    }
}
