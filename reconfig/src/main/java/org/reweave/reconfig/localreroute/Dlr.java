package org.reweave.reconfig.localreroute;

import java.util.List;
import org.reweave.reconfig.spi.Completion;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainNicAgent;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.rerouting.TreeAddresses;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Dynamic local rerouting: switches of a fat tree send packets round faults by themselves, and nothing is ever
 * reconfigured (fat-tree paper §V).
 */
public final class Dlr implements Scheme {
    public static final SchemeOption<LocalRerouting> ALGORITHM = SchemeOption.words(
            "rerouting",
            List.of(LocalRerouting.values()),
            LocalRerouting::methodName,
            LocalRerouting.DETERMINISTIC_LINK,
            "the algorithm; device.switch.vls must be at least 2, 3, 1, 1");

    /** How many packets a source that a switch has told of a packet without a way does not send to the destination. */
    public static final SchemeOption<Integer> SOURCE_NOTICE = SchemeOption.whole(
            "source-notice",
            0,
            65_535,
            0,
            "a switch that has no way for a packet tells its source, whose next packets to that destination, so many,"
                    + " are discarded by its first switch; 0 = it tells nobody");

    /**
     * Promises of schemes whose switches reroute locally. As many faults at a time as the tree's k may cut a packet off
     * (§V.B), and adaptive ones may deadlock and go round then (abstract: "for up to k - 1").
     */
    public static final Promises REROUTED = Promises.of(
                    Promise.RUN_ENDS,
                    Promise.NO_LIVELOCK,
                    Promise.NO_DEADLOCK,
                    Promise.LOST_ONLY_WITH_FAULT,
                    Promise.RIGHT_NIC,
                    Promise.RIGHT_PACKET_CUT,
                    Promise.TIMEOUTS_KEPT,
                    Promise.NO_BROKEN_INVARIANT)
            .withoutWhere(in -> in.together() >= in.arity(), Promise.LOST_ONLY_WITH_FAULT, Promise.ALWAYS_A_WAY)
            .withoutWhere(
                    in -> in.together() >= in.arity()
                            && in.options().get(ALGORITHM).adaptive(),
                    Promise.NO_DEADLOCK,
                    Promise.NO_LIVELOCK);

    private static final SchemeDescription DESCRIPTION = rerouting(SchemeDescription.of(
                    "dlr", "switches of a fat tree reroute locally by the option rerouting; tables stay as they are"))
            .options(ALGORITHM, SOURCE_NOTICE)
            .unmanaged()
            .reduction(options -> isToldOf(options) ? Reduction.NONE : forwarding(options))
            .completion(Completion.NOTHING)
            .promises(REROUTED)
            .build();

    private final TreeAddresses addresses; // null until a fabric is known

    public Dlr() {
        this(null);
    }

    private Dlr(TreeAddresses addresses) {
        this.addresses = addresses;
    }

    /** The common description of all schemes whose switches reroute locally. */
    public static SchemeDescription.Builder rerouting(SchemeDescription.Builder scheme) {
        return scheme.options(ALGORITHM)
                .worksByClass()
                .engine("fat-tree")
                .lanes(options -> options.get(ALGORITHM).layers())
                .caseWords(number -> switch (number) {
                    case LocalRerouteAgent.NO_UP_PORT -> "a packet at a switch that has no way up left to try";
                    case LocalRerouteAgent.NO_DOWN_PORT ->
                        "a packet at a switch that has no working link down to its destination";
                    case NoticeSwitchAgent.SOURCE_TOLD -> "a packet whose source was told that no way is left";
                    default -> "";
                })
                .reduction(Dlr::forwarding);
    }

    private static boolean isToldOf(SchemeOptions options) {
        return options.get(SOURCE_NOTICE) > 0;
    }

    private static Reduction forwarding(SchemeOptions options) {
        return options.get(ALGORITHM).adaptive() ? Reduction.FORWARDING_WITH_TURNS : Reduction.FORWARDING;
    }

    @Override
    public SchemeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
        return new Dlr(new TreeAddresses(fabric, name()));
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        SwitchAgent rerouting = new LocalRerouteAgent(site, addresses, options.get(ALGORITHM), false);
        return isToldOf(options) ? new NoticeSwitchAgent(site, rerouting) : rerouting;
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return isToldOf(options) ? new NoticeNicAgent(addresses, options.get(SOURCE_NOTICE)) : new PlainNicAgent();
    }
}
