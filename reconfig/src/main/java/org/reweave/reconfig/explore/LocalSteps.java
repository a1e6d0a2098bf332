package org.reweave.reconfig.explore;

import java.util.Set;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.routing.table.Forwarder;

/**
 * The reduction: where some step touches nothing that any other step now or later depends on, only one order is
 * explored, that step first. The steps that are local follow from the scheme's declaration about its agents
 * ({@link Reduction}). Besides, an answer reaches the manager at once: a delay between arrival at the device and the
 * answer would show in the manager's timers only. The reduction is used because full searches of small models find the
 * same ends ({@code LocalStepsModelTest}).
 */
interface LocalSteps {
    /**
     * Leaves one of the steps if it is local.
     *
     * @param news whether the manager will look at the fabric again
     */
    void reduce(Steps steps, boolean news);

    /** The reduction for a model's scheme; where packets do not follow tables alone nothing is left out. */
    static LocalSteps of(
            Model model, World world, Tables tables, SmpRoutes ways, Onward onward, Set<Promise> promises) {
        if (tables.forwarder(Tables.BEFORE) != Forwarder.TABLES) {
            return (steps, news) -> {};
        }
        return switch (model.reduction()) {
            case NONE -> (steps, news) -> {};
            case SEPARATORS, SEPARATORS_THAT_ONLY_TELL, SMPS_ALONE, TABLES_ALONE ->
                new DistributionSteps(model, world, tables, ways, onward, promises);
            case FORWARDING, FORWARDING_WITH_TURNS -> new LocalRoutes(model, world, tables, ways);
            case SOURCE_ROUTES -> new IdleNicSteps(model, world, ways);
        };
    }
}
