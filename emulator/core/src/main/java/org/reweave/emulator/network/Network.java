package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.device.fabricswitch.FlowControl;
import org.reweave.emulator.device.fabricswitch.SwitchConfig;
import org.reweave.emulator.device.fabricswitch.SwitchCore;
import org.reweave.emulator.device.fabricswitch.Switching;
import org.reweave.emulator.device.fabricswitch.WormholeSwitch;
import org.reweave.emulator.device.manager.ManagerConfig;
import org.reweave.emulator.device.manager.ManagerCore;
import org.reweave.emulator.device.manager.PlannedChange;
import org.reweave.emulator.device.manager.StandbyParameters;
import org.reweave.emulator.device.nic.NicConfig;
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.device.nic.NicWork;
import org.reweave.emulator.governor.GovernorPlan;
import org.reweave.emulator.governor.Warmup;
import org.reweave.emulator.governor.WarmupRule;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.scenario.Cabling;
import org.reweave.emulator.scenario.Drains;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedRouting;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.RunParameters;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.time.EventQueue;
import org.reweave.emulator.time.FlitTime;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.reconfig.paths.StartingPaths;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription.TableNeed;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathDependencies;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Sighting;

/**
 * A scenario turned into devices and the links between them. Devices are numbered as in the fabric; the manager comes
 * behind them, and the standby last. Each call of {@link #create} makes the device anew, in its state at cycle 0.
 */
public final class Network {
    private final ResolvedScenario resolved;
    private final Function<String, RoutingEngine> engines;
    private final Scenario scenario;
    private final Fabric fabric;
    private final FabricMap map;
    private final boolean bare;
    private final Outages outages;
    private final long calmUntil; // see DeviceIdentity
    private final RoutingTables tables;
    private final int laneClasses;
    private final List<Integer> participants;
    private final TrafficChecks traffic;
    private final int managerId;
    private final int[] managerLids; // by manager: the LID of its NIC
    private final StartingPaths start;
    private final Scheme scheme; // naive where the scenario has no scheme: naive agents only forward
    private final boolean managed;
    private final SchemeOptions schemeOptions;
    private final long[][] dependencies; // of the first tables; null = nobody asks for them
    private final Wiring wiring;
    private final RingChannels rings;
    private final int[][] capacityUnits;
    private final Map<String, Object> alike = new ConcurrentHashMap<>(); // by kind and content
    private final String[] names;
    private final BitSet newcomers = new BitSet(); // NICs

    /** @throws org.reweave.emulator.scenario.ScenarioException when an engine cannot do what the scenario asks of it */
    public Network(ResolvedScenario resolved) {
        this(resolved, name -> EngineRegistry.load().engine(name));
    }

    /**
     * A network whose tables come from engines that the caller has, such as engines that compute equal tables once.
     *
     * @param engines by name
     * @throws org.reweave.emulator.scenario.ScenarioException when an engine cannot do what the scenario asks of it
     */
    public Network(ResolvedScenario resolved, Function<String, RoutingEngine> engines) {
        this.resolved = resolved;
        this.engines = engines;
        this.scenario = resolved.scenario();
        this.fabric = resolved.fabric();
        this.map = resolved.map();
        this.bare = scenario.beginning().bare();
        this.outages = new Outages(resolved);
        ReconfigurationChoice choice = scenario.reconfiguration();
        this.schemeOptions = choice.options();
        this.managed = choice.description()
                .filter(description -> description.hasManager(schemeOptions))
                .isPresent();
        this.calmUntil = calmUntil();
        new BeginningChecks(resolved, managed).check();
        this.scheme = new SchemeChecks(resolved, outages.absent(), schemeOptions).scheme();
        RoutingChecks routing = new RoutingChecks(
                resolved, outages, managed, scheme.description().leastLanes(schemeOptions), engines);
        this.tables = routing.initialTables();
        this.laneClasses = routing.laneClasses();
        this.participants = participants(resolved);
        this.traffic = new TrafficChecks(resolved, participants);
        this.managerId = fabric.deviceCount();
        this.managerLids = resolved.managerNics().stream()
                .mapToInt(nic -> fabric.nicLid(nic, fabric.attachedPort(nic)))
                .toArray();
        this.start = StartingTables.of(scenario, tables, outages.absent());
        this.dependencies = managed && scheme.description().needs(TableNeed.DEPENDENCIES)
                ? PathDependencies.of(tables, scenario.switches().lanes())
                : null;
        this.wiring = wire();
        this.capacityUnits = countCapacity();
        this.rings = new RingChannels(fabric, tables.rings(), scenario);
        this.names = new String[deviceCount()];
        for (int device = 0; device < managerId; device++) {
            names[device] = fabric.deviceName(device);
        }
        names[managerId] = Perturb.MANAGER;
        if (hasStandby()) {
            names[managerId + 1] = Perturb.STANDBY;
        }
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            newcomers.set(nic, resolved.cabling().grows() && map.isVacant(fabric.nicDevice(nic)));
        }
    }

    private List<Integer> participants(ResolvedScenario of) {
        if (of.cabling().later().isEmpty()) {
            return Participants.of(fabric, outages.lasting(), of.managerNic());
        }
        Fabric last = of.cabling().at(Cabling.FOR_EVER - 1);
        Faults lasting =
                FabricMap.of(last).faultsOf(fabric, outages.lasting()).and(outages.laterAt(Cabling.FOR_EVER - 1, last));
        return Participants.of(last, lasting, of.managerNic());
    }

    public ResolvedScenario resolved() {
        return resolved;
    }

    public Fabric fabric() {
        return fabric;
    }

    public Wiring wiring() {
        return wiring;
    }

    /** Tables in force when the run starts. */
    public RoutingTables tables() {
        return tables;
    }

    /** Numbers of the NICs that send and receive. */
    public List<Integer> participants() {
        return participants;
    }

    /** The messages that NICs draw before a cycle, in order of time, as if no send queue were ever full. */
    public List<NicWork.Message> drawnMessages(long before) {
        return participants.stream()
                .flatMap(nic -> traffic.work(nic).drawn(nic, scenario.traffic(), before).stream())
                .sorted(Comparator.comparingLong(NicWork.Message::cycle))
                .toList();
    }

    /** Names of all devices, by number. */
    public String[] names() {
        return names.clone();
    }

    /** The name of the NIC that an LID is of; the LID itself where it is of none. */
    public String addressName(int lid) {
        int nic = start.addresses().nicOf(lid);
        if (nic >= 0) {
            return names[fabric.nicDevice(nic)];
        }
        for (int device = fabric.switchCount(); device < managerId; device++) {
            int port = fabric.attachedPort(device);
            if (port > 0 && fabric.nicLid(device, port) == lid) {
                return names[device];
            }
        }
        return "LID " + lid;
    }

    public int deviceCount() {
        return managerId + managerLids.length;
    }

    private boolean hasStandby() {
        return resolved.standbyNic() != ResolvedScenario.NO_STANDBY;
    }

    private boolean isManager(int device) {
        return device >= managerId;
    }

    /** The NIC that a manager sits behind. */
    private int managersNic(int manager) {
        return resolved.managerNics().get(manager - managerId);
    }

    /** Whether a manager sits behind a NIC, at its last port. */
    private boolean isManagersNic(int device) {
        return resolved.managerNics().contains(device);
    }

    /**
     * Cycles at which something happens as planned, ascending: failures, recoveries, changes of tables, the end of
     * traffic, the manager's hang and its end.
     */
    public long[] plannedMoments() {
        LongStream changes = scenario.reconfigure().stream().mapToLong(PlannedRouting::at);
        LongStream end = scenario.traffic().endsOnTime()
                ? LongStream.of(scenario.traffic().stop())
                : LongStream.empty();
        StandbyParameters standby = scenario.manager().standby();
        LongStream hang = LongStream.of(standby.hangsAt(), standby.hangsUntil());
        return Stream.of(LongStream.of(outages.all()), changes, end, hang)
                .flatMapToLong(moments -> moments)
                .filter(cycle -> cycle > 0)
                .sorted()
                .distinct()
                .toArray();
    }

    /** How long the fabric's elements work during the first {@code cycles} of the run. */
    public Availability availability(long cycles) {
        return outages.availability(cycles);
    }

    private int ports(int device) {
        if (isManager(device)) {
            return 1;
        }
        return fabric.portCount(device) + (isManagersNic(device) ? 1 : 0);
    }

    private boolean isHostPort(int device, int port) {
        return isManager(device) || isManagersNic(device) && port == fabric.portCount(device);
    }

    private Wiring wire() {
        int devices = deviceCount();
        List<List<Wiring.Later>> later = new ArrayList<>();
        for (int device = 0; device < devices; device++) {
            later.add(new ArrayList<>());
        }
        for (Cabling.Later cable : resolved.cabling().later()) {
            FabricCopy.Link link = cable.link();
            later.get(link.device()).add(new Wiring.Later(link.port() - 1, cable.from()));
            later.get(link.peer()).add(new Wiring.Later(link.peerPort() - 1, cable.from()));
        }
        int[][] peerDevice = new int[devices][];
        int[][] peerChannel = new int[devices][];
        int[][] latency = new int[devices][];
        int[] next = new int[devices]; // channel
        for (int device = 0; device < devices; device++) {
            next[device] = ports(device);
            int channels = ports(device) + later.get(device).size();
            peerDevice[device] = new int[channels];
            peerChannel[device] = new int[channels];
            latency[device] = new int[channels];
            for (int port = 0; port < ports(device); port++) {
                plug(device, port, peerDevice, peerChannel, latency);
            }
        }
        for (Cabling.Later cable : resolved.cabling().later()) {
            int one = cable.link().device();
            int other = cable.link().peer();
            peerDevice[one][next[one]] = other;
            peerDevice[other][next[other]] = one;
            peerChannel[one][next[one]] = next[other];
            peerChannel[other][next[other]] = next[one];
            latency[one][next[one]] = ResolvedScenario.latency(scenario, fabric, cable);
            latency[other][next[other]] = latency[one][next[one]];
            next[one]++;
            next[other]++;
        }
        return new Wiring(
                peerDevice,
                peerChannel,
                latency,
                later.stream().map(those -> those.toArray(Wiring.Later[]::new)).toArray(Wiring.Later[][]::new));
    }

    private void plug(int device, int port, int[][] peerDevice, int[][] peerChannel, int[][] latency) {
        if (isHostPort(device, port)) {
            int manager = isManager(device)
                    ? device
                    : managerId + resolved.managerNics().indexOf(device);
            int nic = managersNic(manager);
            peerDevice[device][port] = isManager(device) ? nic : manager;
            peerChannel[device][port] = isManager(device) ? fabric.portCount(nic) : 0;
            latency[device][port] = scenario.nics().hostLatency();
            return;
        }
        peerDevice[device][port] = fabric.peer(device, port + 1);
        peerChannel[device][port] = fabric.peerPort(device, port + 1) - 1;
        int link = fabric.link(device, port + 1);
        latency[device][port] = link < 0 ? 1 : resolved.latency(link);
    }

    /** A device to which some cable of a port leads, the first one if the fabric has it; -1 = there never is any. */
    private int peerEver(int device, int port) {
        int first = wiring.peer(device, port, 0);
        return first >= 0 ? first : wiring.peer(device, port, Cabling.FOR_EVER);
    }

    private PortPlan plan(int device) {
        int ports = ports(device);
        FlitTime[] flitTime = new FlitTime[ports];
        boolean[] wired = new boolean[ports];
        boolean[] trunk = new boolean[ports];
        long[][] down = new long[ports][];
        for (int port = 0; port < ports; port++) {
            wired[port] = peerEver(device, port) >= 0;
            flitTime[port] = FlitTime.ONE_CYCLE;
            down[port] = new long[0];
            if (isHostPort(device, port)) {
                int nic = isManager(device) ? managersNic(device) : device;
                flitTime[port] = resolved.flitTime(fabric.link(nic, fabric.attachedPort(nic)));
            } else if (wired[port]) {
                int link = fabric.link(device, port + 1);
                flitTime[port] =
                        link < 0 ? ResolvedScenario.flitTime(scenario, (LinkRate) null) : resolved.flitTime(link);
                trunk[port] = link < 0
                        ? fabric.isSwitch(device) && fabric.isSwitch(peerEver(device, port))
                        : fabric.isTrunk(link);
                down[port] = outages.ofPort(device, port + 1);
            }
        }
        long[] deviceDown = isManager(device) ? new long[0] : outages.ofDevice(device);
        return new PortPlan(
                wiring.latency()[device],
                flitTime,
                wired,
                once("trunk " + Arrays.toString(trunk), trunk),
                neighbours(device),
                down,
                deviceDown,
                wiring.later()[device]);
    }

    /** By channel: the device and port of the fabric that its cable leads to. */
    private long[] neighbours(int device) {
        long[] neighbours = new long[wiring.channels(device)];
        for (int channel = 0; channel < neighbours.length; channel++) {
            int peer = isHostPort(device, wiring.port(device, channel)) ? -1 : wiring.peerDevice()[device][channel];
            neighbours[channel] = peer < 0
                    ? Sighting.NONE
                    : Sighting.neighbour(peer, wiring.port(peer, wiring.peerChannel()[device][channel]) + 1);
        }
        return neighbours;
    }

    /** Credits of each port's input buffer, every VL; 0 = no data enters there. */
    public int[][] capacityUnits() {
        return capacityUnits;
    }

    private int[][] countCapacity() {
        int[][] units = new int[deviceCount()][];
        for (int device = 0; device < units.length; device++) {
            int flits = fabric.isSwitch(device)
                    ? scenario.switches().inputBuffer()
                    : scenario.nics().receiveBuffer();
            int credits = BufferCredits.ofBuffer(flits, scenario.switches().creditUnit());
            units[device] = new int[ports(device)];
            for (int port = 0; port < units[device].length; port++) {
                units[device][port] = isHostPort(device, port) ? 0 : credits;
            }
        }
        return units;
    }

    private BufferCredits credits(int device) {
        int[] far = new int[ports(device)];
        for (int port = 0; port < far.length; port++) {
            int peer = peerEver(device, port);
            long cycle = wiring.peerDevice()[device][port] >= 0 ? 0 : Cabling.FOR_EVER;
            far[port] = peer < 0 ? 0 : capacityUnits[peer][wiring.peerPort(device, port, cycle)];
        }
        int[] own = capacityUnits[device];
        BufferCredits credits = new BufferCredits(scenario.switches().creditUnit(), rings.leastCredits(), own, far);
        return once("credits " + Arrays.toString(own) + Arrays.toString(far), credits);
    }

    /** The first of the values with the same key: most devices are alike, and they then read the same memory. */
    @SuppressWarnings("unchecked")
    private <T> T once(String key, T value) {
        return (T) alike.computeIfAbsent(key, k -> value);
    }

    /** The numbers that a governor needs of this network. */
    public GovernorPlan governorPlan() {
        return new GovernorPlan(
                wiring,
                names(),
                scenario.switches().lanes(),
                capacityUnits(),
                scenario.switches().flowControl() == FlowControl.ON_OFF,
                rings.forGovernor(),
                scenario.run().cutInterval(),
                scenario.run().cutDelay(),
                scenario.traffic().endsOnTime() ? scenario.traffic().stop() : 0,
                warmupRule(),
                scenario.run().limit());
    }

    /** When measuring begins. */
    public WarmupRule warmupRule() {
        RunParameters run = scenario.run();
        return new WarmupRule(run.warmup(), run.warmupPackets(), run.settling(), run.cutDelay() * run.cutInterval());
    }

    /** Makes a device as it is at cycle 0. */
    public Device create(int device) {
        if (isManager(device)) {
            return createManager(device);
        }
        return fabric.isSwitch(device) ? createSwitch(device) : createNic(device);
    }

    /** Makes a device of its own in the same state as another one of this network. */
    public Device copy(Device device) {
        StateWriter state = new StateWriter();
        device.visit(state);
        Device copy = create(device.id());
        StateReader reader = new StateReader(state.toArray());
        copy.visit(reader);
        reader.end();
        return copy;
    }

    /** Makes all devices, by number. */
    public List<Device> createAll() {
        return IntStream.range(0, deviceCount()).mapToObj(this::create).toList();
    }

    private Device createSwitch(int device) {
        SwitchConfig config = new SwitchConfig(
                identity(device),
                scenario.switches(),
                credits(device),
                new SwitchConfig.Routing(
                        fabric.switchLid(device),
                        lftAtStart(device),
                        lanesAtStart(device),
                        laneClasses,
                        dependenciesAtStart(device),
                        rings.of(device),
                        tables.forwarder(),
                        outages.withOldTables(device)),
                new SwitchConfig.Scheme(site -> scheme.switchAgent(schemeOptions, site), new long[] {
                    scenario.reconfiguration().rerouteTimeout(),
                    scenario.switches().agentDelay()
                }),
                new SwitchConfig.Control(
                        scenario.manager().traps() ? managerLids[0] : 0,
                        hasStandby() ? managerLids[1] : 0,
                        scenario.manager().smpFlits()),
                scenario.seed());
        return scenario.switches().switching() == Switching.WORMHOLE
                ? new WormholeSwitch(config)
                : new SwitchCore(config);
    }

    private long[] dependenciesAtStart(int device) {
        if (dependencies == null) {
            return new long[0];
        }
        return isInstalled(device)
                ? dependencies[device]
                : new long
                        [PathDependencies.words(
                                fabric.portCount(device), scenario.switches().lanes())];
    }

    private DeviceIdentity identity(int device) {
        return new DeviceIdentity(
                device,
                names[device],
                plan(device),
                resolved.perturbation(),
                calmUntil,
                scenario.nics().longestPacket());
    }

    private long calmUntil() {
        boolean looks = managed && scenario.manager().sweep() > 0; // a manager that looks may find what is not so
        if (bare || looks || hasStandby() || managed && !resolved.perturbation().isNone()) {
            return 0;
        }
        long firstChange = scenario.reconfigure().stream()
                .mapToLong(PlannedRouting::at)
                .min()
                .orElse(EventQueue.NEVER);
        return Math.min(firstChange, outages.first());
    }

    /**
     * Whether the way of a packet follows from tables and the LID of the NIC that it goes to: switches forward by their
     * tables alone, and NICs hold no further addresses of each other.
     */
    public boolean isRoutedByTables() {
        return tables.forwarder() == Forwarder.TABLES
                && StartingTables.sources(scenario).equals(List.of(PathSource.ENGINE));
    }

    /** Whether a device has tables or paths at the start. */
    private boolean isInstalled(int device) {
        return !bare && !map.isVacant(device) && outages.absent().deviceUp(device);
    }

    /** The table of a switch at the start; empty for a switch that has none. */
    public ForwardingTable lftAtStart(int device) {
        return isInstalled(device)
                ? start.tables().lft()[device]
                : ForwardingTable.empty(start.addresses().size(), fabric.switchLid(device));
    }

    /** The paths of a NIC at the start. */
    public HeldPaths pathsAtStart(int nic) {
        HeldPaths paths = start.tables().paths()[nic];
        boolean isAwaiting = bare || map.isVacant(fabric.nicDevice(nic));
        return isAwaiting ? HeldPaths.of(new long[paths.size()]) : paths;
    }

    /** Paths that a NIC holds for each destination. */
    public int registers() {
        return start.tables().registers();
    }

    private long[] lanesAtStart(int device) {
        return isInstalled(device) ? start.tables().lanes()[device] : LaneRows.empty(fabric.portCount(device));
    }

    private Device createNic(int device) {
        int nic = device - fabric.switchCount();
        int attached = fabric.attachedPort(device);
        int hostPort = isManagersNic(device) ? fabric.portCount(device) : -1;
        return new NicCore(new NicConfig(
                identity(device),
                new NicConfig.Place(nic, fabric.nicCount(), Math.max(0, attached - 1), hostPort),
                scenario.nics(),
                scenario.switches(),
                credits(device),
                scenario.manager().smpFlits(),
                new NicConfig.Paths(
                        attached < 0 ? 0 : fabric.nicLid(device, attached),
                        start.addresses(),
                        registers(),
                        pathsAtStart(nic),
                        bare || map.isVacant(device),
                        scenario.reconfiguration().migrateAfter()),
                site -> scheme.nicAgent(schemeOptions, site),
                new NicConfig.Load(traffic.work(nic), scenario.traffic(), newcomers, new Warmup(warmupRule()).from())));
    }

    private Device createManager(int device) {
        ReconfigurationChoice choice = scenario.reconfiguration();
        List<PlannedRouting> plans = scenario.reconfigure();
        List<PlannedChange> changes = Drains.inTime(plans).stream()
                .map(plan -> new PlannedChange(
                        plans.get(plan).at(),
                        engines.apply(plans.get(plan).routing().engine()),
                        plans.get(plan).routing().options(),
                        map.faultsOf(fabric, Drains.after(fabric, plans, plan))))
                .toList();
        return new ManagerCore(new ManagerConfig(
                identity(device),
                scenario.manager(),
                place(device),
                rival(device),
                new ManagerConfig.Routing(
                        engines.apply(choice.routing().engine()),
                        choice.routing().options(),
                        start.addresses(),
                        start.sources(),
                        dependencies == null ? 0 : scenario.switches().lanes()),
                new ManagerConfig.Scheme(managed ? scheme.manager(schemeOptions) : null, choice.order()),
                new ManagerConfig.Start(
                        start.tables(), map.faultsOf(fabric, outages.absent()).and(map.vacancies()), bare),
                new ManagerConfig.Plan(changes, scenario.traffic().stop(), outages.last())));
    }

    private ManagerConfig.Place place(int manager) {
        int nic = managersNic(manager);
        return new ManagerConfig.Place(map, nic, fabric.attachedPort(nic), manager == managerId);
    }

    private Optional<ManagerConfig.Rival> rival(int manager) {
        if (!hasStandby()) {
            return Optional.empty();
        }
        int other = manager == managerId ? managerId + 1 : managerId;
        int nic = managersNic(other);
        return Optional.of(new ManagerConfig.Rival(other, nic, fabric.portCount(nic) + 1));
    }
}
