package org.reweave.emulator.perturb;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.routing.model.Mix;

/**
 * Disturbances of a run: a distribution for each kind of site, and single disturbances that are named. Every draw is a
 * pure function of the seed, the site, the device and the occurrence, so that removing one disturbance moves no other.
 */
public final class Perturbation {
    /** Nothing is disturbed. */
    public static final Perturbation NONE = new Perturbation(0, Map.of(), List.of());

    private static final long PURPOSE = 0x70657274757262L;

    /** The place of a draw. */
    private record Place(Site site, int device, long occurrence) {}

    private final long seed;
    private final Map<Site, Spread> spreads = new EnumMap<>(Site.class);
    private final Map<Place, Long> named = new HashMap<>();

    /**
     * @param spreads by site; a site that is missing is not disturbed
     * @param named disturbances that take the place of what would be drawn there
     */
    public Perturbation(long seed, Map<Site, Spread> spreads, List<Disturbance> named) {
        this.seed = seed;
        spreads.forEach((site, spread) -> {
            if (!spread.isOff()) {
                this.spreads.put(site, spread);
            }
        });
        named.forEach(one -> this.named.put(new Place(one.site(), one.device(), one.occurrence()), one.amount()));
    }

    /** Whether nothing is ever disturbed. */
    public boolean isNone() {
        return spreads.isEmpty() && named.isEmpty();
    }

    /** The disturbance at a place: cycles, places, thousandths, or 1 for what is lost; 0 = none. */
    public long at(Site site, int device, long occurrence) {
        if (!named.isEmpty()) {
            Long amount = named.get(new Place(site, device, occurrence));
            if (amount != null) {
                return amount;
            }
        }
        Spread spread = spreads.get(site);
        return spread == null ? 0 : spread.draw(Mix.mix(seed, device, PURPOSE + site.ordinal(), occurrence));
    }
}
