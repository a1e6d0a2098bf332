package org.reweave.emulator.stats;

/**
 * Writes the significant events of a device into its log: one method for each {@link EventKind}, whose parameters are
 * the arguments that the kind names, in that order. Ports count from 1. {@code of} is the number of the manager's
 * change that an event belongs to, 0 = none; events of which the kind's own {@code change} says that have no such
 * parameter.
 */
public final class Events {
    private final DeviceLog log;

    Events(DeviceLog log) {
        this.log = log;
    }

    /** {@link EventKind#PORT_DOWN}. */
    public void portDown(long cycle, int port) {
        log.record(0, cycle, EventKind.PORT_DOWN, port, 0, 0, 0);
    }

    /** {@link EventKind#PORT_UP}. */
    public void portUp(long cycle, int port) {
        log.record(0, cycle, EventKind.PORT_UP, port, 0, 0, 0);
    }

    /** {@link EventKind#DEVICE_DOWN}. */
    public void deviceDown(long cycle) {
        log.record(0, cycle, EventKind.DEVICE_DOWN, 0, 0, 0, 0);
    }

    /** {@link EventKind#DEVICE_UP}. */
    public void deviceUp(long cycle) {
        log.record(0, cycle, EventKind.DEVICE_UP, 0, 0, 0, 0);
    }

    /** {@link EventKind#TRAP_SENT}. */
    public void trapSent(long cycle, int port, boolean up) {
        log.record(0, cycle, EventKind.TRAP_SENT, port, up ? 1 : 0, 0, 0);
    }

    /** {@link EventKind#DETECTED}. */
    public void detected(long cycle, long of, int reporter, int port, boolean up) {
        log.record(of, cycle, EventKind.DETECTED, reporter, port, up ? 1 : 0, 0);
    }

    /** {@link EventKind#SWEEP_DONE}. */
    public void sweepDone(long cycle, long of, int switches, int linksDown, int switchesDown, long began) {
        log.record(of, cycle, EventKind.SWEEP_DONE, switches, linksDown, switchesDown, began);
    }

    /** {@link EventKind#TABLES_READY}. */
    public void tablesReady(long cycle, long change, long since) {
        log.record(change, cycle, EventKind.TABLES_READY, change, since, 0, 0);
    }

    /** {@link EventKind#TABLES_SENT}. */
    public void tablesSent(long cycle, long of, int target, long change, int smps, boolean full) {
        log.record(of, cycle, EventKind.TABLES_SENT, target, change, smps, full ? 1 : 0);
    }

    /** {@link EventKind#INSTALLED}. */
    public void installed(long cycle, long change, long argument) {
        log.record(0, cycle, EventKind.INSTALLED, change, argument, 0, 0);
    }

    /** {@link EventKind#ACKNOWLEDGED}. */
    public void acknowledged(long cycle, long of, int target, long change) {
        log.record(of, cycle, EventKind.ACKNOWLEDGED, target, change, 0, 0);
    }

    /** {@link EventKind#UNREACHABLE}. */
    public void unreachable(long cycle, long of, int target, long change) {
        log.record(of, cycle, EventKind.UNREACHABLE, target, change, 0, 0);
    }

    /** {@link EventKind#UNROUTABLE}. */
    public void unroutable(long cycle, long change) {
        log.record(change, cycle, EventKind.UNROUTABLE, change, 0, 0, 0);
    }

    /** {@link EventKind#RECONFIGURED}. */
    public void reconfigured(long cycle, long change) {
        log.record(change, cycle, EventKind.RECONFIGURED, change, 0, 0, 0);
    }

    /** {@link EventKind#DROPPED}. */
    public void dropped(long cycle, DropCause cause, long packet, int inPort, int outPort, int to) {
        log.record(0, cycle, EventKind.DROPPED, cause.ordinal(), packet, inPort, outPort, to);
    }

    /** {@link EventKind#DISCARDED}. */
    public void discarded(long cycle, int ruleCase, long packet, int inPort, int outPort, int to) {
        log.record(0, cycle, EventKind.DISCARDED, ruleCase, packet, inPort, outPort, to);
    }

    /** {@link EventKind#PACKET_CUT}. */
    public void packetCut(long cycle, long packet, int inPort) {
        log.record(0, cycle, EventKind.PACKET_CUT, packet, inPort, 0, 0);
    }

    /** {@link EventKind#SMP_LOST}. */
    public void smpLost(long cycle, int port) {
        log.record(0, cycle, EventKind.SMP_LOST, port, 0, 0, 0);
    }

    /** {@link EventKind#SMP_RETRIED}. */
    public void smpRetried(long cycle, int target, int attempt) {
        log.record(0, cycle, EventKind.SMP_RETRIED, target, attempt, 0, 0);
    }

    /** {@link EventKind#INJECTION_HALTED}. */
    public void injectionHalted(long cycle) {
        log.record(0, cycle, EventKind.INJECTION_HALTED, 0, 0, 0, 0);
    }

    /** {@link EventKind#INJECTION_RESUMED}. */
    public void injectionResumed(long cycle) {
        log.record(0, cycle, EventKind.INJECTION_RESUMED, 0, 0, 0, 0);
    }

    /** {@link EventKind#DRAINED}. */
    public void drained(long cycle, long change) {
        log.record(change, cycle, EventKind.DRAINED, change, 0, 0, 0);
    }

    /** {@link EventKind#PLANNED_CHANGE}. */
    public void plannedChange(long cycle, long of, int number) {
        log.record(of, cycle, EventKind.PLANNED_CHANGE, number, 0, 0, 0);
    }

    /** {@link EventKind#REDISCOVERY}. */
    public void rediscovery(long cycle, long change) {
        log.record(change, cycle, EventKind.REDISCOVERY, change, 0, 0, 0);
    }

    /** {@link EventKind#NICS_JOINED}. */
    public void nicsJoined(long cycle, long of, long nics) {
        log.record(of, cycle, EventKind.NICS_JOINED, nics, 0, 0, 0);
    }

    /** {@link EventKind#CHANGE_FOUND}. */
    public void changeFound(long cycle, long change, boolean asked, long since) {
        log.record(change, cycle, EventKind.CHANGE_FOUND, change, asked ? 1 : 0, since, 0);
    }

    /** {@link EventKind#TIMED_OUT}. */
    public void timedOut(long cycle, int target, int sequence, long transmissions) {
        log.record(0, cycle, EventKind.TIMED_OUT, target, sequence, transmissions, 0);
    }

    /** {@link EventKind#FLOW_GIVEN_UP}. */
    public void flowGivenUp(long cycle, int target, long messages) {
        log.record(0, cycle, EventKind.FLOW_GIVEN_UP, target, messages, 0, 0);
    }

    /** {@link EventKind#MIGRATED}. */
    public void migrated(long cycle, int destinations) {
        log.record(0, cycle, EventKind.MIGRATED, destinations, 0, 0, 0);
    }

    /** {@link EventKind#REROUTED}. */
    public void rerouted(long cycle, long packet, int inPort, int outPort) {
        log.record(0, cycle, EventKind.REROUTED, packet, inPort, outPort, 0);
    }

    /** {@link EventKind#TURNED_BACK}. */
    public void turnedBack(long cycle, long packet, int inPort, int outPort) {
        log.record(0, cycle, EventKind.TURNED_BACK, packet, inPort, outPort, 0);
    }

    /** {@link EventKind#NOT_TOLERATED}. */
    public void notTolerated(long cycle, long of, long change, int reason, long pairs) {
        log.record(of, cycle, EventKind.NOT_TOLERATED, change, reason, pairs, 0);
    }

    /** {@link EventKind#SEPARATOR_SENT}. */
    public void separatorSent(long cycle, int port, int vl, long mark) {
        log.record(0, cycle, EventKind.SEPARATOR_SENT, port, vl, mark, 0);
    }

    /** {@link EventKind#SEPARATOR_ARRIVED}. */
    public void separatorArrived(long cycle, int port, int vl, long mark) {
        log.record(0, cycle, EventKind.SEPARATOR_ARRIVED, port, vl, mark, 0);
    }

    /** {@link EventKind#SEPARATOR_LOST}. */
    public void separatorLost(long cycle, int port, int vl, long mark) {
        log.record(0, cycle, EventKind.SEPARATOR_LOST, port, vl, mark, 0);
    }

    /** {@link EventKind#TABLES_STORED}. */
    public void tablesStored(long cycle, long change, long argument) {
        log.record(0, cycle, EventKind.TABLES_STORED, change, argument, 0, 0);
    }

    /** {@link EventKind#WAITING_REROUTED}. */
    public void waitingRerouted(long cycle, int packets) {
        log.record(0, cycle, EventKind.WAITING_REROUTED, packets, 0, 0, 0);
    }

    /** {@link EventKind#INJECTION_LANE}. */
    public void injectionLane(long cycle, int vl) {
        log.record(0, cycle, EventKind.INJECTION_LANE, vl, 0, 0, 0);
    }

    /** {@link EventKind#REPORTED}. */
    public void reported(long cycle, long of, int reporter, long message) {
        log.record(of, cycle, EventKind.REPORTED, reporter, message, 0, 0);
    }

    /** {@link EventKind#ALL_STORED}. */
    public void allStored(long cycle, long change) {
        log.record(change, cycle, EventKind.ALL_STORED, change, 0, 0, 0);
    }

    /** {@link EventKind#LANE_EMPTY}. */
    public void laneEmpty(long cycle, long change) {
        log.record(change, cycle, EventKind.LANE_EMPTY, change, 0, 0, 0);
    }

    /** {@link EventKind#ANNOUNCED}. */
    public void announced(long cycle, long number, long message) {
        log.record(0, cycle, EventKind.ANNOUNCED, number, message, 0, 0);
    }

    /** {@link EventKind#BROADCAST_RECEIVED}. */
    public void broadcastReceived(long cycle, int reporter, long number) {
        log.record(0, cycle, EventKind.BROADCAST_RECEIVED, reporter, number, 0, 0);
    }

    /** {@link EventKind#ABANDONED}. */
    public void abandoned(long cycle, long change) {
        log.record(change, cycle, EventKind.ABANDONED, change, 0, 0, 0);
    }

    /** {@link EventKind#DISTURBED}. */
    public void disturbed(long cycle, int site, int target, long occurrence, long amount) {
        log.record(0, cycle, EventKind.DISTURBED, site, target, occurrence, amount);
    }

    /** {@link EventKind#NIC_TOLD}. */
    public void nicTold(long cycle, long argument) {
        log.record(0, cycle, EventKind.NIC_TOLD, argument, 0, 0, 0);
    }

    /** {@link EventKind#REPORT_SENT}. */
    public void reportSent(long cycle, long message, boolean sent) {
        log.record(0, cycle, EventKind.REPORT_SENT, message, sent ? 1 : 0, 0, 0);
    }

    /** {@link EventKind#REQUEST_SENT}. */
    public void requestSent(long cycle, int target, int request, long number, int attempt) {
        log.record(0, cycle, EventKind.REQUEST_SENT, target, request, number, attempt);
    }

    /** {@link EventKind#REQUEST_CAME}. */
    public void requestCame(long cycle, int request, long number) {
        log.record(0, cycle, EventKind.REQUEST_CAME, request, number, 0, 0);
    }

    /** {@link EventKind#ANSWER_CAME}. */
    public void answerCame(long cycle, int target, int request, long number, boolean late) {
        log.record(0, cycle, EventKind.ANSWER_CAME, target, request, number, late ? 1 : 0);
    }

    /** {@link EventKind#CONTROL_FLOODED}. */
    public void controlFlooded(long cycle, long number, long message) {
        log.record(0, cycle, EventKind.CONTROL_FLOODED, number, message, 0, 0);
    }

    /** {@link EventKind#CONTROL_HEARD}. */
    public void controlHeard(long cycle, long number, long message) {
        log.record(0, cycle, EventKind.CONTROL_HEARD, number, message, 0, 0);
    }

    /** {@link EventKind#UNPLANNED_DEVICE}. */
    public void unplannedDevice(long cycle, int target) {
        log.record(0, cycle, EventKind.UNPLANNED_DEVICE, target, 0, 0, 0);
    }

    /** {@link EventKind#UNPLANNED_LINK}. */
    public void unplannedLink(long cycle, int target, int port, int neighbour, int neighbourPort) {
        log.record(0, cycle, EventKind.UNPLANNED_LINK, target, port, neighbour, neighbourPort);
    }

    /** {@link EventKind#MOVED_LINK}. */
    public void movedLink(long cycle, int target, int port, int neighbour, int neighbourPort) {
        log.record(0, cycle, EventKind.MOVED_LINK, target, port, neighbour, neighbourPort);
    }

    /** {@link EventKind#MISSING_LINK}. */
    public void missingLink(long cycle, int target, int port, int neighbour, int neighbourPort) {
        log.record(0, cycle, EventKind.MISSING_LINK, target, port, neighbour, neighbourPort);
    }

    /** {@link EventKind#BRING_UP}. */
    public void bringUp(long cycle) {
        log.record(0, cycle, EventKind.BRING_UP, 0, 0, 0, 0);
    }

    /** {@link EventKind#MANAGER_HANGS}. */
    public void managerHangs(long cycle, long until) {
        log.record(0, cycle, EventKind.MANAGER_HANGS, until, 0, 0, 0);
    }

    /** {@link EventKind#TOOK_OVER}. */
    public void tookOver(long cycle, long term, long answered) {
        log.record(0, cycle, EventKind.TOOK_OVER, term, answered, 0, 0);
    }

    /** {@link EventKind#RETIRED}. */
    public void retired(long cycle, long term) {
        log.record(0, cycle, EventKind.RETIRED, term, 0, 0, 0);
    }
}
