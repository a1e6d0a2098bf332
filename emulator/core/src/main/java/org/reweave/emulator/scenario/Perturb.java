package org.reweave.emulator.scenario;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.perturb.Spread;

/**
 * Disturbances of the control of a run, as a scenario lists them.
 *
 * @param spreads distribution of each kind of site that is disturbed at random
 * @param named single disturbances, in the order of the file
 */
public record Perturb(Map<Site, Spread> spreads, List<Named> named) {
    /** Name of the manager in {@link Named#device}. */
    public static final String MANAGER = "manager";

    /** The second manager's name. */
    public static final String STANDBY = "standby";

    /** Names of both managers. */
    public static final Set<String> MANAGERS = Set.of(MANAGER, STANDBY);

    /**
     * One disturbance.
     *
     * @param device name of a switch or NIC, or {@link #MANAGER}
     * @param occurrence of the site at the device, from 0
     * @param amount cycles, places, thousandths, or 1 for what is lost
     */
    public record Named(Site site, String device, long occurrence, long amount) {}

    public Perturb {
        Map<Site, Spread> some = new EnumMap<>(Site.class);
        spreads.forEach((site, spread) -> {
            if (!spread.isOff()) {
                some.put(site, spread);
            }
        });
        spreads = Collections.unmodifiableMap(some);
        named = List.copyOf(named);
    }

    /** The distribution of a kind of site. */
    public Spread spread(Site site) {
        return spreads.getOrDefault(site, Spread.OFF);
    }

    /** Whether nothing is disturbed. */
    public boolean isOff() {
        return named.isEmpty() && spreads.isEmpty();
    }
}
