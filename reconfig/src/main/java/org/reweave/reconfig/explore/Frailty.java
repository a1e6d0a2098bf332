package org.reweave.reconfig.explore;

import java.util.List;

/**
 * The elements that may fail and the devices whose messages may be lost, as often as the bounds allow.
 *
 * @param links that may fail
 * @param switches that may fail, under schemes without a manager
 * @param mute the devices that messages may be lost to or from
 * @param restarting switches that may restart, each once
 * @param oldTables whether a switch that restarts has the tables of the start, and not none
 * @param away whether a switch that restarts goes down in a step and comes up in another, if at all
 */
public record Frailty(
        List<Integer> links,
        List<Integer> switches,
        List<Integer> mute,
        List<Integer> restarting,
        boolean oldTables,
        boolean away) {
    /** Nothing may fail. */
    public static final Frailty NONE = new Frailty(List.of(), List.of(), List.of(), List.of(), false, false);

    public Frailty {
        links = List.copyOf(links);
        switches = List.copyOf(switches);
        mute = List.copyOf(mute);
        restarting = List.copyOf(restarting);
    }

    public Frailty withLinks(List<Integer> other) {
        return new Frailty(other, switches, mute, restarting, oldTables, away);
    }

    Frailty withSwitches(List<Integer> other) {
        return new Frailty(links, other, mute, restarting, oldTables, away);
    }

    Frailty withMute(List<Integer> devices) {
        return new Frailty(links, switches, devices, restarting, oldTables, away);
    }

    Frailty withRestarting(List<Integer> other) {
        return new Frailty(links, switches, mute, other, oldTables, away);
    }

    Frailty withOldTables() {
        return new Frailty(links, switches, mute, restarting, true, away);
    }

    Frailty withAway() {
        return new Frailty(links, switches, mute, restarting, oldTables, true);
    }
}
