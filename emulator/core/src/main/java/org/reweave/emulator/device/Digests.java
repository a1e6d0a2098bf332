package org.reweave.emulator.device;

import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.routing.model.Mix;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.RoutingTables;

/** Digests of tables and paths: equal tables have equal digests, however long they are. */
public final class Digests {
    private static final long LANES = 1L << 40;
    private static final long DEPENDENCIES = 2L << 40;

    private Digests() {}

    /** Of a switch's tables. */
    public static long of(ForwardingTable lft, long[] lanes, long[] dependencies) {
        long digest = words(lanes, LANES) + words(dependencies, DEPENDENCIES);
        for (int lid = 0; lid < lft.length(); lid++) {
            int port = lft.port(lid);
            digest += port == RoutingTables.UNREACHABLE ? 0 : Mix.mix((long) lid << 8 | port);
        }
        return digest;
    }

    /** Of a NIC's paths. */
    public static long of(HeldPaths paths) {
        return words(paths.toArray(), 0);
    }

    private static long words(long[] words, long kind) {
        long digest = 0;
        for (int place = 0; place < words.length; place++) {
            digest += words[place] == 0 ? 0 : Mix.mix(Mix.mix(kind | place) ^ words[place]);
        }
        return digest;
    }
}
