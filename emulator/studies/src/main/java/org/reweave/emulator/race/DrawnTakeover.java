package org.reweave.emulator.race;

import java.util.List;
import java.util.stream.IntStream;
import org.reweave.emulator.race.Moments.Draw;
import org.reweave.emulator.race.Moments.Moment;
import org.reweave.emulator.scenario.PlannedFault.Element;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.routing.topology.Fabric;

/**
 * A second manager at a drawn NIC, and a hang of the first one that is drawn, as keys of the scenario. The second one
 * waits at least a time-out for an answer: two managers that wait for less than a way there and back take over from
 * each other for ever. Where the manager does not sweep, each hang lasts until the second one has taken over, which
 * then looks for what the first one was told meanwhile.
 */
final class DrawnTakeover {
    private static final int NIC = 0;
    private static final int POLL = 1;
    private static final int TRIES = 2;
    private static final int HANGS = 3;
    private static final int AT = 4;
    private static final int KIND = 5;
    private static final int LENGTH = 6;
    private static final int IS_LONG = 11;

    private static final int UNHURT_ONE_IN = 6;

    private final Scenario base;
    private final boolean hangs;
    private final long poll;
    private final int tries; // with the time between them at least a time-out
    private final Draw draw;

    /** @param base without what is drawn */
    DrawnTakeover(Scenario base, Draw draw) {
        this.base = base;
        this.draw = draw;
        this.hangs = draw.below(HANGS, UNHURT_ONE_IN) > 0;
        boolean isFrequent = hangs && draw.below(POLL, 2) == 0;
        this.poll = base.manager().timeout() / (isFrequent ? 2 : 1) + 1;
        this.tries = (isFrequent ? 2 : 1) + (hangs ? draw.below(TRIES, 2) : 0);
    }

    /**
     * The second manager, as keys; empty = there is no NIC for it.
     *
     * @param faults none of which may cut it off
     */
    List<String> standby(ResolvedScenario resolved, List<ResolvedFault> faults) {
        Fabric fabric = resolved.fabric();
        List<Integer> possible = IntStream.range(0, fabric.nicCount())
                .map(fabric::nicDevice)
                .filter(nic -> nic != resolved.managerNic() && hasPlace(resolved, nic))
                .filter(nic -> faults.stream().noneMatch(fault -> cutsOff(fabric, fault, nic)))
                .boxed()
                .toList();
        if (possible.isEmpty()) {
            return List.of();
        }
        String nic = fabric.deviceName(possible.get(draw.below(NIC, possible.size())));
        return List.of(
                "manager.standby=\"" + nic + "\"",
                "manager.standby-poll=" + poll + "cycles",
                "manager.standby-tries=" + tries,
                "manager.hang-at=off",
                "manager.hang-until=off");
    }

    /** Wired to a switch, by the manager's map too. */
    private static boolean hasPlace(ResolvedScenario resolved, int nic) {
        if (resolved.fabric().attachedSwitch(nic) < 0) {
            return false;
        }
        int peer = resolved.map().peer(nic, resolved.fabric().attachedPort(nic));
        return peer >= 0 && resolved.map().isSwitch(peer);
    }

    private static boolean cutsOff(Fabric fabric, ResolvedFault fault, int nic) {
        return fault.number()
                == (fault.element() == Element.SWITCH
                        ? fabric.attachedSwitch(nic)
                        : fabric.link(nic, fabric.attachedPort(nic)));
    }

    /**
     * The hang, as keys; empty = the manager does not hang.
     *
     * @param moment at which it begins; null = about the time of the first fault or planned change
     * @param first time of that; -1 = there is none
     * @param span the measured time
     */
    List<String> hang(Moment moment, long first, long span) {
        if (!hangs) {
            return List.of();
        }
        long begins = Math.max(base.run().warmup(), first) - tries * poll;
        long at = moment == null ? begins + below(AT, tries * poll + span / 4 + 1) : moment.cycle();
        at = Math.max(1, at);
        String until = draw.below(KIND, 3) == 0 ? "off" : at + length(span) + "cycles";
        return List.of("manager.hang-at=" + at + "cycles", "manager.hang-until=" + until);
    }

    /** About as long as it takes to take over, or longer, so that both believe to be in charge. */
    private long length(long span) {
        boolean isLong = draw.below(IS_LONG, 2) == 0;
        if (base.manager().sweep() == 0) {
            return 2L * (tries + 1) * poll + below(LENGTH, isLong ? span : poll); // clocks may be slow
        }
        return isLong ? tries * poll + below(LENGTH, span) : 1 + below(LENGTH, (tries + 2) * poll);
    }

    private long below(int purpose, long bound) {
        return draw.below(purpose, (int) Math.min(bound, Integer.MAX_VALUE));
    }
}
