package org.reweave.reconfig.ddrc;

import java.util.Optional;
import org.reweave.reconfig.spi.Announcement;
import org.reweave.reconfig.spi.Completion;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.PlainSwitchAgent;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Deterministic dynamic reconfiguration of fat trees. With a manager, the switches at a fault send traps to the
 * manager, which computes standard fat-tree routing for the working part of the tree and sends the tables. With source
 * routing, the switches at a fault broadcast the fault, and NICs avoid the paths over the failed element. Until the
 * tables or the broadcasts arrive, packets are lost. Old and new paths go up and then down, so that their mixture
 * cannot deadlock on one VL. Source: fat-tree paper §VIII.
 */
public final class Ddrc implements Scheme {
    public static final SchemeOption<DdrcMode> MODE = SchemeOption.words(
            "ddrc",
            DdrcMode.class,
            DdrcMode.MANAGER,
            "the manager sends new tables; or packets carry source routes, and NICs choose others when switches broadcast a change");

    private static final SchemeDescription DESCRIPTION = SchemeDescription.of(
                    "ddrc",
                    "fat-tree routing for what is left of a fat tree, used as it arrives: tables of a manager, or NICs' own after broadcasts")
            .options(MODE)
            .engine("fat-tree")
            .caseWords(number ->
                    number == SourceSwitchAgent.NO_ROUTE ? "a packet whose source knows no way that works" : "")
            .managedWhere(options -> !isSourceRouted(options))
            .completion(options -> isSourceRouted(options) ? Completion.LAST_BROADCAST : Completion.LAST_TABLE)
            .worksByClass()
            .promises(promises())
            .reduction(options -> isSourceRouted(options) ? Reduction.SOURCE_ROUTES : Reduction.FORWARDING)
            .announcement(options -> isSourceRouted(options)
                    ? Optional.of(new Announcement(
                            SourceSwitchAgent::down, message -> (message & SourceSwitchAgent.RECOVERED) != 0))
                    : Optional.empty())
            .build();

    private final SourceRoutes routes; // null unless on a fabric with source routing

    public Ddrc() {
        this(null);
    }

    private Ddrc(SourceRoutes routes) {
        this.routes = routes;
    }

    private static boolean isSourceRouted(SchemeOptions options) {
        return options.get(MODE) == DdrcMode.SOURCE_BROADCAST;
    }

    /**
     * Promises by mode. A packet may be without a way for a while in the mode with a manager. Packets on old and new
     * routes cannot deadlock together in either mode. NICs that route learn of a failure unless the broadcast of that
     * failure is lost.
     */
    private static Promises promises() {
        return Promises.BASIC
                .and(Promise.NO_DEADLOCK)
                .andWhere(in -> !isSourceRouted(in.options()), Promise.NO_LIVELOCK, Promise.NO_DISCARD)
                .withoutWhere(in -> !isSourceRouted(in.options()), Promise.ALWAYS_A_WAY)
                .withoutWhere(in -> isSourceRouted(in.options()), Promise.CHANGE_FOLLOWS)
                .andWhere(
                        in -> isSourceRouted(in.options()),
                        Promise.ANNOUNCED_AS_IT_IS,
                        Promise.ANNOUNCED_AGAIN,
                        Promise.KNOWN_FAILURES_AVOIDED)
                .andWhere(in -> isSourceRouted(in.options()) && in.losses() == 0, Promise.NICS_KNOW)
                .andWhere(in -> isSourceRouted(in.options()) && in.faults() < 2, Promise.NO_DISCARD);
    }

    @Override
    public SchemeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
        TreeGeometry.of(fabric, name());
        return isSourceRouted(options) ? new Ddrc(new SourceRoutes(fabric, absent, name())) : this;
    }

    /** @throws IllegalStateException with source routing */
    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        if (isSourceRouted(options)) {
            throw new IllegalStateException("ddrc has no manager where NICs route");
        }
        return new UpdateAll(Extent.DIFFERENCE, false);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return isSourceRouted(options) ? new SourceSwitchAgent(site, routes) : new PlainSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return isSourceRouted(options) ? new SourceNicAgent(site, routes) : new PlainNicAgent();
    }
}
