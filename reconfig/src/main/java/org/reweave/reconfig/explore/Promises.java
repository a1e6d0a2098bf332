package org.reweave.reconfig.explore;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.reconfig.spi.Milestone;

/** What each scheme promises, and whoever watches whether it is kept. */
public final class Promises {
    private static final Set<Promise> BASIC = EnumSet.of(
            Promise.RUN_ENDS,
            Promise.ALL_ON_NEW,
            Promise.DONE_MEANS_INSTALLED,
            Promise.ALL_INJECT,
            Promise.NO_DISCARD_WITH_ROOM,
            Promise.ALWAYS_A_WAY,
            Promise.RIGHT_NIC,
            Promise.NO_BROKEN_INVARIANT);

    private static final Map<String, Set<Promise>> BY_SCHEME = Map.of(
            "naive", with(BASIC, Promise.NO_DISCARD),
            "static",
                    with(
                            BASIC,
                            Promise.NO_DISCARD,
                            Promise.NO_DEADLOCK,
                            Promise.DRAINED_IS_EMPTY,
                            Promise.TABLES_TO_EMPTY_FABRIC),
            "ebr", with(BASIC, Promise.NO_DEADLOCK, Promise.LISTED_CASES_ONLY),
            "ebrd", with(BASIC, Promise.NO_DEADLOCK, Promise.LISTED_CASES_ONLY),
            "sr-pda", without(with(BASIC, Promise.NO_DEADLOCK), Promise.NO_DISCARD_WITH_ROOM),
            "double-scheme", with(BASIC, Promise.NO_DEADLOCK),
            "sr-la", without(with(BASIC, Promise.NO_DEADLOCK), Promise.NO_DISCARD_WITH_ROOM));

    /** Schemes that lose nothing but to mishaps: a second change before the first is complete. */
    private static final Set<String> CALM = Set.of("sr-pda", "sr-la", "double-scheme");

    /** Schemes whose devices change by the manager's SMPs alone: no separators, no reports, no counting of packets. */
    private static final Set<String> LOCAL = Set.of("naive", "static", "ebr", "ebrd");

    /** Rows of thesis Table 6.2 that say yes, by the numbers under which they are reported. */
    private static final List<Integer> EPOCH_CASES = List.of(2, 3, 5, 6, 8, 9, 11, 12, 14, 17, 20, 21, 23);

    private Promises() {}

    private static Set<Promise> with(Set<Promise> some, Promise... more) {
        Set<Promise> all = EnumSet.copyOf(some);
        all.addAll(List.of(more));
        return Set.copyOf(all);
    }

    private static Set<Promise> without(Set<Promise> some, Promise one) {
        Set<Promise> fewer = EnumSet.copyOf(some);
        fewer.remove(one);
        return Set.copyOf(fewer);
    }

    /** What a model's scheme promises in this model. */
    public static Set<Promise> of(Model model) {
        Set<Promise> promises = EnumSet.copyOf(of(model.scheme().name()));
        if (model.options().tablesAtOnce()) {
            promises.remove(Promise.TABLES_TO_EMPTY_FABRIC);
            promises.remove(Promise.NO_DEADLOCK);
        }
        boolean calm = model.bounds().faults() == 0 && model.bounds().losses() == 0;
        if (calm && model.options().watchesEpochs()) {
            promises.add(Promise.NO_WAIT_IN_VAIN);
        }
        if (calm && CALM.contains(model.scheme().name())) {
            promises.add(Promise.NO_DISCARD);
            promises.add(Promise.NO_WAIT_IN_VAIN);
        }
        return promises;
    }

    /** @throws IllegalArgumentException for a scheme whose promises nobody has written down */
    static Set<Promise> of(String scheme) {
        Set<Promise> promises = BY_SCHEME.get(scheme);
        if (promises == null) {
            throw new IllegalArgumentException("what scheme '" + scheme + "' promises is not written down in "
                    + Promises.class.getSimpleName() + "; known: " + BY_SCHEME.keySet());
        }
        return promises;
    }

    /** The schemes whose promises are written down. */
    static Set<String> schemes() {
        return BY_SCHEME.keySet();
    }

    static boolean areLocal(Model model) {
        return LOCAL.contains(model.scheme().name()) && !model.options().watchesEpochs();
    }

    /** Looks at what happens in a world and notes the first promise that it breaks. */
    static final class Watch {
        private final Set<Promise> promises;
        private final World world;
        private Promise broken;
        private String how;

        Watch(Set<Promise> promises, World world) {
            this.promises = promises;
            this.world = world;
        }

        void clear() {
            broken = null;
            how = null;
        }

        Promise broken() {
            return broken;
        }

        String how() {
            return how;
        }

        void breaks(Promise promise, String text) {
            if (broken == null && promises.contains(promise)) {
                broken = promise;
                how = text;
            }
        }

        private String name(int device) {
            return world.fabric.deviceName(device);
        }

        void discarded(int packet, int device, int ruleCase, boolean room) {
            String text = "packet " + packet + " at " + name(device) + ", case " + ruleCase;
            if (room) {
                breaks(Promise.NO_DISCARD_WITH_ROOM, text);
            }
            breaks(Promise.NO_DISCARD, text);
            breaks(Promise.LOST_ONLY_WITH_FAULT, text);
            if (!EPOCH_CASES.contains(ruleCase)) {
                breaks(Promise.LISTED_CASES_ONLY, text);
            }
        }

        void unreachable(int packet, int device) {
            String text = "packet " + packet + " at " + name(device);
            breaks(Promise.ALWAYS_A_WAY, text);
            breaks(Promise.LOST_ONLY_WITH_FAULT, text);
        }

        void deadOutput(int packet, int device) {
            breaks(Promise.LOST_ONLY_WITH_FAULT, "packet " + packet + " at " + name(device) + ", for a dead link");
        }

        void delivered(int packet, int device) {
            if (device != world.destinationDevice(packet)) {
                breaks(Promise.RIGHT_NIC, "packet " + packet + " at " + name(device));
            }
        }

        void tablesSent(int device) {
            if (!world.isEmpty()) {
                breaks(Promise.TABLES_TO_EMPTY_FABRIC, "tables are sent to " + name(device));
            }
        }

        void reached(Milestone milestone) {
            if (milestone == Milestone.DRAINED && !world.isEmpty()) {
                breaks(Promise.DRAINED_IS_EMPTY, "the manager says that the fabric is drained");
            }
        }

        void done() {
            if (world.phase != World.Phase.SETTLING && !world.doubtful) {
                behind(Promise.DONE_MEANS_INSTALLED);
            }
        }

        private void behind(Promise promise) {
            for (int device = 0; device < world.fabric.switchCount(); device++) {
                if (world.tables[device] != world.target) {
                    breaks(promise, name(device) + " has older tables");
                }
            }
        }

        /** Nothing has to happen any more. */
        void end() {
            for (int packet = 0; packet < world.fate.length; packet++) {
                if (world.fate[packet] == Fate.TRAVELLING) {
                    breaks(Promise.NO_DEADLOCK, "packet " + packet + " and whatever it waits for");
                }
            }
            if (world.phase != World.Phase.IDLE) {
                breaks(Promise.RUN_ENDS, "the manager waits for ever, phase " + world.phase);
            }
            if (world.target != Tables.BEFORE || world.change > 0) {
                behind(Promise.ALL_ON_NEW);
            }
        }

        void halted(int nicDevice) {
            breaks(Promise.ALL_INJECT, name(nicDevice));
        }
    }
}
