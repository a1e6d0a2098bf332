package org.reweave.emulator.device.nic;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.reweave.emulator.device.Digests;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The paths of one NIC, and the blocks of their next update until all have come. Per destination there are one or more
 * registers, two as Automatic Path Migration has them (thesis §4.1): a path may stand in each, and one of them is in
 * use. Only the manager writes them; the NIC goes over to another one by itself when the one in use is marked as
 * failed, or when its packets are not acknowledged.
 *
 * <pre>
 *  words: see {@link HeldPaths}
 *  path:  see {@link Path}
 *  entry: a path, in 0..23 its place among the words, and 63 set
 *  </pre>
 *
 * A trail is a header word whose meaning is the routing's own.
 */
public final class PathRegisters {
    private static final long PLACE = 0xffffff;
    private static final long PRESENT = 1L << 63;

    private final int destinations;
    private final int registers;
    private final DeviceLog log;
    private final HeldPaths atStart;
    private long[] words; // null = as at the start
    // The following are empty where there is one register a destination.
    private final byte[] inUse; // by destination: the register
    private final long[] since; // by destination: cycle in which the NIC went over by itself
    private long[][] staged = new long[0][]; // by block: its words; empty = has not come
    private int stagedCount;
    private long stagedChange;
    private long installedChange;

    PathRegisters(int destinations, int registers, HeldPaths atStart, DeviceLog log) {
        this.destinations = destinations;
        this.registers = registers;
        this.log = log;
        this.atStart = atStart;
        this.inUse = new byte[registers > 1 ? destinations : 0];
        this.since = new long[registers > 1 ? destinations : 0];
    }

    public static long entry(int place, long path) {
        return place | path | PRESENT;
    }

    /** The paths in words; a digest tells them apart. */
    Map<String, Object> describe() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("change", installedChange);
        int hash = words == null ? atStart.hashCode() : Arrays.hashCode(words);
        all.put("digest", String.format("%08x", 31 * hash + Arrays.hashCode(inUse)));
        return all;
    }

    // ---- sending ----

    private int place(int destination) {
        return registers == 1 ? destination : destination * registers + inUse[destination];
    }

    private long word(int place) {
        return words == null ? atStart.at(place) : words[place];
    }

    private long current(int destination) {
        return word(place(destination));
    }

    /** The DLID to send to a destination; 0 = there is no path. */
    int address(int destination) {
        return Path.destinationLid(current(destination));
    }

    int level(int destination) {
        return Path.level(current(destination));
    }

    int lane(int destination) {
        return Path.lane(current(destination));
    }

    long trail(int destination) {
        int place = place(destination);
        int trails = destinations * registers;
        return atStart.size() > trails ? word(trails + place) : 0;
    }

    /**
     * Goes over to the next path of a destination that can be used.
     *
     * @return whether there is another one
     */
    boolean migrate(int destination) {
        for (int step = 1; step < registers; step++) {
            int register = (inUse[destination] + step) % registers;
            if (Path.isUsable(word(destination * registers + register))) {
                inUse[destination] = (byte) register;
                return true;
            }
        }
        return false;
    }

    /**
     * A packet to a destination was not acknowledged: goes over, unless that has happened since the packet was sent.
     *
     * @param sent cycle in which it was
     */
    void timedOut(int destination, long sent, long cycle) {
        if (registers > 1 && sent >= since[destination] && migrate(destination)) {
            since[destination] = cycle;
            log.fact(cycle, Fact.WENT_OVER, destination, sent);
            log.events().migrated(cycle, 1);
        }
    }

    /**
     * Goes over wherever the path in use cannot be used and another one can.
     *
     * @return destinations for which it did
     */
    private int migrateAll() {
        int migrated = 0;
        for (int destination = 0; destination < destinations; destination++) {
            migrated += !Path.isUsable(current(destination)) && migrate(destination) ? 1 : 0;
        }
        return migrated;
    }

    // ---- updates ----

    /**
     * Takes one SMP of an update; see {@link Update}.
     *
     * @return whether this completed it: the new paths are in force from now on
     */
    boolean update(Smp smp, long cycle) {
        long head = smp.payload(0);
        long change = Update.change(head);
        if (change <= installedChange || change < stagedChange) {
            return false; // sent again because our answer was late or lost, or overtaken by a newer change
        }
        int total = Update.total(head);
        boolean fromNothing = Update.basis(head) == Update.Basis.NOTHING;
        if (change == stagedChange && !fromNothing && isStagedFromNothing()) {
            return false; // of an update that the manager gave up before it sent all paths anew
        }
        if (change != stagedChange || fromNothing && !isStagedFromNothing()) {
            stagedChange = change;
            stagedCount = 0;
            staged = new long[total][0];
        }
        for (int at = 0; total > 0 && at < smp.payloadWords(); at += Update.BLOCK_WORDS) {
            stage(smp, at);
        }
        if (stagedCount < total) {
            return false;
        }
        install(cycle);
        installedChange = change;
        log.fact(cycle, Fact.UPDATE_HELD, change, 0, () -> Digests.of(words == null ? atStart : HeldPaths.of(words)));
        log.events().installed(cycle, change, smp.argument());
        return true;
    }

    private boolean isStagedFromNothing() {
        for (long[] block : staged) {
            if (block.length > 0) {
                return Update.basis(block[0]) == Update.Basis.NOTHING;
            }
        }
        return false;
    }

    /** @param at where a block begins in the payload */
    private void stage(Smp smp, int at) {
        int block = Update.block(smp.payload(at));
        if (staged[block].length == 0) {
            staged[block] = new long[Update.BLOCK_WORDS];
            for (int i = 0; i < Update.BLOCK_WORDS; i++) {
                staged[block][i] = smp.payload(at + i);
            }
            stagedCount++;
        }
    }

    private void install(long cycle) {
        if (staged.length > 0) {
            boolean anew = Update.basis(staged[0][0]) == Update.Basis.NOTHING;
            words = anew ? new long[atStart.size()] : words == null ? atStart.toArray() : words;
        }
        for (long[] block : staged) {
            write(block);
        }
        log.paths(cycle, () -> words == null ? atStart : HeldPaths.of(words.clone()));
        staged = new long[0][];
        int migrated = migrateAll();
        if (migrated > 0) {
            log.events().migrated(cycle, migrated);
        }
    }

    private void write(long[] block) {
        int kind = Update.kind(block[0]);
        if (kind == Update.FAILED) {
            for (int i = 2; i < block.length; i++) {
                mark(64 * ((int) block[1] + i - 2), block[i]);
            }
            return;
        }
        int step = kind == Update.TRAILS ? 2 : 1;
        for (int i = 1; i < block.length; i += step) {
            if ((block[i] & PRESENT) != 0) {
                int place = (int) (block[i] & PLACE);
                words[place] = block[i] & ~(PLACE | PRESENT);
                if (kind == Update.TRAILS) {
                    words[destinations * registers + place] = block[i + 1];
                }
            }
        }
    }

    private void mark(int from, long failed) {
        int end = Math.min(from + 64, destinations * registers);
        for (int place = from; place < end; place++) {
            long plain = Path.plain(words[place]);
            words[place] = (failed >>> (place - from) & 1) != 0 ? Path.failed(plain) : plain;
        }
    }

    // ---- state ----

    void visit(StateVisitor state) {
        words = state.value(words != null) ? state.array(words) : null;
        System.arraycopy(state.array(inUse), 0, inUse, 0, inUse.length);
        state.values(since);
        int blocks = state.count(staged.length);
        if (state.isReading()) {
            staged = new long[blocks][];
        }
        for (int block = 0; block < blocks; block++) {
            staged[block] = state.array(staged[block]);
        }
        stagedCount = state.value(stagedCount);
        stagedChange = state.value(stagedChange);
        installedChange = state.value(installedChange);
    }
}
