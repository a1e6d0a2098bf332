package org.reweave.reconfig.doublescheme;

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
import org.reweave.reconfig.spi.Separation.Repeats;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.UpdateOrder;

/**
 * The Double Scheme: one of two VLs is emptied under the old routing and then is the escape under the new one. Source:
 * thesis §2.1.8, §7.4; reconfig/docs/double-scheme.md.
 */
public final class DoubleScheme implements Scheme {
    private static final SchemeDescription DESCRIPTION = SchemeDescription.of(
                    "double-scheme",
                    "Double Scheme: VL 1 is emptied, then it is the escape under the new tables (thesis §7.4)")
            .lanes(2, 2)
            .needs(TableNeed.PLAIN, TableNeed.SINGLE_LANE)
            .milestones(Milestone.LANE_EMPTY)
            .completion(Completion.LAST_REPORT)
            .order(UpdateOrder.FARTHEST_FIRST)
            .caseWords(number -> number == DoubleSwitchAgent.ABANDONED
                    ? "a packet without room in the next buffer, after a change that another one ended"
                    : "")
            .promises(Promises.BASIC
                    .and(
                            Promise.NO_DEADLOCK,
                            Promise.OLD_PACKETS_GONE,
                            Promise.CLAIMS_AWAITED,
                            Promise.SEPARATORS_IN_ORDER,
                            Promise.SEPARATORS_REPEATED,
                            Promise.SEPARATORS_ANSWERED,
                            Promise.TABLES_BEFORE_SEPARATORS,
                            Promise.ROUTED_BY_ITS_CHANGE,
                            Promise.ESCAPE_KEPT,
                            Promise.OLD_HEADS_DISCARDED,
                            Promise.REPORTS_KEPT)
                    .andWhere(Promises.Circumstances::haveOneChange, Promise.NO_DISCARD, Promise.NO_WAIT_IN_VAIN))
            .reduction(Reduction.SEPARATORS)
            .separation(new Separation(
                    mark -> Word.decode(mark).change(),
                    Separation.Behind.NOTHING,
                    DoubleScheme::claim,
                    argument -> Optional.empty(),
                    argument -> argument,
                    OptionalInt.of(0),
                    mark -> Word.decode(mark).kind() == Word.Kind.USE,
                    lane -> lane == 1 ? Repeats.ALWAYS : Repeats.UNTIL_THE_NEXT_CHANGE,
                    true,
                    control -> Word.decode(control).kind() == Word.Kind.RESUME,
                    control -> false,
                    OptionalInt.of(1)))
            .build();

    /** VL 1 is empty, or no packet on VL 0 is left that needs the escape: packets of NICs never do. */
    private static Optional<Claim> claim(long report) {
        Word word = Word.decode(report);
        boolean empty = word.kind() == Word.Kind.EMPTY;
        return Optional.of(new Claim(word.change(), empty ? 1 : 0, empty));
    }

    @Override
    public SchemeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new DoubleManager();
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new DoubleSwitchAgent(site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new DoubleNicAgent(site);
    }
}
