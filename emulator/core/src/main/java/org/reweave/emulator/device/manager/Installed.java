package org.reweave.emulator.device.manager;

import java.util.Arrays;
import java.util.Objects;
import org.reweave.emulator.device.TableState;
import org.reweave.reconfig.paths.DeviceTables;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.ForwardingTable;

/**
 * The manager's records of the tables that each device has, was sent, or is to have. Tables are shared and never
 * changed; those of the start are not written into states.
 */
final class Installed {
    private static final int UNKNOWN = 0;
    private static final int AS_AT_START = 1;
    private static final int OTHER = 2;

    private final DeviceTables atStart;
    private final int switches;
    private final ForwardingTable[] lft; // by switch
    private final long[][] lanes; // by switch; null = unknown
    private final HeldPaths[] paths; // by NIC; null = unknown

    Installed(DeviceTables atStart, DeviceTables tables) {
        this.atStart = atStart;
        this.switches = atStart.lft().length;
        this.lft = tables.lft().clone();
        this.lanes = tables.lanes().clone();
        this.paths = tables.paths().clone();
        for (int device = 0; device < switches; device++) {
            lft[device] = lft[device].sharedWith(atStart.lft()[device]);
            lanes[device] =
                    Arrays.equals(atStart.lanes()[device], lanes[device]) ? atStart.lanes()[device] : lanes[device];
        }
        for (int nic = 0; nic < paths.length; nic++) {
            paths[nic] = atStart.paths()[nic].equals(paths[nic]) ? atStart.paths()[nic] : paths[nic];
        }
    }

    int registers() {
        return atStart.registers();
    }

    /** Only while everything is known. */
    DeviceTables tables() {
        return new DeviceTables(atStart.registers(), lft.clone(), lanes.clone(), paths.clone());
    }

    private boolean isSwitch(int device) {
        return device < switches;
    }

    boolean isKnown(int device) {
        return isSwitch(device) ? lanes[device] != null : paths[device - switches] != null;
    }

    void forget(int device) {
        if (isSwitch(device)) {
            lanes[device] = null;
        } else {
            paths[device - switches] = null;
        }
    }

    ForwardingTable lft(int switchDevice) {
        return lft[switchDevice];
    }

    long[] lanes(int switchDevice) {
        return lanes[switchDevice];
    }

    HeldPaths paths(int nicDevice) {
        return paths[nicDevice - switches];
    }

    void set(int device, Installed other) {
        if (isSwitch(device)) {
            lanes[device] = other.lanes[device];
            lft[device] = other.lft[device];
        } else {
            paths[device - switches] = other.paths[device - switches];
        }
    }

    boolean sameAs(Installed other, int device) {
        return isSwitch(device)
                ? Arrays.equals(lanes[device], other.lanes[device]) && lft[device].equals(other.lft[device])
                : Objects.equals(paths(device), other.paths(device));
    }

    void visit(StateVisitor state) {
        for (int device = 0; device < switches; device++) {
            int kind = state.value(kind(device));
            if (kind == OTHER) {
                lanes[device] = state.array(lanes[device]);
                lft[device] = TableState.visit(state, lft[device], atStart.lft()[device]);
            } else if (state.isReading()) {
                lanes[device] = kind == UNKNOWN ? null : atStart.lanes()[device];
                lft[device] = atStart.lft()[device];
            }
        }
        for (int nic = 0; nic < paths.length; nic++) {
            int kind = state.value(kind(switches + nic));
            if (kind == OTHER) {
                paths[nic] = HeldPaths.of(state.array(state.isReading() ? new long[0] : paths[nic].toArray()));
            } else if (state.isReading()) {
                paths[nic] = kind == UNKNOWN ? null : atStart.paths()[nic];
            }
        }
    }

    private int kind(int device) {
        boolean first = isSwitch(device)
                ? lanes[device] == atStart.lanes()[device] && lft[device].equals(atStart.lft()[device])
                : Objects.equals(paths(device), atStart.paths()[device - switches]);
        return !isKnown(device) ? UNKNOWN : first ? AS_AT_START : OTHER;
    }
}
