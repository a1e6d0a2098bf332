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
    /** The manager sends a request, for the first time or again. (device, number of the request) */
    REQUEST_SENT,
    /** The manager takes an answer for that of a request. (number of the request, number of the answer) */
    ANSWER_TAKEN,
    /** The manager waits no longer for a try of a request. (number of the request, 1 = there is no further try) */
    TRY_OVER,
    /** The manager sets a timer of its own. (timer, cycle at which it runs out; -1 = it does not any more) */
    TIMER_SET,
    /** A timer of the manager runs out. (timer) */
    TIMER_OVER,
    /** A device takes a packet that spreads over the network. (device that announces or -1 = the manager, number) */
    FLOOD_TAKEN
}
