package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.manager.StandbyParameters;
import org.reweave.emulator.lax.LateFrames;
import org.reweave.emulator.perturb.Disturbance;
import org.reweave.emulator.perturb.Perturbation;
import org.reweave.emulator.scenario.PlannedFault.Element;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;
import org.reweave.emulator.time.FlitTime;
import org.reweave.emulator.traffic.Patterns;
import org.reweave.emulator.traffic.TrafficPattern;
import org.reweave.routing.io.FileFinding;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.LinkNames;

/** Checks a scenario against its fabric and turns names into numbers. */
final class FabricChecks {
    /** Keeps the draws for faults apart from every other use of the seed. */
    private static final long FAULT_DRAWS = 0x6661756c74L;

    private static final int NOT_FOUND = -1;

    private final Scenario scenario;
    private final Cabling cabling;
    private final Fabric fabric;
    private final Problems problems;

    FabricChecks(Scenario scenario, Cabling cabling) {
        this.scenario = scenario;
        this.cabling = cabling;
        this.fabric = cabling.fabric();
        this.problems = new Problems(scenario.sources());
    }

    ResolvedScenario resolve(List<FileFinding> findings) {
        checkAddresses();
        WormholeChecks.check(scenario, problems);
        OnOffChecks.check(scenario, cabling, problems);
        checkPattern();
        checkRates();
        checkStep();
        checkQueues();
        int managerNic = managerNic();
        int standbyNic = standbyNic(managerNic);
        List<Integer> managers = Stream.of(managerNic, standbyNic)
                .filter(nic -> nic != NOT_FOUND)
                .toList();
        checkLate(managers);
        managers.forEach(this::checkManagersCable);
        checkHang();
        checkDrains();
        List<ResolvedFault> faults = new ArrayList<>(faults(managers));
        problems.throwIfAny();
        faults.addAll(drawnFaults(managers, faults));
        Perturbation perturbation =
                new Perturbation(scenario.seed(), scenario.perturb().spreads(), disturbances());
        FabricMap map = FabricLoader.map(scenario, cabling);
        managers.forEach(nic -> checkMap(map, nic));
        problems.throwIfAny();
        return new ResolvedScenario(
                scenario, fabric, map, managerNic, standbyNic, faults, cabling, perturbation, findings);
    }

    private void checkMap(FabricMap map, int managerNic) {
        int port = fabric.attachedPort(managerNic);
        int peer = map.peer(managerNic, port);
        if (peer < 0 || !map.isSwitch(peer)) {
            refuse(
                    RunKeys.PLANNED.path(),
                    "has no switch at " + fabric.portName(managerNic, port) + ", behind which a manager sits",
                    "plan that link, or set manager.nic or manager.standby");
        }
    }

    /** A manager's cable is there all the time. */
    private void checkManagersCable(int managerNic) {
        boolean changes = cabling.cables().stream()
                .anyMatch(cable -> cable.link() == fabric.link(managerNic, fabric.attachedPort(managerNic)));
        if (changes) {
            refuse(
                    WiringKeys.LIST.path(),
                    "changes the cable of " + fabric.deviceName(managerNic) + ", behind which a manager sits",
                    "change another, or set manager.nic or manager.standby");
        }
    }

    private void checkLate(List<Integer> managerNics) {
        List<LateFrames> late = scenario.run().laxity().late();
        for (int i = 0; i < late.size(); i++) {
            LateFrames one = late.get(i);
            int device = fabric.deviceByName(one.device());
            if (manager(one.device()) != NOT_FOUND) {
                continue; // its only link is its NIC's
            }
            if (device < 0) {
                refuse(
                        LateKeys.LIST.path(i) + "." + LateKeys.DEVICE.path(),
                        "is not in " + fabric.name(),
                        "the nearest device is "
                                + NearestName.of(one.device(), deviceNames().toList()));
            } else if (one.port() > fabric.portCount(device)
                    ? !managerNics.contains(device) || one.port() > fabric.portCount(device) + 1 // the manager's
                    : fabric.peer(device, one.port()) < 0) {
                refuse(
                        LateKeys.LIST.path(i) + "." + LateKeys.PORT.path(),
                        "leads nowhere at " + one.device(),
                        "name a port with a link");
            }
        }
    }

    private void checkDrains() {
        List<PlannedRouting> plans = scenario.reconfigure();
        for (int i = 0; i < plans.size(); i++) {
            String path = PlanKeys.LIST.path(i) + ".";
            plans.get(i).drain().ifPresent(name -> checkDrained(path + PlanKeys.DRAIN.path(), name));
            plans.get(i).recover().ifPresent(name -> checkDrained(path + PlanKeys.RECOVER.path(), name));
        }
    }

    private void checkDrained(String path, String name) {
        LinkNames.Target target;
        try {
            target = LinkNames.resolve(fabric, name);
        } catch (IllegalArgumentException e) {
            problems.explain(path, e.getMessage());
            return;
        }
        if (target.kind() == LinkNames.Target.Kind.LINK) {
            if (!fabric.isTrunk(target.number())) {
                refuse(path, "is the link of a NIC, which has no other way", "name a link between switches");
            }
        } else if (!fabric.isSwitch(target.number())) {
            refuse(path, "is a NIC", "name a switch or a link between switches");
        } else if (IntStream.range(0, fabric.nicCount())
                .anyMatch(nic -> fabric.attachedSwitch(fabric.nicDevice(nic)) == target.number())) {
            refuse(path, "has NICs, to which there is no way around it", "name a switch without NICs, or links");
        }
    }

    private Stream<String> deviceNames() {
        return IntStream.range(0, fabric.deviceCount()).mapToObj(fabric::deviceName);
    }

    private List<Disturbance> disturbances() {
        List<Perturb.Named> named = scenario.perturb().named();
        List<Disturbance> found = new ArrayList<>();
        for (int i = 0; i < named.size(); i++) {
            Perturb.Named one = named.get(i);
            int manager = manager(one.device());
            int device = manager == NOT_FOUND ? fabric.deviceByName(one.device()) : manager;
            if (device < 0) {
                List<String> names = new ArrayList<>(List.of(Perturb.MANAGER));
                deviceNames().forEach(names::add);
                refuse(
                        PerturbKeys.LIST.path(i) + "." + PerturbKeys.DEVICE.path(),
                        "is not in " + fabric.name(),
                        "the nearest device is " + NearestName.of(one.device(), names));
            } else {
                found.add(new Disturbance(one.site(), device, one.occurrence(), one.amount()));
            }
        }
        return found;
    }

    private void checkAddresses() {
        int largest = fabric.largestLid();
        if (largest > scenario.addressing().largest()) {
            refuse(
                    RunKeys.ADDRESSING.path(),
                    "is too short for " + fabric.name() + ", which has LIDs up to " + largest,
                    "write " + RunKeys.ADDRESSING.path() + " = "
                            + fabric.addressing().label());
        } else if (largest > Update.largestLid()
                && scenario.reconfiguration().description().isPresent()) {
            refuse(
                    RunKeys.SCHEME.path(),
                    "sends tables in blocks that reach LID " + Update.largestLid() + ", " + fabric.name()
                            + " has LIDs up to " + largest,
                    "use a smaller fabric, or none");
        }
    }

    private void checkPattern() {
        int nics = fabric.nicCount();
        String pattern = scenario.traffic().pattern();
        if (nics < 2) {
            refuse(
                    TrafficKeys.PATTERN.path(),
                    "needs 2 NICs, " + fabric.name() + " has " + nics,
                    "use a fabric with more NICs");
        } else if (scenario.traffic().trace().isPresent()) {
            return; // ranks are counted when the trace has been read
        } else {
            TrafficPattern known = Patterns.get(pattern);
            known.complaint(nics)
                    .ifPresent(complaint -> refuse(
                            TrafficKeys.PATTERN.path(),
                            complaint + ", " + fabric.name() + " has " + nics,
                            known.remedy(nics)));
        }
    }

    /** The fastest link of a file must not outrun emulated time. */
    private void checkRates() {
        int fastest = NOT_FOUND;
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fastest == NOT_FOUND || flitTime(link).fasterThan(flitTime(fastest))) {
                fastest = link;
            }
        }
        if (fastest != NOT_FOUND
                && !scenario.links().flitPerCycle()
                && Rules.isShorterThanACycle(flitTime(fastest), scenario.nics().packetFlits())) {
            String rate = fabric.linkRate(fastest) == null ? "" : " at " + fabric.linkRate(fastest);
            refuse(
                    DeviceKeys.CYCLE.path(),
                    "is longer than a packet takes on " + LinkNames.nameOf(fabric, fastest) + rate,
                    "shorten it, or write device.link.file-rates = false");
        }
    }

    /** A step of a lax run is so short that it concerns no neighbour in the same step. */
    private void checkStep() {
        int shortest = scenario.nics().hostLatency();
        String where = "the manager's host link";
        for (int link = 0; link < fabric.linkCount(); link++) {
            int latency = ResolvedScenario.latency(scenario, fabric, link);
            if (latency < shortest) {
                shortest = latency;
                where = LinkNames.nameOf(fabric, link);
            }
        }
        for (Cabling.Later cable : cabling.later()) {
            int latency = ResolvedScenario.latency(scenario, fabric, cable);
            if (latency < shortest) {
                shortest = latency;
                where = cable.name(fabric);
            }
        }
        if (scenario.run().isLax() && scenario.run().laxity().step() > shortest) {
            refuse(
                    RunKeys.STEP.path(),
                    "> " + RunKeys.STEP.kind().write((long) shortest, scenario.time()) + ", the latency of " + where,
                    "lower it");
        }
    }

    /** A switch numbers its input queues. */
    private void checkQueues() {
        SwitchParameters switches = scenario.switches();
        for (int device = 0; device < fabric.switchCount(); device++) {
            int ports = fabric.portCount(device);
            int each = switches.queues().queues(ports, switches.queueCount());
            if ((long) ports * switches.lanes() * each > Device.MOST_INDEX) {
                refuse(
                        DeviceKeys.QUEUES.path(),
                        "gives " + fabric.deviceName(device) + " " + ports + " ports x " + switches.lanes() + " VLs x "
                                + each + " queues, more than " + Device.MOST_INDEX,
                        "lower device.switch.vls or queue-count, or write fifo");
                return;
            }
        }
    }

    private FlitTime flitTime(int link) {
        return ResolvedScenario.flitTime(scenario, fabric, link);
    }

    private int managerNic() {
        return nic(DeviceKeys.MANAGER_NIC.path(), scenario.managerNic());
    }

    private int standbyNic(int managerNic) {
        String path = DeviceKeys.STANDBY.path();
        if (!scenario.manager().standby().exists()) {
            return NOT_FOUND;
        }
        int nic = nic(path, scenario.manager().standby().nic());
        if (nic != NOT_FOUND && nic == managerNic) {
            refuse(path, "is the NIC of the first manager", "name another one");
            return NOT_FOUND;
        }
        return nic;
    }

    /** A device number of a manager by its name; -1 = the name is of none. */
    private int manager(String name) {
        if (name.equals(Perturb.MANAGER)) {
            return fabric.deviceCount();
        }
        boolean isStandby =
                name.equals(Perturb.STANDBY) && scenario.manager().standby().exists();
        return isStandby ? fabric.deviceCount() + 1 : NOT_FOUND;
    }

    private void checkHang() {
        StandbyParameters standby = scenario.manager().standby();
        String path = DeviceKeys.HANG_UNTIL.path();
        if (standby.hangsUntil() != 0 && standby.hangsUntil() <= standby.hangsAt()) {
            refuse(
                    path,
                    "<= " + DeviceKeys.HANG_AT.path() + " = "
                            + DeviceKeys.HANG_AT.kind().write(standby.hangsAt(), scenario.time()),
                    "raise it, or write off");
        } else if (standby.hangsUntil() != 0 && standby.hangsAt() == 0) {
            refuse(path, "ends a hang that does not begin", "set " + DeviceKeys.HANG_AT.path() + ", or write off");
        }
    }

    /** The NIC of a name, which has to be wired. */
    private int nic(String path, String name) {
        List<Integer> wired = IntStream.range(0, fabric.nicCount())
                .map(fabric::nicDevice)
                .filter(nic -> fabric.attachedSwitch(nic) >= 0)
                .boxed()
                .toList();
        if (wired.isEmpty()) {
            refuse(path, "finds no NIC that is wired to a switch in " + fabric.name(), "use a fabric that has one");
            return NOT_FOUND;
        }
        if (name.equals(Scenario.AUTO)) {
            return wired.get(0);
        }
        int device = fabric.deviceByName(name);
        if (wired.contains(device)) {
            return device;
        }
        String nearest =
                NearestName.of(name, wired.stream().map(fabric::deviceName).toList());
        String complaint = device < 0
                ? "is not in " + fabric.name()
                : fabric.isSwitch(device) ? "is a switch" : "is wired to no switch";
        refuse(path, complaint, "the nearest wired NIC is " + nearest);
        return NOT_FOUND;
    }

    private List<ResolvedFault> drawnFaults(List<Integer> managerNics, List<ResolvedFault> planned) {
        if (scenario.randomFaults().isOff()) {
            return List.of();
        }
        FaultProcess process = new FaultProcess(
                scenario,
                fabric,
                managerNics.stream().map(fabric::attachedSwitch).toList(),
                planned);
        try {
            return process.draw(this::longestOnItsWay);
        } catch (Refusal refusal) {
            problems.refuse(RunKeys.MTBF.path(), refusal);
            return List.of();
        }
    }

    /**
     * Resolves named elements first, so that a draw never chooses an element that another fault names. Each draw
     * depends on the seed and its place in the list alone.
     */
    private List<ResolvedFault> faults(List<Integer> managerNics) {
        ResolvedFault[] resolved = new ResolvedFault[scenario.faults().size()];
        for (boolean random : new boolean[] {false, true}) {
            for (int i = 0; i < resolved.length; i++) {
                if (scenario.faults().get(i).target().equals(PlannedFault.RANDOM) == random) {
                    resolved[i] = fault(i, managerNics, present(resolved));
                }
            }
        }
        return present(resolved);
    }

    private static List<ResolvedFault> present(ResolvedFault[] faults) {
        return Arrays.stream(faults).filter(Objects::nonNull).toList();
    }

    /** @return null for an impossible fault, which has been reported as a problem */
    private ResolvedFault fault(int index, List<Integer> managerNics, List<ResolvedFault> others) {
        PlannedFault fault = scenario.faults().get(index);
        boolean isLink = fault.element() == Element.LINK;
        String path = FaultKeys.LIST.path(index) + "." + (isLink ? FaultKeys.LINK : FaultKeys.SWITCH).path();
        int drawn = (int) (SeededSequence.mix(SeededSequence.mix(scenario.seed() ^ FAULT_DRAWS) + index) >>> 33);
        int number = isLink ? link(fault, path, drawn, others) : switchDevice(fault, path, drawn, managerNics, others);
        if (number == NOT_FOUND || !isAllowed(fault, path, number, managerNics, others)) {
            return null;
        }
        if (fault.isRepaired()) {
            checkOutage(FaultKeys.LIST.path(index), fault, number);
        }
        String name = isLink ? linkName(number) : fabric.deviceName(number);
        return new ResolvedFault(fault.at(), fault.until(), fault.element(), number, name, fault.oldTables());
    }

    private String linkName(int number) {
        return cabling.later(number).map(cable -> cable.name(fabric)).orElseGet(() -> LinkNames.nameOf(fabric, number));
    }

    /**
     * Checks that an outage lasts longer than the flight of a frame: no frame sent before an outage may arrive after
     * that outage (emulator/docs/time-and-devices.md).
     */
    private void checkOutage(String path, PlannedFault fault, int number) {
        long least = longestOnItsWay(fault.element(), number);
        if (fault.until() - fault.at() <= least) {
            Kind<Long> duration = DeviceKeys.LATENCY.kind();
            refuse(
                    path + "." + FaultKeys.UNTIL.path(),
                    "is not more than " + duration.write(least, scenario.time()) + " after " + path + "."
                            + FaultKeys.AT.path() + " = " + duration.write(fault.at(), scenario.time())
                            + ", the time that the failing link and the devices at its ends need to notice",
                    "raise it");
        }
    }

    /** The same over the links that fail with an element. */
    private long longestOnItsWay(Element element, int number) {
        IntStream links = element == Element.LINK
                ? IntStream.of(number).filter(link -> link < fabric.linkCount())
                : IntStream.rangeClosed(1, fabric.portCount(number))
                        .map(port -> fabric.link(number, port))
                        .filter(link -> link >= 0);
        Stream<Cabling.Later> failing = element == Element.LINK
                ? cabling.later(number).stream()
                : cabling.later().stream()
                        .filter(cable ->
                                cable.link().device() == number || cable.link().peer() == number);
        LongStream later = failing.mapToLong(cable -> Flight.longest(
                scenario,
                ResolvedScenario.latency(scenario, fabric, cable),
                ResolvedScenario.flitTime(scenario, cable.link().rate())));
        return LongStream.concat(links.mapToLong(this::longestOnItsWay), later)
                .max()
                .orElse(0);
    }

    /** Largest number of cycles from a device's decision to send a frame to the arrival at the other end of a link. */
    private long longestOnItsWay(int link) {
        return Flight.longest(scenario, ResolvedScenario.latency(scenario, fabric, link), flitTime(link));
    }

    private int link(PlannedFault fault, String path, int drawn, List<ResolvedFault> others) {
        if (!fault.target().equals(PlannedFault.RANDOM)) {
            return named(path, () -> linkAt(fault.at(), fault.target()));
        }
        return draw(
                path,
                "switch-to-switch link",
                drawn,
                IntStream.range(0, fabric.linkCount())
                        .filter(link ->
                                fabric.isTrunk(link) && fabric.linkDevice(link, 0) != fabric.linkDevice(link, 1))
                        .filter(link -> overlapping(fault, link, others) == null)
                        .boxed()
                        .toList());
    }

    /** A name is that of the cable that is there at a time, or else of a link that the fabric has at another time. */
    private int linkAt(long cycle, String name) {
        if (!cabling.later().isEmpty()) {
            Fabric then = cabling.at(cycle);
            OptionalInt link = found(then, name);
            if (link.isPresent()) {
                return cabling.number(then, link.getAsInt(), cycle);
            }
        }
        return LinkNames.link(fabric, name);
    }

    private static OptionalInt found(Fabric then, String name) {
        try {
            return OptionalInt.of(LinkNames.link(then, name));
        } catch (IllegalArgumentException e) {
            return OptionalInt.empty();
        }
    }

    private int switchDevice(
            PlannedFault fault, String path, int drawn, List<Integer> managerNics, List<ResolvedFault> others) {
        if (fault.target().equals(PlannedFault.MOST_TRUNKS)) {
            return mostTrunks();
        }
        if (!fault.target().equals(PlannedFault.RANDOM)) {
            return named(path, () -> LinkNames.switchDevice(fabric, fault.target()));
        }
        return draw(
                path,
                "switch other than a manager's",
                drawn,
                IntStream.range(0, fabric.switchCount())
                        .filter(device -> managerNics.stream().noneMatch(nic -> device == fabric.attachedSwitch(nic)))
                        .filter(device -> overlapping(fault, device, others) == null)
                        .boxed()
                        .toList());
    }

    private int named(String path, IntSupplier name) {
        try {
            return name.getAsInt();
        } catch (IllegalArgumentException e) {
            problems.explain(path, e.getMessage());
            return NOT_FOUND;
        }
    }

    private int draw(String path, String what, int drawn, List<Integer> candidates) {
        if (candidates.isEmpty()) {
            refuse(path, "finds no working " + what + " in " + fabric.name(), "plan fewer faults at a time");
            return NOT_FOUND;
        }
        return candidates.get(drawn % candidates.size());
    }

    private int mostTrunks() {
        int best = 0;
        for (int device = 1; device < fabric.switchCount(); device++) {
            best = trunks(device) > trunks(best) ? device : best;
        }
        return best;
    }

    private int trunks(int device) {
        int trunks = 0;
        for (int port = 1; port <= fabric.portCount(device); port++) {
            int peer = fabric.peer(device, port);
            trunks += peer >= 0 && peer != device && fabric.isSwitch(peer) ? 1 : 0;
        }
        return trunks;
    }

    private boolean isAllowed(
            PlannedFault fault, String path, int number, List<Integer> managerNics, List<ResolvedFault> others) {
        OptionalInt cutOff = managerNics.stream()
                .mapToInt(nic -> nic)
                .filter(nic -> cutsOff(nic, fault.element(), number))
                .findFirst();
        if (cutOff.isPresent()) {
            int managerNic = cutOff.getAsInt();
            boolean first = managerNic == managerNics.get(0);
            String other = fault.element() == Element.LINK ? "another link" : "another switch";
            refuse(
                    path,
                    "cuts off the " + (first ? Perturb.MANAGER : Perturb.STANDBY) + ", which sits behind "
                            + fabric.deviceName(managerNic) + " at "
                            + fabric.deviceName(fabric.attachedSwitch(managerNic)),
                    "let " + other + " fail or set " + (first ? DeviceKeys.MANAGER_NIC : DeviceKeys.STANDBY).path());
            return false;
        }
        ResolvedFault same = overlapping(fault, number, others);
        if (same != null) {
            Object from = FaultKeys.AT.kind().write(same.at(), scenario.time());
            String complaint = "cannot fail twice: another fault has " + same.name() + " down from " + from;
            refuse(path, complaint, "change the times of the two faults");
            return false;
        }
        return true;
    }

    private boolean cutsOff(int nic, Element element, int number) {
        return element == Element.SWITCH
                ? fabric.attachedSwitch(nic) == number
                : fabric.link(nic, fabric.attachedPort(nic)) == number;
    }

    /** Another fault that has the same element down at a time when this fault has it down too, or null. */
    private static ResolvedFault overlapping(PlannedFault fault, int number, List<ResolvedFault> others) {
        return others.stream()
                .filter(other -> other.element() == fault.element() && other.number() == number)
                .filter(other -> other.at() <= fault.until() && fault.at() <= other.until())
                .findFirst()
                .orElse(null);
    }

    private void refuse(String path, String complaint, String remedy) {
        problems.refuse(path, new Refusal(complaint, remedy));
    }
}
