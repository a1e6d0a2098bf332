package org.reweave.emulator.device.manager;

import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** What traps have told of failed links since the manager last looked. */
final class Suspicions {
    private final Fabric fabric;
    private Faults suspected; // with what was known; null = nothing

    Suspicions(Fabric fabric) {
        this.fabric = fabric;
    }

    /**
     * Takes a trap's word for it that a link has failed.
     *
     * @return whether it says so, and it is news
     */
    boolean add(long trap, Faults known) {
        Faults so = suspected == null ? known : suspected;
        int link = fabric.link((int) (trap >>> 16), (int) (trap >>> 8) & 0xff);
        if ((trap & 1) == 1 || !fabric.isTrunk(link) || !so.linkUp(fabric, link)) {
            return false;
        }
        suspected = so.withLink(link);
        return true;
    }

    boolean isEmpty() {
        return suspected == null;
    }

    /** Everything that is known or suspected to have failed; only if there is something. */
    Faults faults() {
        return suspected;
    }

    void clear() {
        suspected = null;
    }

    void encode(StateWriter out) {
        out.flag(suspected != null);
        if (suspected != null) {
            Knowledge.encode(suspected, out);
        }
    }

    void decode(StateReader in) {
        suspected = in.flag() ? Knowledge.faults(in) : null;
    }
}
