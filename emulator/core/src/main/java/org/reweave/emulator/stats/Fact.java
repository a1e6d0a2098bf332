package org.reweave.emulator.stats;

/**
 * What a judge compares between devices and that is no event: a journal does without, since only a witness of the
 * devices is told. The arguments are described per kind.
 */
public enum Fact {
    /** The manager has an update for a device. (device, change, digest of the tables or paths that it is to have) */
    UPDATE_BEGUN,
    /** A device has all of an update and uses it, or keeps it beside what it uses. (change, digest of it) */
    UPDATE_HELD,
    /** The manager takes an answer for that of a request. (number of the request, number of the answer) */
    ANSWER_TAKEN,
    /** The manager waits no longer for a try of a request. (number of the request, 1 = there is no further try) */
    TRY_OVER,
    /** A discovery begins that asks devices. () */
    DISCOVERY_BEGUN,
    /** A discovery asks a switch no longer, which has not answered. (device) */
    ASKED_IN_VAIN,
    /** A discovery that is over has found a NIC. (device) */
    NIC_FOUND,
    /** The manager or a switch's agent sets a timer of its own. (timer, cycle at which it runs out; -1 = never) */
    TIMER_SET,
    /** A timer of the manager or of a switch's agent runs out. (timer) */
    TIMER_OVER,
    /** A switch's agent has the stored tables asked for the way of a packet, told next. (argument of these tables) */
    STORED_ASKED,
    /** A switch has chosen the way of a packet, for the first time or again. (packet) */
    ROUTED,
    /** A head has but one way, without room, and the scheme's agent was asked about it. (packet, its verdict) */
    NO_ROOM,
    /** A head is discarded by the scheme, which was asked about its ways. (packet, 0, 1 = one of them has room) */
    GIVEN_UP,
    /** A device's agent appends a separator at a working port. (port from 1, VL, mark) */
    SEPARATOR_APPENDED,
    /** The manager sends a control packet to one device. (device, control word) */
    CONTROL_SENT,
    /** A device's agent takes a control packet, of the manager or of a broadcast. (control word) */
    CONTROL_TAKEN,
    /** A NIC takes a packet of a flow, to hand its message over when it is the next one. (source NIC, sequence) */
    FLOW_TAKEN,
    /** A NIC takes a packet of a flow that has come before. (source NIC, sequence) */
    FLOW_REPEATED,
    /** A NIC hands a packet of a flow over, in its place. (source NIC, sequence) */
    FLOW_HANDED_OVER,
    /** A NIC keeps a packet of a flow no longer, which has been acknowledged. (destination NIC, sequence) */
    FLOW_ENDED,
    /** A NIC goes over to another path by itself. (destination, when the packet was sent that tells) */
    WENT_OVER,
    /** A device takes a packet that spreads over the network. (device that announces or -1 = the manager, number) */
    FLOOD_TAKEN
}
