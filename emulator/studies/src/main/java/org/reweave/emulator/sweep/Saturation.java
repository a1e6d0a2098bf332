package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The saturation load of one series, over its seeds.
 *
 * @param load middle of each seed's bracket, with its 95% interval widened by half a bracket; null mean if a seed never
 *     saturated
 * @param sustained accepted at the highest load that was sustained, over the seeds
 * @param brackets one per seed
 */
public record Saturation(Estimate load, Estimate sustained, BigDecimal resolution, List<Bracket> brackets) {
    /**
     * The result of one seed's search.
     *
     * @param highestSustained load; 0 if none was
     * @param lowestSaturated null if even load 1 was sustained
     * @param accepted at the highest load sustained, null if none was
     * @param zeroLoadNs mean total latency that the search compared with, null if no packet was measured
     */
    public record Bracket(
            long seed, BigDecimal highestSustained, BigDecimal lowestSaturated, Double accepted, Double zeroLoadNs) {
        Optional<Double> middle() {
            return lowestSaturated == null
                    ? Optional.empty()
                    : Optional.of(highestSustained.add(lowestSaturated).doubleValue() / 2);
        }
    }

    public Saturation {
        brackets = List.copyOf(brackets);
    }

    static Saturation of(BigDecimal resolution, List<Bracket> brackets) {
        List<Double> middles = new ArrayList<>();
        List<Double> accepted = new ArrayList<>();
        for (Bracket bracket : brackets) {
            bracket.middle().ifPresent(middles::add);
            if (bracket.accepted() != null) {
                accepted.add(bracket.accepted());
            }
        }
        Estimate spread = Estimate.of(middles.size() == brackets.size() ? middles : List.of());
        Estimate load = spread.mean() == null
                ? spread
                : new Estimate(
                        spread.mean(),
                        (spread.halfWidth() == null ? 0 : spread.halfWidth()) + resolution.doubleValue() / 2,
                        spread.samples());
        return new Saturation(load, Estimate.of(accepted), resolution, brackets);
    }
}
