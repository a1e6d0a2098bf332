package org.reweave.emulator.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.reconfig.spi.Promise;

/**
 * Holds what the manager takes for true against what devices did: {@link Promise#ANSWERS_MEAN_INSTALLED},
 * {@link Promise#TIMEOUTS_KEPT}, {@link Promise#FOUND_DOWN_IS_DOWN}, {@link Promise#PATHS_AFTER_ENTRIES}; and tables in
 * force against those before: {@link Promise#TABLES_GO_FORWARD}.
 */
final class ManagerWatch {
    /** An update or a request, by the device that it is for. */
    private record Sent(String device, long number) {}

    /** The manager has given up what works, which breaks a promise unless it has waited for an answer that is slow. */
    private record Wait(Promise promise, long cycle) {}

    private final List<ResolvedScenario.ResolvedFault> faults;
    private final Set<String> switches = new HashSet<>();
    private final long timeout;
    private final int retries;
    private final long cutOffAt;
    private final ObjLongConsumer<Promise> breaks;
    private final Set<Sent> updates = new HashSet<>(); // by change: the last SMP went out
    private final Set<Sent> done = new HashSet<>(); // installed or stored, by change
    private final Set<Sent> lost = new HashSet<>(); // of these, what the device has lost by a restart
    private final Set<Sent> awaited = new HashSet<>(); // updates of switches without an answer
    private final Map<String, Long> inForce = new HashMap<>(); // by device: the change of its last tables
    private final Map<String, Long> told = new HashMap<>(); // by device: the last number of a change that it learned
    private final Map<Sent, Deque<Long>> repeated = new HashMap<>(); // by try: when, without the next try
    private boolean isRouted; // paths did not suffice, or a change was asked for: tables of an engine have come
    private String answerer = ""; // whose answer came last
    private long answeredAt;
    private boolean isDisturbed; // a management packet was lost, or came late
    private final Map<Long, Long> asked = new HashMap<>(); // by request: when it was sent first
    private final List<Wait> inVain = new ArrayList<>(); // what an answer that is slow by itself would excuse
    private List<Object> last; // what the last discovery found; null = there was none
    private boolean isChangeDue; // by what the last discovery found
    private long foundAt;
    private boolean isFound; // a discovery began the change under way
    private boolean isMarked; // NICs were told that links failed, and no discovery has begun a change since
    private int mistakes; // discoveries that took for failed what works

    /**
     * @param cutOffAt when failed links first cut a switch off: from then on a discovery may miss what works
     * @param breaks gets each broken promise with its cycle
     */
    ManagerWatch(Network network, long cutOffAt, ObjLongConsumer<Promise> breaks) {
        this.cutOffAt = cutOffAt;
        this.faults = network.resolved().faults();
        this.timeout = network.resolved().scenario().manager().timeout();
        this.retries = network.resolved().scenario().manager().retries();
        this.breaks = breaks;
        for (int device = 0; device < network.fabric().switchCount(); device++) {
            switches.add(network.fabric().deviceName(device));
        }
        for (int nic = 0; nic < network.fabric().nicCount(); nic++) { // each has the paths of the start
            done.add(new Sent(network.fabric().deviceName(network.fabric().nicDevice(nic)), 0));
        }
    }

    /** Takes the next event, in the order of cycles. */
    void take(RunEvent event) {
        if (isChangeDue && event.cycle() > foundAt) {
            breaks.accept(Promise.CHANGE_FOLLOWS, foundAt);
            isChangeDue = false;
        }
        switch (event.kind()) {
            case TABLES_SENT -> sent(of(event, "change"), event.cycle());
            case INSTALLED -> installed(event);
            case TABLES_STORED ->
                does(new Sent(event.device(), (long) event.details().get("change")));
            case ACKNOWLEDGED -> acknowledged(of(event, "change"), event.cycle());
            case SMP_RETRIED -> retried(of(event, "try"), event.cycle());
            case UNREACHABLE -> {
                String device = (String) event.details().get("target");
                if (!device.equals(answerer)
                        || event.cycle() != answeredAt) { // else its answer tells that parts are lost
                    asked(new Sent(device, retries), event.cycle());
                }
                updates.removeIf(update -> update.device.equals(device));
            }
            case NIC_TOLD -> told(event.device(), (long) event.details().get("argument"), event.cycle());
            case REQUEST_SENT -> asked.putIfAbsent((long) event.details().get("number"), event.cycle());
            case ANSWER_CAME -> {
                answerer = (String) event.details().get("target");
                answeredAt = event.cycle();
                answered((long) event.details().get("number"), event.cycle());
            }
            case SMP_LOST -> isDisturbed = true;
            case DISTURBED -> isDisturbed |= Judge.isLoss(event) || isLate(event);
            case DEVICE_DOWN -> {
                isDisturbed = true;
                inForce.remove(event.device());
                told.remove(event.device());
                done.stream()
                        .filter(update -> update.device.equals(event.device()))
                        .forEach(lost::add);
            }
            case SWEEP_DONE -> {
                found(event);
                compare(event);
            }
            case CHANGE_FOUND -> {
                isChangeDue = false;
                isMarked = false;
                isFound = true;
                isRouted |= (long) event.details().get("asked") == 1;
            }
            case TABLES_READY -> {
                isMarked |= !isFound; // of traps alone: NICs are told before the discovery
                isFound = false;
            }
            case ABANDONED, REDISCOVERY, TOOK_OVER -> {
                isFound = false;
                updates.clear(); // nobody waits for them any more; what is acknowledged next is another request
            }
            case NOT_TOLERATED -> isRouted = true;
            default -> {
                // tells nothing of what the manager takes for true
            }
        }
    }

    private static Sent of(RunEvent event, String number) {
        return new Sent(
                (String) event.details().get("target"), (long) event.details().get(number));
    }

    /**
     * The last SMP of an update goes out. An answer to it cannot be from before a restart, so what the device had then
     * does not count.
     */
    private void sent(Sent update, long cycle) {
        if (lost.remove(update)) {
            done.remove(update);
        }
        updates.add(update);
        if (switches.contains(update.device)) {
            awaited.add(update);
        } else if (!isRouted && awaited.stream().anyMatch(other -> other.number == update.number)) {
            breaks.accept(Promise.PATHS_AFTER_ENTRIES, cycle);
        }
    }

    private void installed(RunEvent event) {
        String device = event.device();
        long change = (long) event.details().get("change");
        does(new Sent(device, change));
        told.put(device, (long) event.details().get("argument"));
        Long before = inForce.put(device, change);
        if (before != null && before >= change) {
            breaks.accept(Promise.TABLES_GO_FORWARD, event.cycle());
        }
    }

    private void does(Sent update) {
        done.add(update);
        lost.remove(update);
    }

    /** A NIC has learned of a change otherwise than by the manager's notice. */
    private void told(String nic, long number, long cycle) {
        Long before = told.put(nic, number);
        if (before != null && before >= number) {
            breaks.accept(Promise.TABLES_GO_FORWARD, cycle);
        }
    }

    private void acknowledged(Sent update, long cycle) {
        awaited.remove(update);
        if (updates.contains(update) && !done.contains(update)) {
            breaks.accept(Promise.ANSWERS_MEAN_INSTALLED, cycle);
        }
    }

    private void retried(Sent request, long cycle) {
        if (request.number > 1) {
            asked(new Sent(request.device, request.number - 1), cycle);
        }
        repeated.computeIfAbsent(request, none -> new ArrayDeque<>()).add(cycle);
    }

    /**
     * A request has come to the end of a try: that try began at least a time-out, by a clock that runs fast, before.
     */
    private void asked(Sent request, long cycle) {
        if (request.number == 0) {
            return;
        }
        Deque<Long> began = repeated.getOrDefault(request, new ArrayDeque<>());
        if (began.isEmpty() || began.remove() > cycle - timeout / 2) {
            breaks.accept(Promise.TIMEOUTS_KEPT, cycle);
        }
    }

    /** In long queues an answer may take longer than the manager waits for it. */
    private void answered(long request, long cycle) {
        long sent = asked.getOrDefault(request, cycle);
        if (cycle - sent >= timeout / 2) {
            isDisturbed = true;
            inVain.removeIf(wait -> wait.cycle >= sent);
        }
    }

    /** Something that works was given up at a cycle, although no management packet was lost. */
    void gaveUp(Promise promise, long cycle) {
        inVain.add(new Wait(promise, cycle));
    }

    /** The run is over: no answer excuses what was given up. */
    void end() {
        inVain.forEach(wait -> breaks.accept(wait.promise, wait.cycle));
        inVain.clear();
    }

    private boolean isLate(RunEvent disturbance) {
        Site site = Site.labelled((String) disturbance.details().get("site"));
        return site.amount() == Site.Amount.CYCLES
                && (long) disturbance.details().get("amount") >= timeout / 2;
    }

    /** A discovery that asked devices: what failed at any time while it went on may be down in its eyes. */
    private void found(RunEvent event) {
        long began = (long) event.details().get("began");
        long failed = failed(PlannedFault.Element.SWITCH, began, event.cycle());
        boolean isTooMuch = (long) event.details().get("switchesDown") > failed
                || (long) event.details().get("switches") < switches.size() - failed
                || failed == 0
                        && (long) event.details().get("linksDown")
                                > failed(PlannedFault.Element.LINK, began, event.cycle());
        if (began >= 0 && isTooMuch && event.cycle() < cutOffAt) {
            mistakes++;
            if (!isDisturbed) {
                gaveUp(Promise.FOUND_DOWN_IS_DOWN, event.cycle());
            }
        }
    }

    /** Another fabric than the last discovery found, or one that NICs were told otherwise of, needs a change. */
    private void compare(RunEvent event) {
        List<Object> now = List.of(
                event.details().get("switches"),
                event.details().get("linksDown"),
                event.details().get("switchesDown"));
        isChangeDue = isMarked || last != null && !last.equals(now);
        last = now;
        foundAt = event.cycle();
        isFound = false;
    }

    private long failed(PlannedFault.Element element, long began, long ended) {
        return faults.stream()
                .filter(fault -> fault.element() == element && fault.at() <= ended && fault.until() >= began)
                .count();
    }

    /** Discoveries so far that took for failed what works. */
    int mistakes() {
        return mistakes;
    }
}
