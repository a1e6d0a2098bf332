package org.reweave.emulator.cli.race;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.reweave.reconfig.explore.Mutant;
import org.reweave.reconfig.explore.NicWrap;
import org.reweave.reconfig.explore.SiteWrap;
import org.reweave.reconfig.explore.SwitchWrap;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.OptionRule;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeDescription.TableNeed;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Schemes with a fault each, for users' jars of tests; each promises what the scheme promises that it was made from.
 */
abstract class Planted implements Scheme {
    private final Supplier<Scheme> broken;

    /** @param broken a mutant, made after all schemes are known: it looks its scheme up */
    Planted(Supplier<Scheme> broken) {
        this.broken = broken;
    }

    @Override
    public String name() {
        return "planted-" + getClass().getSimpleName();
    }

    @Override
    public SchemeDescription description() {
        SchemeDescription real = broken.get().description();
        SchemeDescription.Builder builder = SchemeDescription.of(
                        "planted-" + getClass().getSimpleName(), "has a fault")
                .options(real.options().toArray(SchemeOption<?>[]::new))
                .lanes(real.leastLanes(SchemeOptions.DEFAULT), real.mostLanes())
                .completion(real.completion(SchemeOptions.DEFAULT))
                .order(real.order())
                .sources(real.sources().toArray(PathSource[]::new))
                .notifiesNics(real::notifiesNics)
                .promises(real.promises());
        for (OptionRule rule : real.rules()) {
            builder.rule(rule);
        }
        List<Milestone> milestones = List.copyOf(real.milestones());
        if (!milestones.isEmpty()) {
            builder.milestones(milestones.get(0), milestones.toArray(Milestone[]::new));
        }
        List<TableNeed> needs = new ArrayList<>();
        for (TableNeed need : TableNeed.values()) {
            if (real.needs(need)) {
                needs.add(need);
            }
        }
        return builder.needs(needs.toArray(TableNeed[]::new)).build();
    }

    @Override
    public Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
        return broken.get().on(fabric, absent, options);
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return broken.get().manager(options);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return broken.get().switchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return broken.get().nicAgent(options, site);
    }

    /** Static reconfiguration with NICs that do not begin again. */
    public static final class Halted extends Planted {
        public Halted() {
            super(() -> Mutant.nics("static", real -> new NicWrap(real) {
                private boolean halted;

                @Override
                public boolean mayInject() {
                    halted |= !real.mayInject();
                    return !halted;
                }
            }));
        }
    }

    /** Simple Reconfiguration whose tokens go out although old packets are still to come. */
    public static final class Hasty extends Planted {
        public Hasty() {
            super(() -> Mutant.sites("sr-la", real -> new SiteWrap(real) {
                @Override
                public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
                    return false;
                }
            }));
        }
    }

    /** Simple Reconfiguration with switches that report nothing. */
    public static final class Mute extends Planted {
        public Mute() {
            super(() -> Mutant.sites("sr-la", real -> new SiteWrap(real) {
                @Override
                public void report(long message) {
                    // is lost for the manager, who waits for it
                }
            }));
        }
    }

    /** EBR that discards what has no room. */
    public static final class Wasteful extends Planted {
        public Wasteful() {
            super(() -> Mutant.switches("ebr", real -> new SwitchWrap(real) {
                @Override
                public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                    return room ? real.offer(inPort, lane, outPort, outLane, marks, true) : Verdict.discard(99);
                }
            }));
        }
    }
}
