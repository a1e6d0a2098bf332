package org.reweave.reconfig.stopped;

import org.reweave.reconfig.spi.Completion;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
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
import org.reweave.reconfig.spi.UpdateOrder;

/**
 * Static reconfiguration, ST: all injection stops, the network drains, tables are replaced, injection resumes. Source:
 * thesis §7.4, reconfig/docs/static-reconfiguration.md.
 */
public final class Static implements Scheme {
    /** When tables are sent. */
    public enum Distribution {
        /** When the network is empty. */
        DRAINED,
        /** When they are computed, as thesis §7.4 has it; old packets under new tables can deadlock. */
        AT_ONCE
    }

    public static final SchemeOption<Distribution> DISTRIBUTION = SchemeOption.words(
            "distribution",
            Distribution.class,
            Distribution.DRAINED,
            "when tables are sent: to an empty network, or when they are computed as thesis §7.4 has it (can deadlock)");

    private static final SchemeDescription DESCRIPTION = SchemeDescription.of(
                    "static",
                    "static reconfiguration: injection stops, the network drains, tables are replaced, injection resumes (thesis §7.4)")
            .options(DISTRIBUTION)
            .milestones(Milestone.DRAINED)
            .completion(Completion.LAST_RESUMPTION)
            .order(UpdateOrder.FARTHEST_FIRST)
            .promises(Promises.BASIC
                    .and(
                            Promise.NO_DISCARD,
                            Promise.NO_DEADLOCK,
                            Promise.ORDER,
                            Promise.NO_REVISIT,
                            Promise.DRAINED_IS_EMPTY,
                            Promise.TABLES_TO_EMPTY_FABRIC)
                    .withoutWhere(
                            in -> sendsAtOnce(in.options()),
                            Promise.TABLES_TO_EMPTY_FABRIC,
                            Promise.NO_DEADLOCK,
                            Promise.ORDER,
                            Promise.NO_REVISIT))
            .reduction(Reduction.SMPS_ALONE)
            .worksFlitByFlit()
            .worksByClass()
            .build();

    private static boolean sendsAtOnce(SchemeOptions options) {
        return options.get(DISTRIBUTION) == Distribution.AT_ONCE;
    }

    @Override
    public SchemeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new StaticManager(sendsAtOnce(options));
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new PlainSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new StaticNicAgent();
    }
}
