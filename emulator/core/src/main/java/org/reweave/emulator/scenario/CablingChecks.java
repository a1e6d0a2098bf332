package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.scenario.Cabling.Cable;
import org.reweave.emulator.scenario.Cabling.Span;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;
import org.reweave.routing.topology.FabricCopy.Link;
import org.reweave.routing.topology.LinkNames;

/** Follows the planned changes of the cabling from the start on and turns their names into cables. */
final class CablingChecks {
    private static final long UNKNOWN_PS = -1;

    private final Scenario scenario;
    private final Fabric source;
    private final Problems problems;
    private final List<Course> courses = new ArrayList<>();

    /** A cable and the times at which it has been there so far. */
    private static final class Course {
        private final Link link;
        private final boolean isLater; // one of its ports had another cable before
        private final List<Span> spans = new ArrayList<>();
        private long from;

        Course(Link link, boolean isLater, long from) {
            this.link = link;
            this.isLater = isLater;
            this.from = from;
        }

        boolean isThere() {
            return from >= 0;
        }

        void plug(long cycle) {
            from = cycle;
        }

        void pull(long cycle) {
            spans.add(new Span(from, cycle));
            from = -1;
        }

        /** The cycle at which it was pulled last; it is not there. */
        long pulledAt() {
            return spans.get(spans.size() - 1).until();
        }

        List<Span> allSpans() {
            List<Span> all = new ArrayList<>(spans);
            if (isThere()) {
                all.add(new Span(from, Cabling.FOR_EVER));
            }
            return all;
        }
    }

    /** One cable of an event: a name, and whether it is plugged in or pulled. */
    private record Step(long at, boolean isAdded, int event, String name) {
        String path() {
            return WiringKeys.LIST.path(event) + "." + (isAdded ? WiringKeys.ADD : WiringKeys.REMOVE).path();
        }
    }

    CablingChecks(Scenario scenario, Fabric source) {
        this.scenario = scenario;
        this.source = source;
        this.problems = new Problems(scenario.sources());
    }

    /** @throws ScenarioException with all problems of the plan for the cabling */
    Cabling resolve() {
        Recabling plan = scenario.recabling();
        if (plan.equals(Recabling.NONE)) {
            return Cabling.fixed(source);
        }
        Fabric devices = devices(plan);
        problems.throwIfAny();
        FabricCopy.linksOf(devices).forEach(link -> courses.add(new Course(link, false, 0)));
        for (Step step : steps(plan)) {
            if (step.isAdded()) {
                plug(devices, step, plan.events().get(step.event()).latency());
            } else {
                pull(devices, step);
            }
        }
        checkNewcomers(devices, plan);
        checkChannels(devices);
        problems.throwIfAny();
        List<Course> first = courses.stream().filter(course -> !course.isLater).toList();
        boolean isSame = plan.sparePorts() == 0 && plan.newcomers().isEmpty() && first.size() == source.linkCount();
        Fabric fabric = isSame
                ? source
                : new FabricCopy(devices)
                        .build(first.stream().map(course -> course.link).toList());
        List<Cable> changing = new ArrayList<>();
        for (int link = 0; link < first.size(); link++) {
            Course course = first.get(link);
            if (!course.spans.isEmpty() || course.from != 0) {
                changing.add(new Cable(link, course.allSpans()));
            }
        }
        List<Cabling.Later> later = courses.stream()
                .filter(course -> course.isLater)
                .map(course -> new Cabling.Later(course.link, course.allSpans()))
                .toList();
        return new Cabling(source, devices, fabric, changing, later);
    }

    /** The order in which cables come and go: by time, and at one time those that go before those that come. */
    private static List<Step> steps(Recabling plan) {
        List<Step> steps = new ArrayList<>();
        for (int event = 0; event < plan.events().size(); event++) {
            CableEvent one = plan.events().get(event);
            for (String name : one.remove()) {
                steps.add(new Step(one.at(), false, event, name));
            }
            for (String name : one.add()) {
                steps.add(new Step(one.addedAt(), true, event, name));
            }
        }
        steps.sort(Comparator.comparingLong(Step::at).thenComparing(Step::isAdded));
        return steps;
    }

    private Fabric devices(Recabling plan) {
        FabricCopy copy = new FabricCopy(source).withSparePorts(plan.sparePorts());
        for (int switchDevice = 0; switchDevice < source.switchCount(); switchDevice++) {
            int ports = source.portCount(switchDevice) + plan.sparePorts();
            if (ports > WiringKeys.MOST_PORTS) {
                refuse(
                        RunKeys.SPARE_PORTS.path(),
                        "gives " + source.deviceName(switchDevice) + " " + ports + " ports, more than "
                                + WiringKeys.MOST_PORTS,
                        "lower it");
                return source;
            }
        }
        List<String> names = new ArrayList<>(source.deviceNames());
        for (int i = 0; i < plan.newcomers().size(); i++) {
            Newcomer one = plan.newcomers().get(i);
            if (names.contains(one.name())) {
                refuse(path(i, one), "is the name of another device", "give each device a name of its own");
            } else {
                names.add(one.name());
                copy = one.isSwitch()
                        ? copy.withSwitch(one.name(), one.ports())
                        : copy.withNic(one.name(), one.ports());
            }
        }
        return copy.build();
    }

    private static String path(int index, Newcomer one) {
        return WiringKeys.NEWCOMERS.path(index) + "." + (one.isSwitch() ? WiringKeys.SWITCH : WiringKeys.NIC).path();
    }

    /** A newcomer that no cable ever reaches is a mistake. */
    private void checkNewcomers(Fabric devices, Recabling plan) {
        for (int i = 0; i < plan.newcomers().size(); i++) {
            Newcomer one = plan.newcomers().get(i);
            int device = devices.deviceByName(one.name());
            if (courses.stream().noneMatch(course -> course.link.device() == device || course.link.peer() == device)) {
                refuse(path(i, one), "never gets a cable", "add one under wiring, or leave the device out");
            }
        }
    }

    private void pull(Fabric devices, Step step) {
        List<Course> there = courses.stream().filter(Course::isThere).toList();
        Fabric now = new FabricCopy(devices)
                .build(there.stream().map(course -> course.link).toList());
        int link;
        try {
            link = LinkNames.link(now, step.name());
        } catch (IllegalArgumentException e) {
            problems.explain(step.path(), e.getMessage() + ", as it is cabled " + time(step.at()));
            return;
        }
        Course course = there.get(link);
        if (course.from >= step.at()) {
            refuse(step.path(), "pulls a cable that comes " + time(course.from), "pull it later");
            return;
        }
        course.pull(step.at());
    }

    private void plug(Fabric devices, Step step, Optional<Long> latency) {
        Optional<Link> link = cable(devices, step, latency);
        if (link.isEmpty()) {
            return;
        }
        for (Course other : courses) {
            if (other.link.sharesPort(link.get()) && !isFreed(devices, other, step)) {
                return;
            }
        }
        List<Course> before = courses.stream()
                .filter(course -> course.link.sharesPort(link.get()))
                .toList();
        Optional<Course> last = before.stream().max(Comparator.comparingLong(Course::pulledAt));
        boolean isPutBack = last.isPresent()
                && last.get().link.sameEnds(link.get())
                && last.get().link.latencyPs() == link.get().latencyPs();
        if (isPutBack) {
            last.get().plug(step.at());
        } else if (before.stream().allMatch(other -> canFollow(devices, link.get(), other.link, step))) {
            courses.add(new Course(link.get(), !before.isEmpty(), step.at()));
        }
    }

    /** Whether a cable can be plugged in where another one was: ports keep their kind and rate. */
    private boolean canFollow(Fabric devices, Link next, Link before, Step step) {
        String name = name(devices, before);
        if (isTrunk(devices, next) != isTrunk(devices, before)) {
            refuse(
                    step.path(),
                    "shares a port with " + name + ", which was there before, and one of the two leads to a NIC",
                    "use a port that only cables of its kind have been in");
            return false;
        }
        if (!isTrunk(devices, next) && nic(devices, next) != nic(devices, before)) {
            refuse(
                    step.path(),
                    "shares a port with " + name + ", and packets for " + devices.deviceName(nic(devices, before))
                            + " would come to " + devices.deviceName(nic(devices, next)) + " by old tables",
                    "use a port that no other NIC has been in");
            return false;
        }
        if (!flitTime(next).equals(flitTime(before))) {
            refuse(
                    step.path(),
                    "shares a port with " + name + ", which was there before and has a rate of its own",
                    "use another port, or write device.link.file-rates = false");
            return false;
        }
        return true;
    }

    /** The cables of a device over the run have numbers in frames. */
    private void checkChannels(Fabric devices) {
        for (int device = 0; device < devices.deviceCount(); device++) {
            int at = device;
            long ever = devices.portCount(device)
                    + courses.stream()
                            .filter(course ->
                                    course.isLater && (course.link.device() == at || course.link.peer() == at))
                            .count();
            if (ever > Frame.MOST_PORTS) {
                refuse(
                        WiringKeys.LIST.path(),
                        "gives " + devices.deviceName(device) + " " + ever + " cables over the run, more than "
                                + Frame.MOST_PORTS,
                        "leave out changes");
            }
        }
    }

    /** The end of a cable that is a NIC. */
    private static int nic(Fabric devices, Link link) {
        return devices.isSwitch(link.device()) ? link.peer() : link.device();
    }

    private static boolean isTrunk(Fabric devices, Link link) {
        return devices.isSwitch(link.device()) && devices.isSwitch(link.peer());
    }

    /** Whether a cable at one of the ports has been gone for as long as a frame on it may be under way. */
    private boolean isFreed(Fabric devices, Course other, Step step) {
        String name = name(devices, other.link);
        if (other.isThere()) {
            String since = other.from == 0 ? "" : ", since " + at(other.from);
            refuse(
                    step.path(),
                    "finds " + name + " in one of the ports of " + step.name() + since,
                    "pull that cable before");
            return false;
        }
        long least = other.pulledAt() + Flight.longest(scenario, latency(devices, other.link), flitTime(other.link));
        if (step.at() <= least) {
            refuse(
                    step.path(),
                    "comes at " + at(step.at()) + ", and what was on " + name + " is under way until " + at(least),
                    "plug it in later, or raise takes");
            return false;
        }
        return true;
    }

    private Optional<Link> cable(Fabric devices, Step step, Optional<Long> latency) {
        int[] ends = ends(devices, step.name());
        if (ends == null) {
            refuse(
                    step.path(),
                    "names " + step.name() + ", not two ports of " + source.name(),
                    "write DEVICE.PORT-DEVICE.PORT; the nearest device is "
                            + NearestName.of(step.name(), devices.deviceNames()));
            return Optional.empty();
        }
        for (int end = 0; end < ends.length; end += 2) {
            if (ends[end + 1] < 1 || ends[end + 1] > devices.portCount(ends[end])) {
                refuse(
                        step.path(),
                        "names " + step.name() + ", and " + devices.deviceName(ends[end]) + " has ports 1.."
                                + devices.portCount(ends[end]) + ", not " + ends[end + 1],
                        "name one of these, or raise " + RunKeys.SPARE_PORTS.path());
                return Optional.empty();
            }
        }
        if (ends[0] == ends[2]) {
            refuse(step.path(), "joins " + devices.deviceName(ends[0]) + " to itself", "name two devices");
            return Optional.empty();
        }
        if (!devices.isSwitch(ends[0]) && !devices.isSwitch(ends[2])) {
            refuse(step.path(), "joins two NICs", "name a switch at one end");
            return Optional.empty();
        }
        for (int end = 0; end < ends.length; end += 2) {
            if (!devices.isSwitch(ends[end]) && !isFirstPort(devices, ends[end], ends[end + 1])) {
                refuse(
                        step.path(),
                        "gives " + devices.deviceName(ends[end]) + " a cable beside the port that it sends by",
                        "use port " + Math.max(1, devices.attachedPort(ends[end])));
                return Optional.empty();
            }
        }
        long ps = latency.map(cycles -> cycles * scenario.time().cyclePs()).orElse(UNKNOWN_PS);
        return Optional.of(new Link(ends[0], ends[1], ends[2], ends[3], null, latencyPs(ends, ps)));
    }

    /** A cable that is put back where the fabric had it keeps what the fabric says of its latency. */
    private long latencyPs(int[] ends, long written) {
        Link plain = new Link(ends[0], ends[1], ends[2], ends[3], null, written);
        return written != UNKNOWN_PS
                ? written
                : courses.stream()
                        .filter(course -> course.link.sameEnds(plain))
                        .map(course -> course.link.latencyPs())
                        .findFirst()
                        .orElse(UNKNOWN_PS);
    }

    private static boolean isFirstPort(Fabric devices, int nic, int port) {
        int attached = devices.attachedPort(nic);
        return attached < 0 ? port == 1 : port == attached;
    }

    /** @return device, port, device, port; null when the text names no two ports */
    private static int[] ends(Fabric devices, String text) {
        for (int dash = text.indexOf('-'); dash >= 0; dash = text.indexOf('-', dash + 1)) {
            int[] left = port(devices, text.substring(0, dash));
            int[] right = port(devices, text.substring(dash + 1));
            if (left != null && right != null) {
                return new int[] {left[0], left[1], right[0], right[1]};
            }
        }
        return null;
    }

    private static int[] port(Fabric devices, String text) {
        int dot = text.lastIndexOf('.');
        int device = dot < 0 ? -1 : devices.deviceByName(text.substring(0, dot));
        String number = text.substring(dot + 1);
        return device < 0 || !number.matches("[0-9]{1,9}") ? null : new int[] {device, Integer.parseInt(number)};
    }

    private int latency(Fabric devices, Link link) {
        return ResolvedScenario.latency(scenario, link.latencyPs(), isTrunk(devices, link));
    }

    private FlitTime flitTime(Link link) {
        return ResolvedScenario.flitTime(scenario, link.rate());
    }

    private static String name(Fabric devices, Link link) {
        return devices.portName(link.device(), link.port()) + "-" + devices.portName(link.peer(), link.peerPort());
    }

    private String time(long cycle) {
        return "at " + at(cycle);
    }

    private String at(long cycle) {
        return String.valueOf(WiringKeys.AT.kind().write(cycle, scenario.time()));
    }

    private void refuse(String path, String complaint, String remedy) {
        problems.refuse(path, new Refusal(complaint, remedy));
    }
}
