package org.reweave.emulator.device.manager;

import java.util.Arrays;
import java.util.Map;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.manager.ManagerConfig.Rival;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * Which of two managers is in charge (SMInfo, IBA 14.4.1). The standby asks the other manager, whose answers bring a
 * copy of what it knows; after some questions without an answer the standby takes over, and tells the other manager
 * until that one answers. Of two that take themselves for the one in charge the later one wins, by its term: how often
 * managers have taken over. The other one is the standby from then on. See reconfig/docs/manager.md.
 *
 * <p>A question goes along links that work as far as the standby knows. One that is not answered makes the standby
 * suspect the links of its way, and ask along others if there are any.
 */
@Deviation("InfiniBand, standby")
final class Mastership {
    private static final long NEVER = -1;
    private static final int HEAD_WORDS = 3; // of an answer, ahead of the copy

    /** The manager. */
    interface Owner {
        FabricMap map();

        /** What does not work, as far as the manager knows. */
        Faults known();

        long nextTransaction();

        /** All that another manager needs that takes over. */
        long[] copy();

        /** Knows what the other manager knew. */
        void keep(long[] copy);

        /**
         * @param times how often managers have taken over since the copy, this time included
         * @param answered when the other manager answered last
         */
        void takeOver(long term, long times, long answered, long cycle);

        void retire(long term, long cycle);
    }

    private final Device device;
    private final ManagerConfig.Place place;
    private final Rival rival;
    private final StandbyParameters parameters;
    private final ManagerConfig.Plan plan;
    private final int timerType;
    private final Owner owner;
    private final Smp smp = new Smp();
    private boolean inCharge;
    private long term;
    private long copied; // term in which what this manager knows was true
    private long answeredAt; // cycle of the last answer of the manager in charge
    private long answered; // its transaction number
    private long workedAt; // cycle at which the manager in charge made that answer
    private int unanswered; // questions since
    private boolean isClaiming; // in charge, and the other manager has not answered
    private int claims; // sent since it took over, and after the last fault and hang that is planned
    private long pollAt = NEVER; // cycle of the next question or claim
    private Faults suspected = Faults.none(); // links between switches

    /** @param timerType of the device's timer that leads to {@link #poll} */
    Mastership(Device device, ManagerConfig config, Rival rival, int timerType, Owner owner) {
        this.device = device;
        this.place = config.place();
        this.rival = rival;
        this.parameters = config.parameters().standby();
        this.plan = config.plan();
        this.timerType = timerType;
        this.owner = owner;
        this.inCharge = place.first();
        if (!inCharge) {
            pollLater(0);
        }
    }

    boolean isInCharge() {
        return inCharge;
    }

    long term() {
        return term;
    }

    private void pollLater(long cycle) {
        pollAt = cycle + device.onClock(parameters.poll());
        device.agentTimer(pollAt, timerType, 0);
    }

    /** A timer that was set for this cycle runs out later, since the manager hangs. */
    void postpone(long cycle, long until) {
        if (pollAt == cycle) {
            pollAt = until;
        }
    }

    /** The timer has run out. */
    void poll(long cycle) {
        if (pollAt != cycle) {
            return; // another one has been set since
        }
        pollAt = NEVER;
        if (inCharge ? !isClaiming : cycle >= plan.sweepsUntil() && isSettled()) {
            return;
        }
        if (!inCharge && unanswered >= parameters.tries()) {
            takeOver(cycle);
            return;
        }
        ask(cycle);
        if (!inCharge || cycle < plan.sweepsUntil() || !isSettled()) {
            pollLater(cycle);
        }
    }

    private void ask(long cycle) {
        if (unanswered > 0) {
            suspect();
        }
        unanswered++;
        claims += inCharge && cycle > lastPlanned() ? 1 : 0;
        byte[] route = route();
        if (route != null) {
            long number = owner.nextTransaction();
            smp.directedTo(rival.device(), Smp.SM_INFO, number, inCharge ? term : 0, route, 0);
            device.log().events().requestSent(cycle, rival.device(), Smp.SM_INFO, number, 1);
            device.links().queueSmp(0, smp.words(), smp.length(), cycle);
        }
    }

    private void takeOver(long cycle) {
        inCharge = true;
        term++;
        isClaiming = true;
        claims = 0;
        unanswered = 0;
        suspected = Faults.none();
        owner.takeOver(term, term - copied, answeredAt, cycle);
        copied = term;
        ask(cycle);
        pollLater(cycle);
    }

    private void retire(long later, long cycle) {
        inCharge = false;
        isClaiming = false;
        unanswered = 0;
        answeredAt = cycle;
        suspected = Faults.none();
        term = later;
        owner.retire(later, cycle);
        pollLater(cycle);
    }

    /** Makes the other manager's question or claim the answer. */
    void answer(Smp request, long cycle) {
        if (request.argument() > term) {
            succeeded(request.argument(), cycle);
        }
        long[] copy = inCharge ? owner.copy() : new long[0];
        long[] payload = Arrays.copyOf(new long[] {inCharge ? 1 : 0, term, cycle}, HEAD_WORDS + copy.length);
        System.arraycopy(copy, 0, payload, HEAD_WORDS, copy.length);
        request.answer(payload);
    }

    /** The other manager has taken over. */
    void succeeded(long later, long cycle) {
        if (inCharge) {
            retire(later, cycle);
        } else {
            term = later;
        }
    }

    /** An answer of the other manager has come. */
    void answered(Smp answer, long cycle) {
        boolean late = answer.transaction() <= answered;
        device.log().events().answerCame(cycle, answer.answerer(), answer.attribute(), answer.transaction(), late);
        if (late) {
            return; // it was overtaken by a later answer, or came twice
        }
        long[] payload = answer.payload();
        boolean otherInCharge = payload[0] == 1;
        long otherTerm = payload[1];
        if (otherInCharge && otherTerm > term) {
            succeeded(otherTerm, cycle);
        }
        if (otherTerm < term || otherInCharge == inCharge) {
            return; // sent before this manager's claim came
        }
        answered = answer.transaction();
        unanswered = 0;
        suspected = Faults.none();
        isClaiming = false;
        if (otherInCharge) {
            answeredAt = cycle;
            workedAt = payload[2];
            copied = otherTerm;
            owner.keep(Arrays.copyOfRange(payload, HEAD_WORDS, payload.length));
        }
    }

    // ---- the way ----

    /** Ports to leave by, from 1, up to the other manager; null = no way is known. */
    private byte[] route() {
        byte[] toNic = wayAround(owner.known().and(suspected));
        if (toNic == null) {
            suspected = Faults.none();
            toNic = wayAround(owner.known());
        }
        if (toNic == null) {
            toNic = wayAround(Faults.none()); // what had failed when it last heard may work again
        }
        if (toNic == null) {
            return null;
        }
        byte[] route = Arrays.copyOf(toNic, toNic.length + 1);
        route[toNic.length] = (byte) rival.hostPort();
        return route;
    }

    private byte[] wayAround(Faults faults) {
        FabricMap map = owner.map();
        FabricDiscovery ways = new FabricDiscovery(map.deviceCount(), map.switchCount());
        ways.assume(map, place.nicDevice(), place.nicPort(), faults);
        return ways.route(rival.nicDevice());
    }

    /** The last question was not answered: a link of its way may have failed, or the other manager. */
    private void suspect() {
        byte[] toNic = wayAround(owner.known().and(suspected));
        FabricMap map = owner.map();
        int at = place.nicDevice();
        for (int hop = 0; toNic != null && hop < toNic.length; hop++) {
            int link = map.link(at, toNic[hop] & 0xff);
            suspected = map.isTrunk(link) ? suspected.withLink(link) : suspected;
            at = map.peer(at, toNic[hop] & 0xff);
        }
    }

    /** The map has other numbers of links from now on. */
    void forgetSuspicions() {
        suspected = Faults.none();
    }

    // ---- report and state ----

    /** Whether nothing that is planned can change any more who is in charge. */
    boolean isSettled() {
        return inCharge ? !isClaiming || claims > parameters.tries() : workedAt > lastPlanned();
    }

    private long lastPlanned() {
        return Math.max(plan.lastFault(), parameters.last());
    }

    void describe(Map<String, Object> words) {
        words.put("inCharge", inCharge);
        words.put("term", term);
        words.put("unanswered", unanswered);
    }

    void visit(StateVisitor state) {
        inCharge = state.value(inCharge);
        term = state.value(term);
        copied = state.value(copied);
        answeredAt = state.value(answeredAt);
        answered = state.value(answered);
        workedAt = state.value(workedAt);
        unanswered = state.value(unanswered);
        isClaiming = state.value(isClaiming);
        claims = state.value(claims);
        pollAt = state.value(pollAt);
        int[] links = state.array(suspected.links());
        suspected = Faults.none();
        for (int link : links) {
            suspected = suspected.withLink(link);
        }
    }
}
