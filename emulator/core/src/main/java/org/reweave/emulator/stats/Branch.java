package org.reweave.emulator.stats;

/** Groups of decisions of devices that are no events: by these a race sees what its runs have reached. */
public enum Branch {
    /** An input has come to the manager in a phase: {@code updating trapped}. */
    MANAGER,
    /** Something has befallen an SMP of a kind at the device that it is for: {@code update overtaken}. */
    MESSAGE,
    /** An input has come to a switch's agent in a state of the switch's tables: {@code link-down stored}. */
    AGENT,
    /** A part of an update has come: {@code first of several}. */
    TABLE
}
