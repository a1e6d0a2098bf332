package org.reweave.reconfig.token;

import java.util.Optional;
import java.util.OptionalInt;
import org.reweave.reconfig.spi.Completion;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeDescription.TableNeed;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.Separation;
import org.reweave.reconfig.spi.Separation.Claim;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateOrder;

/**
 * Simple Reconfiguration: a token per channel separates packets of the old tables from those of the new. Source: thesis
 * §2.1.8, §7.4; reconfig/docs/token.md.
 *
 * @param tablesFirst whether tokens wait until all tables are stored
 */
public record SimpleReconfiguration(SchemeDescription description, boolean tablesFirst) implements Scheme {
    /** A switch puts stored tables in force when all tokens have come and no packet from ahead of them is left. */
    private static Separation tokens(boolean tablesFirst) {
        return new Separation(
                mark -> mark,
                Separation.Behind.THAT_SEPARATOR,
                report -> Optional.empty(),
                argument -> Optional.of(new Claim(argument, Claim.ALL, true)),
                argument -> 0,
                OptionalInt.empty(),
                mark -> tablesFirst,
                lane -> Separation.Repeats.ALWAYS,
                true,
                control -> false,
                control -> false,
                OptionalInt.empty());
    }

    /**
     * "Packet dropping aware": tokens are issued while tables are sent, so that the old tables are in use as short as
     * possible.
     */
    public static final SimpleReconfiguration PDA = new SimpleReconfiguration(
            describe(
                            "sr-pda",
                            "Simple Reconfiguration, packet dropping aware: tokens go out at once, tables follow (thesis §7.4)")
                    .separation(tokens(false))
                    .build(),
            false);

    /**
     * "Latency aware": tables are stored everywhere before the tokens are issued, so that no packet waits for a table.
     */
    public static final SimpleReconfiguration LA = new SimpleReconfiguration(
            describe(
                            "sr-la",
                            "Simple Reconfiguration, latency aware: tables are stored everywhere first, then tokens go out (thesis §7.4)")
                    .milestones(Milestone.STORED)
                    .separation(tokens(true))
                    .build(),
            true);

    /** Packets are lost only by a second change before the first is complete, or by a lost message. */
    private static SchemeDescription.Builder describe(String name, String summary) {
        return SchemeDescription.of(name, summary)
                .needs(TableNeed.DEPENDENCIES, TableNeed.PLAIN)
                .completion(Completion.LAST_REPORT)
                .order(UpdateOrder.FARTHEST_FIRST)
                .caseWords(number -> number == TokenSwitchAgent.OVERTAKEN
                        ? "a packet of the old tables whose output has sent its token already"
                        : "")
                .promises(Promises.BASIC
                        .and(
                                Promise.NO_DEADLOCK,
                                Promise.OLD_PACKETS_GONE,
                                Promise.SEPARATORS_IN_ORDER,
                                Promise.SEPARATORS_REPEATED,
                                Promise.SEPARATORS_ANSWERED,
                                Promise.TABLES_BEFORE_SEPARATORS,
                                Promise.STORED_AS_SAID,
                                Promise.ROUTED_BY_ITS_CHANGE,
                                Promise.REPORTS_KEPT)
                        .without(Promise.NO_DISCARD_WITH_ROOM)
                        .andWhere(
                                Promises.Circumstances::haveOneChange,
                                Promise.NO_DISCARD,
                                Promise.NO_WAIT_IN_VAIN,
                                Promise.ORDER,
                                Promise.NO_REVISIT,
                                Promise.NO_LIVELOCK))
                .needsWholePackets(
                        "sends tokens in the order of whole packets: links would have to carry them between the flits of a lane")
                .reduction(Reduction.SEPARATORS);
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new TokenManager(tablesFirst);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new TokenSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new TokenNicAgent(site);
    }
}
