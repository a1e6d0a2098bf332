package org.reweave.emulator.network;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceIdentity;
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
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathDependencies;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

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
    private final Managers managers;
    private final int[] managerLids; // by manager: the LID of its NIC
    private final StartingPaths start;
    private final Scheme scheme; // naive where the scenario has no scheme: naive agents only forward
    private final boolean managed;
    private final SchemeOptions schemeOptions;
    private final long[][] dependencies; // of the first tables; null = nobody asks for them
    private final RingChannels rings;
    private final Ports ports;
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
        this.managers = new Managers(resolved);
        this.managerLids = resolved.managerNics().stream()
                .mapToInt(nic -> fabric.nicLid(nic, fabric.attachedPort(nic)))
                .toArray();
        this.start = StartingTables.of(scenario, tables, outages.absent());
        this.dependencies = managed && scheme.description().needs(TableNeed.DEPENDENCIES)
                ? PathDependencies.of(tables, scenario.switches().lanes())
                : null;
        this.rings = new RingChannels(fabric, tables.rings(), scenario);
        this.ports = new Ports(resolved, managers, outages, rings.leastCredits());
        this.names = new String[deviceCount()];
        for (int device = 0; device < fabric.deviceCount(); device++) {
            names[device] = fabric.deviceName(device);
        }
        names[managers.first()] = Perturb.MANAGER;
        if (hasStandby()) {
            names[managers.first() + 1] = Perturb.STANDBY;
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
        return ports.wiring();
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
        for (int device = fabric.switchCount(); device < fabric.deviceCount(); device++) {
            int port = fabric.attachedPort(device);
            if (port > 0 && fabric.nicLid(device, port) == lid) {
                return names[device];
            }
        }
        return "LID " + lid;
    }

    public int deviceCount() {
        return managers.first() + managers.count();
    }

    private boolean hasStandby() {
        return resolved.standbyNic() != ResolvedScenario.NO_STANDBY;
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

    /** Credits of each port's input buffer, every VL; 0 = no data enters there. */
    public int[][] capacityUnits() {
        return ports.capacityUnits();
    }

    /** The numbers that a governor needs of this network. */
    public GovernorPlan governorPlan() {
        return new GovernorPlan(
                ports.wiring(),
                names(),
                scenario.switches().lanes(),
                ports.capacityUnits(),
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
        if (managers.isManager(device)) {
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
                ports.credits(device),
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
                ports.plan(device),
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
        int hostPort = managers.isNic(device) ? fabric.portCount(device) : -1;
        return new NicCore(new NicConfig(
                identity(device),
                new NicConfig.Place(nic, fabric.nicCount(), Math.max(0, attached - 1), hostPort),
                scenario.nics(),
                scenario.switches(),
                ports.credits(device),
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
        int nic = managers.nicOf(manager);
        return new ManagerConfig.Place(map, nic, fabric.attachedPort(nic), manager == managers.first());
    }

    private Optional<ManagerConfig.Rival> rival(int manager) {
        if (!hasStandby()) {
            return Optional.empty();
        }
        int other = managers.rivalOf(manager);
        int nic = managers.nicOf(other);
        return Optional.of(new ManagerConfig.Rival(other, nic, fabric.portCount(nic) + 1));
    }
}
