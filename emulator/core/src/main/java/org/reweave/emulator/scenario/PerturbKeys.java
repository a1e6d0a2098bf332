package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.key;
import static org.reweave.emulator.scenario.Key.optional;
import static org.reweave.emulator.scenario.Key.required;
import static org.reweave.emulator.scenario.Kinds.choice;
import static org.reweave.emulator.scenario.Kinds.fraction;
import static org.reweave.emulator.scenario.Kinds.text;
import static org.reweave.emulator.scenario.Kinds.whole;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.perturb.Spread;
import org.reweave.emulator.scenario.Perturb.Named;

/** The keys of {@code perturb}, the list {@code disturbances}, and the keys of one element of it. */
final class PerturbKeys {
    static final Keys<Scenario> KEYS = new Keys<>();
    private static final Keys<Named> ELEMENT = new Keys<>();
    private static final Kind<Long> PLACES = whole(0, 1_000_000);
    private static final Kind<Long> THOUSANDTHS = whole(0, 1_000_000);

    static final Key<Scenario, Spread> SMP_DELAY = KEYS.add(delay(
            Site.SMP_DELAY,
            "what a device takes longer over each SMP that is for it; SMPs behind it on the same link wait"));
    static final Key<Scenario, Spread> INSTALL_DELAY = KEYS.add(delay(
            Site.INSTALL_DELAY, "what a switch or NIC takes longer to put an SMP's tables or paths into its own"));
    static final Key<Scenario, Spread> DETECTION_DELAY =
            KEYS.add(delay(Site.DETECTION_DELAY, "what a switch takes longer to tell of a port's change"));
    static final Key<Scenario, Spread> COMPUTATION =
            KEYS.add(delay(Site.COMPUTATION, "what the manager takes longer over a computation of tables"));
    static final Key<Scenario, Double> SMP_LOSS = KEYS.add(
            loss(Site.SMP_LOSS, "probability that an SMP other than a trap is lost at the device that it is for"));
    static final Key<Scenario, Double> TRAP_LOSS = KEYS.add(
            loss(Site.TRAP_LOSS, "probability that a trap is lost at the manager; only sweeps find such a change"));
    static final Key<Scenario, Spread> ORDER = KEYS.add(key(
                    "perturb." + Site.ORDER.label(),
                    new SpreadKind(PLACES),
                    "places by which each device goes back in the order in which devices get their tables",
                    (Scenario s) -> s.perturb().spread(Site.ORDER))
            .byDefault("off"));
    static final Key<Scenario, Spread> SMP_OVERTAKEN = KEYS.add(
            delay(
                    Site.SMP_OVERTAKEN,
                    "what a device takes longer over an SMP that is for it, answers and traps too; SMPs behind it overtake it"));
    static final Key<Scenario, Spread> SMP_REPEAT = KEYS.add(delay(
            Site.SMP_REPEAT,
            "after which an SMP comes once more to the device that it is for, answers and traps too; 0 = it does not"));
    static final Key<Scenario, Spread> CLOCK = KEYS.add(key(
                    "perturb." + Site.CLOCK.label(),
                    new SpreadKind(THOUSANDTHS),
                    "thousandths of their time for which all timers of a device run; drawn once for each device; 0 = exact",
                    (Scenario s) -> s.perturb().spread(Site.CLOCK))
            .byDefault("off"));
    static final Key<Scenario, Spread> NIC_HANG = KEYS.add(
            delay(
                    Site.NIC_HANG,
                    "how long a NIC hangs when an SMP comes to it: it injects nothing, gives no buffer space back, treats no SMP"));

    static final Key<Named, String> AT = ELEMENT.add(required(
            "site",
            choice(Site.labels()),
            "what is disturbed, by the name of its key under perturb",
            named -> named.site().label()));
    static final Key<Named, String> DEVICE = ELEMENT.add(required(
            "device",
            text("\"s0_0\""),
            "where: a switch, a NIC, or manager; for order the device that goes back",
            Named::device));
    static final Key<Named, Long> OCCURRENCE = ELEMENT.add(required(
            "occurrence",
            whole(0, Long.MAX_VALUE),
            "which one at this device, counted from 0; for order the number of the discovery",
            Named::occurrence));
    static final Key<Named, Optional<Long>> DELAY = ELEMENT.add(optional(
            "delay",
            Quantity.delay(0),
            "how much longer it takes; for delays and computation",
            named -> amount(named, Site.Amount.CYCLES)));
    static final Key<Named, Optional<Long>> BY = ELEMENT.add(optional(
            "places",
            PLACES,
            "by how many places the device goes back; for order",
            named -> amount(named, Site.Amount.PLACES)));

    static final Key<Named, Optional<Long>> RATE = ELEMENT.add(optional(
            "thousandths",
            THOUSANDTHS,
            "of their time for which the device's timers run; for clock",
            named -> amount(named, Site.Amount.THOUSANDTHS)));

    static final ListKeys<Named> LIST =
            new ListKeys<>("disturbances", ELEMENT.all(), "{ site = smp-loss, device = manager, occurrence = 3 }");

    /** Rules of one element of the list. */
    static final List<Rule> RULES = List.of(Rule.of(AT, List.of(DELAY, BY, RATE), PerturbKeys::amountFitsSite));

    private PerturbKeys() {}

    private static Key<Scenario, Spread> delay(Site site, String doc) {
        return key("perturb." + site.label(), new SpreadKind(Quantity.delay(0)), doc, (Scenario s) -> s.perturb()
                        .spread(site))
                .byDefault("off");
    }

    private static Key<Scenario, Double> loss(Site site, String doc) {
        return key(
                        "perturb." + site.label(),
                        fraction(),
                        doc,
                        (Scenario s) -> probability(s.perturb().spread(site)))
                .byDefault("0");
    }

    private static double probability(Spread loss) {
        return loss.isOff() ? 0 : loss.share();
    }

    private static Optional<Long> amount(Named named, Site.Amount kind) {
        return named.site().amount() == kind ? Optional.of(named.amount()) : Optional.empty();
    }

    private static void amountFitsSite(Values in) {
        Site.Amount amount = Site.labelled(in.get(AT)).amount();
        if (in.get(DELAY).isPresent() != (amount == Site.Amount.CYCLES)) {
            throw amount == Site.Amount.CYCLES
                    ? new Refusal("needs a delay", "write for example delay = 20us")
                    : new Refusal("has no delay", "remove " + in.path(DELAY));
        }
        if (in.get(BY).isPresent() != (amount == Site.Amount.PLACES)) {
            throw amount == Site.Amount.PLACES
                    ? new Refusal("needs a number of places", "write for example places = 3")
                    : new Refusal("has no places", "remove " + in.path(BY));
        }
        if (in.get(RATE).isPresent() != (amount == Site.Amount.THOUSANDTHS)) {
            throw amount == Site.Amount.THOUSANDTHS
                    ? new Refusal("needs a number of thousandths", "write for example thousandths = 1100")
                    : new Refusal("has no thousandths", "remove " + in.path(RATE));
        }
    }

    static Perturb perturb(Values in, List<Values> list) {
        Map<Site, Spread> spreads = new EnumMap<>(Site.class);
        spreads.put(Site.SMP_DELAY, in.get(SMP_DELAY));
        spreads.put(Site.INSTALL_DELAY, in.get(INSTALL_DELAY));
        spreads.put(Site.DETECTION_DELAY, in.get(DETECTION_DELAY));
        spreads.put(Site.COMPUTATION, in.get(COMPUTATION));
        spreads.put(Site.SMP_LOSS, Spread.happening(in.get(SMP_LOSS)));
        spreads.put(Site.TRAP_LOSS, Spread.happening(in.get(TRAP_LOSS)));
        spreads.put(Site.ORDER, in.get(ORDER));
        spreads.put(Site.SMP_OVERTAKEN, in.get(SMP_OVERTAKEN));
        spreads.put(Site.SMP_REPEAT, in.get(SMP_REPEAT));
        spreads.put(Site.CLOCK, in.get(CLOCK));
        spreads.put(Site.NIC_HANG, in.get(NIC_HANG));
        return new Perturb(spreads, list.stream().map(PerturbKeys::named).toList());
    }

    private static Named named(Values in) {
        long amount = in.get(DELAY).or(() -> in.get(BY)).or(() -> in.get(RATE)).orElse(1L);
        return new Named(Site.labelled(in.get(AT)), in.get(DEVICE), in.get(OCCURRENCE), amount);
    }
}
