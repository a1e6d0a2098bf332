package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.reweave.emulator.lax.LateFrames;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.PlannedRouting;

/** Scenarios that differ from a failing one in one thing, the least different first. */
final class NearbyRuns {
    private static final int DOUBLINGS = 12;

    private final Candidate of;
    private final long unit; // cycles of the smallest difference
    private final List<Altered> all = new ArrayList<>();

    /**
     * A scenario that differs in one thing.
     *
     * @param words what is different: "the second comes 100 ns later"
     */
    record Altered(String words, Candidate candidate) {}

    private NearbyRuns(Candidate of) {
        this.of = of;
        this.unit = of.base().run().laxity().step();
    }

    static List<Altered> of(Candidate candidate) {
        NearbyRuns nearby = new NearbyRuns(candidate);
        nearby.withoutOne();
        for (int doubling = 0; doubling < DOUBLINGS; doubling++) {
            long by = nearby.unit << doubling;
            nearby.shifted(by);
            nearby.shifted(-by);
        }
        return nearby.all;
    }

    private void withoutOne() {
        for (int i = 0; of.late() != null && i < of.late().size(); i++) {
            LateFrames one = of.late().get(i);
            all.add(new Altered(
                    one.device() + " hears by port " + one.port() + " in time in steps " + one.step() + " to "
                            + (one.end() - 1),
                    of.withLate(without(of.late(), i))));
        }
        for (int i = 0; i < of.disturbances().size(); i++) {
            Perturb.Named one = of.disturbances().get(i);
            String what = one.site().amount() == Site.Amount.NONE ? " is not lost" : " takes its usual time";
            all.add(new Altered(
                    one.site().label() + " number " + one.occurrence() + " at " + one.device() + what,
                    of.withDisturbances(without(of.disturbances(), i))));
        }
    }

    private void shifted(long by) {
        for (int i = 0; i < of.faults().size(); i++) {
            PlannedFault one = of.faults().get(i);
            if (one.at() > 0 && one.at() + by > 0) {
                long until = one.isRepaired() ? one.until() + by : one.until();
                PlannedFault moved = one.at(one.at() + by, until);
                all.add(new Altered(one.target() + " fails " + time(by), of.withFaults(with(of.faults(), i, moved))));
            }
        }
        for (int i = 0; i < of.plans().size(); i++) {
            PlannedRouting one = of.plans().get(i);
            if (one.at() + by > 0) {
                PlannedRouting moved = one.at(one.at() + by);
                all.add(new Altered(
                        "planned change " + i + " begins " + time(by), of.withPlans(with(of.plans(), i, moved))));
            }
        }
        for (int i = 0; of.messages() != null && i < of.messages().size(); i++) {
            Message one = of.messages().get(i);
            if (one.cycle() + by >= of.base().traffic().start()) {
                Message moved = new Message(one.cycle() + by, one.source(), one.destination(), one.bytes());
                List<Message> messages = with(of.messages(), i, moved);
                messages.sort(Comparator.comparingLong(Message::cycle));
                all.add(new Altered(
                        "the message of " + one.source() + " to " + one.destination() + " at cycle " + one.cycle()
                                + " comes " + time(by),
                        of.withMessages(messages)));
            }
        }
    }

    private String time(long by) {
        long nanoseconds = Math.abs(by) * of.base().time().cyclePs() / 1000;
        return nanoseconds + " ns " + (by > 0 ? "later" : "earlier");
    }

    private static <T> List<T> without(List<T> items, int at) {
        List<T> left = new ArrayList<>(items);
        left.remove(at);
        return left;
    }

    private static <T> List<T> with(List<T> items, int at, T other) {
        List<T> changed = new ArrayList<>(items);
        changed.set(at, other);
        return changed;
    }
}
