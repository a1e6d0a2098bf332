package org.reweave.routing.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;

/**
 * Reads OpenSM's {@code opensm-sl2vl.dump}: per switch a row for every (in port, out port), per CA port one row
 * {@code 0 0}, each with the VLs of SL 0 to 15.
 */
final class SlToVlReader {
    private static final int LEVELS = 16;
    private static final int MAX_VL = 15;
    private static final byte UNSET = -1;
    private static final Pattern HEAD =
            Pattern.compile("(Switch|Channel Adapter|Router) 0x([0-9a-fA-F]{1,16}), base LID (\\d{1,5}), \"(.*)\"");
    private static final Pattern ROW = Pattern.compile("(\\d{1,3})\\s+(\\d{1,3})\\s*:((?:\\s+\\d{1,2}){16})");

    private final Fabric fabric;
    private final LidOwners owners;
    private final byte[][] lane; // [device][(in * (ports + 1) + out) * 16 + SL]; null = no section
    private final Map<Integer, Integer> lineOfLid = new HashMap<>();
    private int laneCount = 1;
    private boolean discards;
    private int conflicts;
    private String firstConflict;
    private int foreign;

    SlToVlReader(Fabric fabric, LidOwners owners) {
        this.fabric = fabric;
        this.owners = owners;
        this.lane = new byte[fabric.deviceCount()][];
    }

    /** @throws FabricFormatException with the line that makes no sense */
    void read(BoundedLines text) throws IOException {
        boolean skipping = false;
        int lid = 0;
        for (String next = text.next(); next != null; next = text.next()) {
            String line = next.stripTrailing();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            boolean isRow = line.charAt(0) <= '9';
            Matcher head = isRow ? null : HEAD.matcher(line);
            if (head != null && head.matches()) {
                lid = Integer.parseInt(head.group(3));
                skipping = !begin(text, head.group(1).equals("Switch"), lid, head.group(2));
            } else if (lid > 0) {
                row(text, line, lid, skipping);
            } else {
                throw text.refuse(
                        "found '" + LineCursor.shown(line) + "'", "'Switch 0x.., base LID N, \"..\"' before any row");
            }
        }
    }

    /** @return whether the fabric has the device */
    private boolean begin(BoundedLines text, boolean isSwitch, int lid, String guid) {
        Integer first = lineOfLid.putIfAbsent(lid, text.number());
        if (lid < 1 || first != null) {
            throw text.refuse(
                    first == null ? "LID " + lid : "a second section of LID " + lid + ", the first is in line " + first,
                    "every LID once, from 1");
        }
        if (!isSwitch && owners.nicOf(lid) < 0) {
            foreign++;
            return false;
        }
        int device = isSwitch ? owners.requireSwitch(text, lid, guid) : owners.nicOf(lid);
        if (lane[device] == null) {
            int ports = fabric.portCount(device) + 1;
            lane[device] = new byte[ports * ports * LEVELS];
            Arrays.fill(lane[device], UNSET);
        }
        return true;
    }

    private void row(BoundedLines text, String line, int lid, boolean skipping) {
        Matcher row = ROW.matcher(line);
        if (!row.matches()) {
            throw text.refuse("found '" + LineCursor.shown(line) + "'", "in port, out port, ':' and 16 VLs");
        }
        if (skipping) {
            return;
        }
        boolean isSwitch = owners.switchOf(lid) >= 0;
        int device = isSwitch ? owners.switchOf(lid) : owners.nicOf(lid);
        int limit = isSwitch ? fabric.portCount(device) : 0;
        int in = port(text, row.group(1), limit, device);
        int out = port(text, row.group(2), limit, device);
        int cell = cell(device, in, isSwitch ? out : owners.nicPort(lid));
        String[] vls = row.group(3).strip().split("\\s+");
        for (int level = 0; level < LEVELS; level++) {
            int vl = Integer.parseInt(vls[level]);
            if (vl > MAX_VL) {
                throw text.refuse("VL " + vl + " for SL " + level, "0 to " + MAX_VL);
            }
            put(text, cell + level, device, vl);
        }
    }

    private int port(BoundedLines text, String number, int limit, int device) {
        int port = Integer.parseInt(number);
        if (port > limit) {
            throw text.refuse("port " + port, "a port of " + fabric.deviceName(device) + ", 0 to " + limit);
        }
        return port;
    }

    private int cell(int device, int in, int out) {
        return (in * (fabric.portCount(device) + 1) + out) * LEVELS;
    }

    private void put(BoundedLines text, int cell, int device, int vl) {
        byte known = lane[device][cell];
        if (known != UNSET && known != vl) {
            conflicts++;
            if (firstConflict == null) {
                firstConflict = text.source() + ":" + text.number() + ": " + fabric.deviceName(device) + " SL "
                        + cell % LEVELS + " is VL " + vl + " here and VL " + known + " before";
            }
            return;
        }
        lane[device][cell] = (byte) vl;
        discards |= vl == SlToVl.DISCARD;
        laneCount = vl == SlToVl.DISCARD ? laneCount : Math.max(laneCount, vl + 1);
    }

    /** The rule that was read. */
    SlToVl rule() {
        return new Rule(this);
    }

    /** Adds what was odd. */
    void remark(List<String> remarks) {
        if (conflicts > 0) {
            remarks.add(conflicts + " mapping conflicts, the first VL given is taken; " + firstConflict);
        }
        int missing = 0;
        for (int s = 0; s < fabric.switchCount(); s++) {
            missing += missingRows(s);
        }
        if (missing > 0) {
            remarks.add(missing + " (in port, out port) pairs of switches have no SLtoVL row; VL 0 is assumed");
        }
        if (foreign > 0) {
            remarks.add(
                    foreign + " SLtoVL sections are of adapters that " + fabric.name() + " does not have; not used");
        }
    }

    private int missingRows(int switchDevice) {
        int missing = 0;
        for (int in = 1; in <= fabric.portCount(switchDevice); in++) {
            for (int out = 1; out <= fabric.portCount(switchDevice); out++) {
                boolean used = in != out && fabric.link(switchDevice, in) >= 0 && fabric.link(switchDevice, out) >= 0;
                byte[] lanes = lane[switchDevice];
                missing += used && (lanes == null || lanes[cell(switchDevice, in, out)] == UNSET) ? 1 : 0;
            }
        }
        return missing;
    }

    private static final class Rule implements SlToVl {
        private final SlToVlReader read;

        Rule(SlToVlReader read) {
            this.read = read;
        }

        @Override
        public int lane(int device, int inPort, int outPort, int level) {
            byte[] lanes = read.lane[device];
            return lanes == null ? 0 : Math.max(0, lanes[read.cell(device, inPort, outPort) + level]);
        }

        @Override
        public int laneCount() {
            return read.laneCount;
        }

        @Override
        public int conflictCount() {
            return read.conflicts;
        }

        @Override
        public boolean discards() {
            return read.discards;
        }
    }
}
