package org.reweave.reconfig.explore;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.reconfig.ddrc.Ddrc;
import org.reweave.reconfig.spi.DdrcMode;

/** What each scheme promises. */
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

    private static final Set<Promise> ON_PATHS = with(
            BASIC, Promise.NO_DEADLOCK, Promise.NICS_SWITCHED_OVER, Promise.PATHS_LEAD_THERE, Promise.PATHS_COMPLETE);

    private static final Set<Promise> ADDED_OR_ROUTED =
            with(ON_PATHS, Promise.EVERY_PAIR_HAS_A_PATH, Promise.PATHS_DISCARD_NOTHING, Promise.LISTED_CASES_ONLY);

    private static final Set<Promise> WITH_SEPARATORS =
            without(with(BASIC, Promise.NO_DEADLOCK), Promise.NO_DISCARD_WITH_ROOM);

    private static final Set<Promise> REROUTED = Set.of(
            Promise.RUN_ENDS,
            Promise.NO_LIVELOCK,
            Promise.NO_DEADLOCK,
            Promise.LOST_ONLY_WITH_FAULT,
            Promise.RIGHT_NIC,
            Promise.NO_BROKEN_INVARIANT);

    private static final Set<Promise> DRAINED = with(
            BASIC, Promise.NO_DISCARD, Promise.NO_DEADLOCK, Promise.DRAINED_IS_EMPTY, Promise.TABLES_TO_EMPTY_FABRIC);

    private static final Set<Promise> WITH_EPOCHS = with(BASIC, Promise.NO_DEADLOCK, Promise.LISTED_CASES_ONLY);

    private static final Set<Promise> UP_AND_DOWN =
            without(with(BASIC, Promise.NO_LIVELOCK, Promise.NO_DEADLOCK, Promise.NO_DISCARD), Promise.ALWAYS_A_WAY);

    private static final Map<String, Set<Promise>> BY_SCHEME = Map.ofEntries(
            Map.entry("naive", with(BASIC, Promise.NO_DISCARD)),
            Map.entry("static", DRAINED),
            Map.entry("ebr", WITH_EPOCHS),
            Map.entry("ebrd", WITH_EPOCHS),
            Map.entry("sr-pda", WITH_SEPARATORS),
            Map.entry("sr-la", WITH_SEPARATORS),
            Map.entry("double-scheme", with(BASIC, Promise.NO_DEADLOCK)),
            Map.entry("ddrc", UP_AND_DOWN),
            Map.entry("dlr", REROUTED),
            Map.entry("hybrid", with(BASIC, REROUTED.toArray(Promise[]::new))),
            Map.entry("rftr", ADDED_OR_ROUTED),
            Map.entry("apm", with(ON_PATHS, Promise.NO_DISCARD)),
            Map.entry("combined", ADDED_OR_ROUTED));

    /**
     * DDRC with source routing: packets on routes of any time cannot deadlock; what NICs are told they are told at
     * last, unless it is lost.
     */
    private static final Set<Promise> SOURCE_ROUTED = with(BASIC, Promise.NO_DEADLOCK, Promise.NICS_KNOW);

    /** Schemes that lose nothing but to mishaps: a second change before the first is complete. */
    private static final Set<String> CALM = Set.of("sr-pda", "sr-la", "double-scheme");

    /** Schemes whose switches send packets round faults by themselves. */
    private static final Set<String> REROUTING = Set.of("dlr", "hybrid");

    /**
     * Schemes whose agents let go whatever has room, remember nothing of it, and do nothing when a table comes in
     * force.
     */
    private static final Set<String> PLAIN = Set.of("dlr", "ddrc", "hybrid");

    /** Schemes whose devices change by the manager's SMPs alone: no separators, no reports, no counting of packets. */
    private static final Set<String> LOCAL = Set.of("naive", "static", "ebr", "ebrd", "rftr", "apm", "combined");

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
        Set<Promise> promises = EnumSet.copyOf(
                isSourceRouted(model) ? SOURCE_ROUTED : of(model.scheme().name()));
        if (isSourceRouted(model) && model.bounds().losses() > 0) {
            promises.remove(Promise.NICS_KNOW);
        }
        if (isSourceRouted(model) && model.bounds().faults() < 2) {
            promises.add(Promise.NO_DISCARD);
        }
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
        if (reroutes(model) && model.bounds().faults() >= model.fabric().shape().dimensions()[1]) {
            promises.removeAll(
                    Set.of(Promise.LOST_ONLY_WITH_FAULT, Promise.ALWAYS_A_WAY)); // k faults, fat-tree paper §V.B
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

    /** Whether NICs write routes, so that packets follow no tables. */
    static boolean isSourceRouted(Model model) {
        return model.scheme().name().equals(Ddrc.NAME) && model.options().ddrc() == DdrcMode.SOURCE_BROADCAST;
    }

    static boolean areLocal(Model model) {
        return LOCAL.contains(model.scheme().name()) && !model.options().watchesEpochs();
    }

    static boolean reroutes(Model model) {
        return REROUTING.contains(model.scheme().name());
    }

    static boolean arePlain(Model model) {
        return PLAIN.contains(model.scheme().name()) && !isSourceRouted(model);
    }
}
