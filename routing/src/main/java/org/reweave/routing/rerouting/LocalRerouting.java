package org.reweave.routing.rerouting;

import java.util.Optional;
import org.reweave.routing.model.Deviation;

/**
 * The four local rerouting algorithms of the fat-tree paper as functions of one switch's view, shared by live switches
 * and the fault analysis. The algorithms hold no state: the rerouting vector of the adaptive ones belongs to the
 * switch, is shared by all packets of the switch, and is cleared after a time without U-turns. Source: fat-tree paper
 * §V to §VII, App. A, with the repairs that emulator/docs/validity.md lists. Deviations: "arbitrary" ports are the
 * nearest in cyclic order from the port wanted; the testing sequence D is 0..k-1; a packet that is to go back down by
 * the link that it came by (2b, 3b, 4c, 4d) goes down by another link, in the same layer, if that link has failed
 * meanwhile; the paper does not treat this case. The ports tried before and the two ends of the failed link are few
 * enough faults that one later port in D still works. On m-port n-trees and Clos fabrics k is the fewest switches that
 * a switch has above, and all cables between two switches are one port.
 */
@Deviation("fat-tree §II, other fat trees")
public enum LocalRerouting {
    /** R_det^link: two layers, k-1 link faults. */
    DETERMINISTIC_LINK("r-det-link", 2, false) {
        @Override
        public long next(int k, boolean bottom, int inPort, int header, int way, int down, int up, int vector) {
            return DeterministicRerouting.link(k, inPort, header, way, down, up);
        }
    },
    /** R_det^switch: three layers and the port field, k-1 link or switch faults. */
    DETERMINISTIC_SWITCH("r-det-switch", 3, false) {
        @Override
        public long next(int k, boolean bottom, int inPort, int header, int way, int down, int up, int vector) {
            return DeterministicRerouting.twoHop(k, bottom, inPort, header, way, down, up);
        }
    },
    /** R_adapt^link: one layer and a vector per switch, k-1 link faults. */
    ADAPTIVE_LINK("r-adapt-link", 1, true) {
        @Override
        public long next(int k, boolean bottom, int inPort, int header, int way, int down, int up, int vector) {
            return AdaptiveRerouting.link(k, inPort, header, way, down, up, vector);
        }
    },
    /** R_adapt^switch: one layer, a vector per switch and the port field, k-1 link or switch faults. */
    ADAPTIVE_SWITCH("r-adapt-switch", 1, true) {
        @Override
        public long next(int k, boolean bottom, int inPort, int header, int way, int down, int up, int vector) {
            return AdaptiveRerouting.twoHop(k, bottom, inPort, header, way, down, up, vector);
        }
    };

    private final String methodName;
    private final int layers;
    private final boolean adaptive;

    LocalRerouting(String methodName, int layers, boolean adaptive) {
        this.methodName = methodName;
        this.layers = layers;
        this.adaptive = adaptive;
    }

    /**
     * One hop.
     *
     * @param k neighbours below, at most 32 ({@link TreeGeometry}); a port stands for a neighbour
     * @param bottom the switch is of the bottom tier
     * @param inPort where the packet came in: 0..k-1 from below (or a NIC), from k on from above
     * @param header {@link Reroute#header}
     * @param way the down port towards the destination, or {@code -1 - u} when it is not below, u being the up port
     *     wanted
     * @param down mask of the down ports of which a cable and the neighbour work; NICs' ports always do
     * @param up mask of the up ports that work, bit i for port k + i
     * @param vector the switch's rerouting vector; 0 under deterministic routing
     * @return see {@link Reroute}; one port at most when deterministic
     */
    public abstract long next(int k, boolean bottom, int inPort, int header, int way, int down, int up, int vector);

    /** The name that users write ({@code r-det-link}). */
    public String methodName() {
        return methodName;
    }

    /** Virtual lanes needed. */
    public int layers() {
        return layers;
    }

    /** Whether the algorithm is adaptive: answers may offer several ports, and the vector is used. */
    public boolean adaptive() {
        return adaptive;
    }

    /**
     * Numbers that strictly increase along every path, for the deterministic algorithms (fat-tree paper §VI.C, App.
     * A.E).
     */
    public Optional<ChannelNumbers> channelNumbers(TreeGeometry tree) {
        return adaptive ? Optional.empty() : Optional.of(new ChannelNumbers(tree, this == DETERMINISTIC_SWITCH));
    }
}
