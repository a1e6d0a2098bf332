package org.reweave.emulator.results;

import java.util.List;
import java.util.Map;
import org.reweave.emulator.governor.ClusterSpread;
import org.reweave.emulator.governor.Outcome;

/**
 * {@code summary.json}. Times are in cycles, and under {@code ns}, with the same names, in nanoseconds.
 *
 * @param run its id
 * @param parent of a fork, else null
 * @param branches of a lax run that was resumed, else null: where what was lost after a checkpoint became something
 *     else
 * @param software version
 * @param threads of the driver
 * @param outcome in JSON its label
 * @param interrupted whether the user stopped it
 * @param failure what went wrong inside reweave or with its files, else null
 * @param cycles emulated
 * @param cycleNs length of a cycle
 * @param nanoseconds emulated
 * @param setup of the run: fabric, routing, scheme, traffic and faults
 * @param tokens null if no packet waited for one
 * @param deadlock null if none was proven
 * @param transientCycles cuts at which packets waited in a cycle that something pending could still break
 * @param drift of a lax run, else null
 */
public record Summary(
        String run,
        String scenario,
        String description,
        Parent parent,
        List<Branch> branches,
        String software,
        Setup setup,
        long seed,
        String driver,
        int threads,
        Outcome outcome,
        boolean interrupted,
        String failure,
        String fingerprint,
        long cycles,
        double cycleNs,
        double nanoseconds,
        Packets packets,
        Messages messages,
        Load load,
        LatencyKinds latency,
        TokenWaits tokens,
        Hops hops,
        List<Reconfiguration> reconfigurations,
        Blocked deadlock,
        long transientCycles,
        Availability availability,
        Drift drift,
        Cost cost) {

    /**
     * What was run, so that a result is understood without its scenario.
     *
     * @param scheme how the fabric changes to new tables; "none" where nothing changes
     * @param load that is asked for, as a fraction of what the NICs' links carry; null where messages come from a trace
     * @param faults that the scenario plans, in its order; random ones are among the events
     * @param overrides keys that were set for this run, as {@code --set} has them; those of a run that was resumed are
     *     no longer known: its scenario has every key written out
     */
    public record Setup(
            FabricSetup fabric,
            Choice routing,
            Choice scheme,
            String pattern,
            Double load,
            List<FaultSetup> faults,
            List<String> overrides) {}

    /**
     * @param source the generator's text, or the file's name
     * @param links between switches
     */
    public record FabricSetup(String name, String source, int switches, int nics, int links) {}

    /** A name with its options. */
    public record Choice(String name, Map<String, String> options) {}

    /**
     * @param element {@code link}, {@code switch} or {@code nic}
     * @param name of it: of a link both ends
     * @param untilNs when it works again; null = never
     */
    public record FaultSetup(String element, String name, double atNs, Double untilNs) {}

    /**
     * Run from which this run was forked.
     *
     * @param run its id
     * @param cycle up to which both runs are the same
     */
    public record Parent(String run, long cycle, double ns) {}

    /**
     * A lax run was resumed from a checkpoint, or from its start, and what followed was decided anew.
     *
     * @param cycle from which on the run is another branch than the one that broke off
     */
    public record Branch(long cycle, double ns) {}

    /**
     * Fractions of the run's time that elements worked, planned and random faults together; see
     * {@code network.Availability}.
     *
     * @param links between switches
     * @param failures that began, of links or switches
     */
    public record Availability(double links, double switches, long failures) {}

    /**
     * @param generated of messages; {@code injected} and {@code delivered} are of all kinds: these, copies sent again,
     *     acknowledgements
     * @param queued work that NICs still had: see {@link org.reweave.emulator.device.DeviceReport#queued}
     * @param duplicates delivered that had come before
     * @param outOfOrder delivered before an earlier one of their flow; without a transport: after a later one
     * @param acks acknowledgements sent
     */
    public record Packets(
            long generated,
            long injected,
            long delivered,
            Map<String, Long> dropped,
            long inFlight,
            long queued,
            long duplicates,
            long outOfOrder,
            long retransmitted,
            long acks) {
        public long droppedTotal() {
            return dropped.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * @param delivered whole and, with a transport, once and in order
     * @param undelivered given up by their NIC
     * @param local from a NIC to itself, in none of the others
     * @param latency from generation to being handed over, of those generated after the warm-up
     * @param reorderPeak most packets at a time that waited in a NIC for an earlier one
     * @param lastAt cycle in which the last one was handed over, for a trace the completion of the job; null = none was
     */
    public record Messages(
            long generated,
            long delivered,
            long undelivered,
            long local,
            Latency latency,
            int reorderPeak,
            Long lastAt,
            Double lastAtNs) {}

    /**
     * Load between the end of the warm-up and the end of traffic; all null when nothing was measured.
     *
     * @param offered generated flits per NIC, as a fraction of what its link carries; a full send queue pauses
     *     generation
     * @param accepted delivered flits likewise
     * @param from end of the warm-up, in cycles, and in {@code fromNs}: when packets that are measured begin to be
     *     generated
     */
    public record Load(
            Double offered,
            Double accepted,
            Double acceptedBytesPerNsPerSwitch,
            Double acceptedFlitsPerCyclePerNic,
            Long from,
            Double fromNs) {}

    /**
     * Latencies of packets generated after the warm-up, to the delivery of the last byte.
     *
     * @param network from injection
     * @param total from generation
     */
    public record LatencyKinds(long packets, Latency network, Latency total) {}

    /** All null when nothing was measured. Percentiles are within 1%; {@code p999} is the 99.9th. */
    public record Latency(Double mean, Long p50, Long p99, Long p999, Long max, LatencyNs ns) {}

    public record LatencyNs(Double mean, Double p50, Double p99, Double p999, Double max) {}

    /**
     * Packets that were blocked at the head of a switch's queue until a token had gone out at their output.
     *
     * @param heads how many; a packet counts in each switch that it waited in
     * @param mean wait of one of them
     */
    public record TokenWaits(long heads, double mean, TokenWaitsNs ns) {}

    public record TokenWaitsNs(double mean) {}

    /** @param mean switches crossed, over measured packets; null when there are none */
    public record Hops(Double mean) {}

    /**
     * A proven deadlock.
     *
     * @param formedAt cycle of the first cut from which on each of its packets waited for the others
     * @param foundAt cycle of the cut that found it: nothing was pending any more that could free them
     * @param cycle each member waits for the next, the last for the first
     */
    public record Blocked(long formedAt, long foundAt, boolean proven, List<Member> cycle, FoundAt ns) {}

    public record FoundAt(double formedAt, double foundAt) {}

    /**
     * @param port from 1
     * @param buffer {@code input} or {@code output}
     * @param packet at its head, as {@code source#n}
     * @param marks of the scheme, such as epochs
     */
    public record Member(String device, int port, int vl, String buffer, String packet, long marks) {}

    /**
     * How far the devices of a lax run were apart, and what that did.
     *
     * @param step length of a step
     * @param slack null = unlimited
     * @param islandSize devices that are never late among themselves
     * @param steps of all islands
     * @param stepsBeyond those that a conservative run would not have taken yet
     * @param beyond cycles by which these went beyond what was known of their in-links
     * @param records that crossed links between islands
     * @param lateRecords those that took effect late
     * @param lateness of these
     * @param cutsTooLate packets that were cut off elsewhere and taken for whole
     */
    public record Drift(
            long step,
            Long slack,
            int islandSize,
            long steps,
            long stepsBeyond,
            Excess beyond,
            long records,
            long lateRecords,
            Excess lateness,
            long cutsTooLate,
            DriftNs ns) {}

    /** Percentiles are within 1%; 0 where there is nothing. */
    public record Excess(double mean, long p50, long p99, long max) {}

    public record DriftNs(double step, Double slack, ExcessNs beyond, ExcessNs lateness) {}

    public record ExcessNs(double mean, double p50, double p99, double max) {}

    /**
     * @param flitHops flits put on links between switches
     * @param messages between actors
     * @param peakHeapBytes sum of the heap pools' peaks, so an upper bound
     * @param spread over nodes, whose processes have costs of their own; null = the run was in one process
     */
    public record Cost(
            double wallSeconds,
            double cpuSeconds,
            long flitHops,
            long messages,
            long peakHeapBytes,
            ClusterSpread spread) {
        /** Cost of a run in one process. */
        public Cost(double wallSeconds, double cpuSeconds, long flitHops, long messages, long peakHeapBytes) {
            this(wallSeconds, cpuSeconds, flitHops, messages, peakHeapBytes, null);
        }
    }
}
