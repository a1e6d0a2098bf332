package org.reweave.reconfig.epoch;

import java.util.Optional;
import java.util.OptionalInt;
import org.reweave.reconfig.epoch.EpochOptions.NicNotice;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.Separation;
import org.reweave.reconfig.spi.Separation.Claim;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;

/**
 * Epoch-Based Reconfiguration: tables are used as they arrive, and a packet that old and new tables together could
 * deadlock is discarded where it lacks room. Source: thesis ch. 6. Every switch and NIC gets the new epoch, even with
 * an unchanged table (reconfig/docs/epoch-based-reconfiguration.md).
 *
 * @param extent the part of a table that is sent
 */
public record Ebr(SchemeDescription description, Extent extent) implements Scheme {
    /** Rows of thesis Table 6.2 in which a packet is discarded, by the numbers under which discards are reported. */
    private static final Integer[] TABLE_ROWS = {2, 3, 5, 6, 8, 9, 11, 12, 14, 17, 20, 21, 23};

    public static final Ebr FULL =
            new Ebr(describe("ebr", "Epoch-Based Reconfiguration with full tables (thesis ch. 6)"), Extent.FULL);

    /** Only the differences between the old and the new tables are sent (thesis §6.5). */
    public static final Ebr DIFFERENCES = new Ebr(
            describe("ebrd", "Epoch-Based Reconfiguration with table differences (thesis §6.5)"), Extent.DIFFERENCE);

    private static SchemeDescription describe(String name, String summary) {
        return marksEpochs(SchemeDescription.of(name, summary))
                .options(EpochOptions.MARK, EpochOptions.BITS, EpochOptions.OVERLAP, EpochOptions.NIC_NOTICE)
                .rule(EpochOptions.OVERLAP_NEEDS_WIDE_EPOCHS)
                .rule(EpochOptions.WATCHED_EPOCHS_COME_FROM_THE_MANAGER)
                .notifiesNics(options -> options.get(EpochOptions.NIC_NOTICE) != NicNotice.SWITCH)
                .promises(Promises.BASIC
                        .and(Promise.NO_DEADLOCK, Promise.LISTED_CASES_ONLY)
                        .andWhere(
                                in -> in.options().get(EpochOptions.MARK) == EpochOptions.ForwardingMark.ROUTED,
                                Promise.OLD_HEADS_DISCARDED)
                        .andWhere(
                                in -> EpochOptions.areWatched(in.options()),
                                Promise.OLD_PACKETS_GONE,
                                Promise.CLAIMS_AWAITED,
                                Promise.SEPARATORS_IN_ORDER,
                                Promise.SEPARATORS_REPEATED,
                                Promise.ONE_TABLE_OF_AN_EPOCH,
                                Promise.REPORTS_KEPT)
                        // a switch that is caught up may have the last change, and answers without installing it
                        .withoutWhere(in -> EpochOptions.areWatched(in.options()), Promise.ANSWERS_MEAN_INSTALLED)
                        .andWhere(in -> in.areCalm() && EpochOptions.areWatched(in.options()), Promise.NO_WAIT_IN_VAIN))
                .needsWholePackets(
                        "discards packets whole (thesis §6.1): to do so with a worm, every switch that has a part of it would have to be told")
                .reduction(Ebr::reduction)
                .separation(Ebr::separation)
                .build();
    }

    /** Counted once more: a fault in {@link EpochRule#spread} is to show. */
    private static int epochsApart(int bits) {
        return bits == 1 ? 2 : (1 << bits) / 2;
    }

    /** {@link Clearance}, {@link GuardedUpdate}. */
    private static Optional<Separation> separation(SchemeOptions options) {
        if (!EpochOptions.areWatched(options)) {
            return Optional.empty();
        }
        long spread = epochsApart(options.get(EpochOptions.BITS));
        return Optional.of(new Separation(
                mark -> mark,
                Separation.Behind.ITS_TABLES,
                before -> Optional.of(new Claim(before, Claim.ALL, true)),
                argument -> Optional.empty(),
                argument -> Math.max(0, argument - spread + 1),
                OptionalInt.empty(),
                mark -> false,
                lane -> Separation.Repeats.ALWAYS,
                false,
                control -> false,
                control -> control == EpochSwitchAgent.ASK,
                OptionalInt.empty()));
    }

    private static Reduction reduction(SchemeOptions options) {
        if (options.get(EpochOptions.NIC_NOTICE) != NicNotice.MANAGER) {
            return Reduction.SEPARATORS;
        }
        return EpochOptions.areWatched(options) ? Reduction.SEPARATORS_THAT_ONLY_TELL : Reduction.TABLES_ALONE;
    }

    /** The common description of all schemes whose switches and NICs are those of EBR. */
    public static SchemeDescription.Builder marksEpochs(SchemeDescription.Builder scheme) {
        return scheme.epochsApart(options -> options.get(EpochOptions.MARK) == EpochOptions.ForwardingMark.AS_PRINTED
                        ? 0
                        : epochsApart(options.get(EpochOptions.BITS)))
                .notifiesNics()
                .listedCases(TABLE_ROWS)
                .caseWords(EpochRule::words)
                .reduction(Reduction.SMPS_ALONE);
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return GuardedUpdate.of(extent, options);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
        return new EpochSwitchAgent(options, site);
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options, NicSite site) {
        return new EpochNicAgent(options, site);
    }
}
