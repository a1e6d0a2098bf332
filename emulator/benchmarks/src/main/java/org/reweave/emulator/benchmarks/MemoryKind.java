package org.reweave.emulator.benchmarks;

import java.util.List;

/**
 * Purpose of an object of a run, told by its class. The first kind that names the class, or its package, decides: a
 * kind that names single classes stands before the one that has the rest of their package.
 */
enum MemoryKind {
    TABLES(
            "forwarding tables",
            "org.reweave.routing.table.",
            "org.reweave.routing.engine.",
            "org.reweave.reconfig.paths.",
            "org.reweave.emulator.device.fabricswitch.SwitchTables",
            "org.reweave.emulator.device.fabricswitch.SwitchConfig$Routing",
            "org.reweave.emulator.device.nic.PathRegisters",
            "org.reweave.emulator.device.nic.NicConfig$Paths"),
    FABRIC(
            "fabric, wiring, scenario",
            "org.reweave.routing.",
            "org.reweave.emulator.scenario.",
            "org.reweave.emulator.network.",
            "org.reweave.emulator.link.Wiring",
            "com.typesafe."),
    RINGS("rings", "org.reweave.emulator.state.LongRing"),
    EVENTS("events", "org.reweave.emulator.time."),
    LINKS("links, credits, boxes", "org.reweave.emulator.link.", "org.reweave.emulator.device.BufferCredits"),
    ARENAS(
            "packet arenas and queues",
            "org.reweave.emulator.device.fabricswitch.PacketArena",
            "org.reweave.emulator.device.fabricswitch.InputBuffers",
            "org.reweave.emulator.device.fabricswitch.OutputBuffers",
            "org.reweave.emulator.device.fabricswitch.SlotQueues"),
    STATISTICS(
            "statistics",
            "org.reweave.emulator.stats.",
            "org.reweave.emulator.state.NarrowLongs",
            "org.reweave.emulator.results.",
            "org.reweave.emulator.governor.",
            "org.reweave.emulator.device.DeviceReport",
            "org.reweave.emulator.device.PacketCounts",
            "org.HdrHistogram."),
    TRAFFIC("traffic", "org.reweave.emulator.traffic."),
    SCHEME("scheme", "org.reweave.reconfig."),
    DEVICES("devices, the rest", "org.reweave.emulator.device."),
    DRIVER("driver", "org.reweave.emulator.drive.", "org.reweave.emulator.sequential."),
    RUN("reserve of the run", "org.reweave.emulator.run."),
    OTHER("other");

    private final String title;

    private final String names;

    /** @param names classes, and packages, whose names end with a dot */
    MemoryKind(String title, String... names) {
        this.title = title;
        this.names = String.join(" ", names);
    }

    /** The kind's title in the table. */
    String title() {
        return title;
    }

    /** Classes, and packages, whose names end with a dot. */
    List<String> names() {
        return names.isEmpty() ? List.of() : List.of(names.split(" "));
    }

    static MemoryKind of(Class<?> type) {
        String name = type.getName();
        for (MemoryKind kind : values()) {
            if (kind.names().stream().anyMatch(name::startsWith)) {
                return kind;
            }
        }
        return OTHER;
    }
}
