package org.reweave.reconfig.spi;

import java.util.EnumSet;
import java.util.Set;

/**
 * A property that a scheme may promise of every run of a model. An end is a state in which only injections, faults,
 * recoveries and losses can happen.
 */
public enum Promise {
    /** No packet is in the fabric at an end. */
    NO_DEADLOCK("a packet is stuck for ever"),
    /**
     * An end in which the manager has finished can be reached from every state without injections, faults, recoveries
     * and losses.
     */
    RUN_ENDS("the reconfiguration never ends"),
    /** No run is infinite, for any choices, unless timers of switches run out infinitely often. */
    NO_LIVELOCK("a run can go round for ever"),
    /**
     * Packets from a NIC to another come out in the order in which they were injected (O. Lysne et al., HiPC 2004, of
     * Simple Reconfiguration between deterministic routings). In runs of one VL.
     */
    ORDER("a packet comes out before one that was injected earlier for the same NIC"),
    /** No packet comes to a switch that it has been in; {@code compare} counts such visits. */
    NO_REVISIT("a packet comes to a switch that it has been in"),
    /** Where nothing is lost, the manager never waits for a timer while no other step is possible. */
    NO_WAIT_IN_VAIN("the manager waits in vain although nothing is lost"),
    /** Every switch that the manager reaches has the tables that the manager computed last, at an end. */
    ALL_ON_NEW("a switch never gets the new tables"),
    /**
     * When the manager says that it has finished, every switch that the manager reaches has the tables that the manager
     * computed last, except switches that did not answer.
     */
    DONE_MEANS_INSTALLED("the end is announced too soon"),
    /**
     * When the manager says that it has finished, and at an end, every NIC that the manager reaches has the paths that
     * were computed for the NIC last, except NICs that did not answer.
     */
    NICS_SWITCHED_OVER("a NIC still has older paths"),
    /**
     * When the manager says that it has finished, and at an end, every path that a NIC may use leads to the path's
     * destination, by the tables in force and over no link that the manager knows, or has been told, to be down; so no
     * packet injected later is lost at such a link.
     */
    PATHS_LEAD_THERE("a NIC has a path that does not lead to its destination"),
    /**
     * When the manager says that it has finished, and at an end, every NIC that the manager reaches has a usable path
     * to every other NIC that the manager reaches, unless a trap has told of a failure that the manager has not looked
     * at yet.
     */
    EVERY_PAIR_HAS_A_PATH("a pair of NICs has no path that may be used"),
    /**
     * No NIC uses a path that is not in the tables in force from end to end, as long as the manager only adds paths.
     */
    PATHS_COMPLETE("a NIC uses a path that lacks entries"),
    /**
     * As long as the manager only adds paths, what it computes after a failure leaves alone every path that leads to
     * its destination over no failed link: the NIC keeps the path, and the path leads there (thesis §5.4: only pairs
     * that the failure concerns get other paths).
     */
    UNAFFECTED_KEEP_PATHS("a path that works is taken away"),
    /** No packet is discarded by a rule of the scheme as long as the manager only adds paths. */
    PATHS_DISCARD_NOTHING("a packet is discarded because a path is added"),
    /** Every NIC that routes writes, at an end, the routes of a NIC that has always known which links have failed. */
    NICS_KNOW("a NIC does not know what has failed"),
    /** Every NIC may inject at an end. */
    ALL_INJECT("a NIC is halted for ever"),
    /** No packet is discarded by a rule of the scheme. */
    NO_DISCARD("a packet is discarded"),
    /** No packet is discarded that could go. */
    NO_DISCARD_WITH_ROOM("a packet is discarded although there is room for it"),
    /**
     * A rule of the scheme discards only in cases that one change can bring about: see
     * {@link SchemeDescription#listedCases}.
     */
    LISTED_CASES_ONLY("a packet is discarded by a rule that does not apply"),
    /** No packet is dropped because tables have no way for it. */
    ALWAYS_A_WAY("a packet is dropped for want of a way"),
    /** Packets are lost only on a failing link, in its output queues, or in a failing switch (fat-tree paper §I). */
    LOST_ONLY_WITH_FAULT("a packet is lost that no failing component held"),
    /** When the manager announces that the fabric is empty, no data packet is in the fabric. */
    DRAINED_IS_EMPTY("the fabric is called empty with packets in it"),
    /** New tables are sent only while the fabric is empty. */
    TABLES_TO_EMPTY_FABRIC("tables are sent to a fabric with packets in it"),
    /** Packets come out at the NICs they are for. */
    RIGHT_NIC("a packet comes out at the wrong NIC"),
    /**
     * When a switch claims, by a report or by putting tables in force, that no packet from ahead of a separator is left
     * in it, every working input has brought that separator and none is left ({@link Separation.Claim}). Of runs alone.
     */
    OLD_PACKETS_GONE("a switch says that old packets are gone while some are left, or may still come"),
    /**
     * Tables come in force, and the manager calls a change complete, only when every switch has made the claim that
     * this needs ({@link Separation#before}, {@link Separation#atEnd}), as long as every switch answers. Of runs alone.
     */
    CLAIMS_AWAITED(
            "tables come in force, or a change is complete, before every switch has said that old packets are gone"),
    /**
     * No packet comes behind a separator that the packet belongs ahead of, and no separator behind one of a later
     * change ({@link Separation.Behind}). Of runs alone.
     */
    SEPARATORS_IN_ORDER("a packet or a separator comes behind a separator that it belongs ahead of"),
    /**
     * Where the manager has been told of every change of a link, and rests, its last discovery knows which links have
     * failed. Of runs alone.
     */
    TRAPS_ANSWERED("the manager rests although a trap told of a change that it has not looked at"),
    /**
     * A manager that sweeps begins a sweep after the last fault and the last recovery, told of them or not. Of runs
     * alone.
     */
    SWEPT_AFTER_FAULTS("sweeps end before one has begun after the last fault"),
    /**
     * A device that the manager counts as having answered an update has installed or stored that update. Of runs alone.
     */
    ANSWERS_MEAN_INSTALLED("an answer is counted for an update that its device does not have"),
    /**
     * Tables and paths that a device puts in force, or stores, are those that the manager computed for the device,
     * entry for entry. Of runs alone.
     */
    TABLES_AS_COMPUTED("a device has other tables or paths than the manager computed for it"),
    /**
     * An answer counts for the request whose number the answer has, and what spreads over the network is taken only
     * ahead of what its sender sent later. Of runs alone.
     */
    NUMBERS_KEPT("a message is taken for one with another number"),
    /**
     * A request is repeated after its time-out, and its device is given up after all repetitions; a timer of the
     * manager runs out when its time is over. Of runs alone.
     */
    TIMEOUTS_KEPT("a device is asked again or given up, or a timer runs out, before its time is over"),
    /** A discovery takes for failed only what failed, as long as no message is lost or late. Of runs alone. */
    FOUND_DOWN_IS_DOWN("a discovery takes for failed what works, although no message was lost or late"),
    /**
     * Once a change is complete in which a switch was given up, or whose discovery had asked one in vain, and the
     * manager waits for nothing, a discovery begins at once. Of runs alone.
     */
    SILENCE_LOOKED_INTO("the manager rests although a switch did not answer"),
    /**
     * Tables that a device puts in force are of a later change than those before, and a NIC that learns of a change
     * otherwise than by the manager's notice did not know of it, or of a later one. Of runs alone.
     */
    TABLES_GO_FORWARD("a device goes over to tables that are not newer than those before"),
    /** A switch that gets tables under one epoch twice gets the same ones. Of runs alone. */
    ONE_TABLE_OF_AN_EPOCH("a switch gets other tables under an epoch of which it had some"),
    /**
     * Where the manager brings a bare fabric up, it sends no NIC paths before every switch that it reaches has tables,
     * except switches that have restarted. Of models alone.
     */
    TABLES_BEFORE_PATHS("a NIC is sent its first paths before every switch has tables"),
    /**
     * As long as the manager brings a bare fabric up, the scheme has no part in it: its protocol sends nothing and
     * waits for nothing, and no agent, none of which has been told of anything, reports or sends separators. Of models
     * alone.
     */
    FIRST_TABLES_UNTOLD("a part of the scheme acts while a bare fabric comes up, of which nobody has told it"),
    /** A NIC is sent paths only when every switch has acknowledged their entries. Of runs alone. */
    PATHS_AFTER_ENTRIES("a NIC is sent paths before every switch has their entries"),
    /**
     * Tables are stored at every switch before a separator goes out that needs them ({@link Separation#needsTables}),
     * as long as every switch answers. Of runs alone.
     */
    TABLES_BEFORE_SEPARATORS("a separator goes out that needs tables which a switch does not have"),
    /**
     * When the manager says that all tables are stored, every switch that was to be sent tables of that change has
     * stored them, also one that was given up.
     */
    STORED_AS_SAID("the manager says that all tables are stored while a switch lacks its own"),
    /** A packet is routed by stored tables only behind the separator of their change. Of runs alone. */
    ROUTED_BY_ITS_CHANGE(
            "a packet is routed by stored tables of another change than that of the separator ahead of it"),
    /**
     * A link that comes up carries the last separator of its sender ahead of all packets ({@link Separation#repeats}).
     * Of runs alone.
     */
    SEPARATORS_REPEATED("a link that works again carries packets ahead of the separator that they belong behind"),
    /** A NIC that a separator comes to answers it with its own ({@link Separation#nicsAnswer}). Of runs alone. */
    SEPARATORS_ANSWERED("a NIC sends no separator although one of its switch's has come"),
    /**
     * A head without room is discarded where the scheme's rule says so, and is kept otherwise: under EBR where it was
     * sent, or routed, before the tables of its switch (thesis §6.6); under the Double Scheme while a change empties a
     * lane after one that was given up with that lane empty. Of runs alone.
     */
    OLD_HEADS_DISCARDED("a head without room is kept or discarded against the scheme's rule"),
    /**
     * A discovery that finds another fabric than the one before it begins a change, and one that finds a NIC again that
     * had been given up at least lets that NIC join. Of runs alone.
     */
    CHANGE_FOLLOWS("a discovery found a change, and the manager did nothing"),
    /** The manager asks no switch for a report that the switch has given. Of runs alone. */
    REPORTS_KEPT("the manager asks for what a switch has reported"),
    /**
     * Packets of a flow are taken once and handed over in their order, and their source forgets a packet only when the
     * packet has come, and waits for none that it has forgotten, as long as it has not given the flow up. Of runs
     * alone.
     */
    FLOWS_KEPT("a packet is handed over twice or out of order, or is forgotten before it came"),
    /**
     * A NIC that waits in vain for an acknowledgement as often as it may, or that a packet comes to once more since its
     * own acknowledgements do not, leaves the path that it uses for another one that is not marked as failed. Of runs
     * alone.
     */
    MIGRATION_FOLLOWS("a NIC keeps to a path on which packets or acknowledgements are lost"),
    /** What tells a NIC to leave a path was sent after the NIC last left one. Of runs alone. */
    ONE_MIGRATION("a NIC leaves two paths for one failure"),
    /**
     * The manager updates no switch that its last discovery has asked in vain, and no NIC that it has not found. Of
     * runs alone.
     */
    FOUND_BEFORE_UPDATED("the manager updates a device that its discovery has not found"),
    /** A packet that has taken the escape lane of a change leaves it only in another change. Of runs alone. */
    ESCAPE_KEPT("a packet leaves the lane that it has taken as its escape"),
    /**
     * What a switch broadcasts of its ports is how they are, and whether one has come up since its last broadcast
     * ({@link Announcement}). Of runs alone.
     */
    ANNOUNCED_AS_IT_IS("a switch broadcasts something else than how its ports are"),
    /**
     * A switch that has broadcast before, and that is told that a port of another one has come up since that one's last
     * broadcast, broadcasts once more ({@link Announcement}). Of runs alone.
     */
    ANNOUNCED_AGAIN("a switch keeps to itself what a device that was cut off may have missed"),
    /**
     * No packet is lost at the end of a link of which its NIC had been told, by the last broadcast of one of its ends,
     * that it does not work. Of runs alone.
     */
    KNOWN_FAILURES_AVOIDED("a NIC sends a packet over a link that it has been told does not work"),
    /**
     * A NIC takes a path that was marked as failed for working again only when its links work, and when a change is
     * complete none that works is marked, as long as the manager only adds paths. Of runs alone.
     */
    MARKS_AS_PATHS_ARE("a path that works is marked as failed, or one that does not is no longer"),
    /** The rest of a packet fails to come only by the link by which its head came. Of runs alone. */
    RIGHT_PACKET_CUT("a packet is taken for cut by a link that it did not come by"),
    /** No part of the scheme throws because of a broken invariant. */
    NO_BROKEN_INVARIANT("an invariant is broken");

    private static final Set<Promise> OF_RUNS = EnumSet.of(
            OLD_PACKETS_GONE,
            CLAIMS_AWAITED,
            SEPARATORS_IN_ORDER,
            TRAPS_ANSWERED,
            SWEPT_AFTER_FAULTS,
            ANSWERS_MEAN_INSTALLED,
            TABLES_AS_COMPUTED,
            NUMBERS_KEPT,
            TIMEOUTS_KEPT,
            FOUND_DOWN_IS_DOWN,
            SILENCE_LOOKED_INTO,
            TABLES_GO_FORWARD,
            ONE_TABLE_OF_AN_EPOCH,
            PATHS_AFTER_ENTRIES,
            TABLES_BEFORE_SEPARATORS,
            ROUTED_BY_ITS_CHANGE,
            SEPARATORS_REPEATED,
            SEPARATORS_ANSWERED,
            OLD_HEADS_DISCARDED,
            CHANGE_FOLLOWS,
            REPORTS_KEPT,
            FLOWS_KEPT,
            ONE_MIGRATION,
            MIGRATION_FOLLOWS,
            FOUND_BEFORE_UPDATED,
            ESCAPE_KEPT,
            ANNOUNCED_AS_IT_IS,
            ANNOUNCED_AGAIN,
            KNOWN_FAILURES_AVOIDED,
            MARKS_AS_PATHS_ARE,
            RIGHT_PACKET_CUT);

    private final String broken;

    Promise(String broken) {
        this.broken = broken;
    }

    /** Whether runs alone judge this promise, and models do not. */
    public boolean isOfRunsAlone() {
        return OF_RUNS.contains(this);
    }

    /** A description of the failure, for messages about the broken promise. */
    public String broken() {
        return broken;
    }
}
