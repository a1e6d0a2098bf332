package org.reweave.emulator.reproduce;

/**
 * The description of one table or figure of a paper, and how it is computed. All lists, help texts and outcomes use
 * this description only.
 *
 * @param name that users write ({@code kns-fig-5})
 * @param title what the table or figure shows, in a line
 * @param source paper and place
 * @param tag the strictest tag of its rows
 * @param needs methods, fabrics and time by default, in a line
 */
public record Reproduction(String name, String title, String source, Tag tag, String needs, Computation computation) {
    /** Computes the rows; the settings are valid ones. */
    public ReproductionOutcome run(Settings settings, Progress progress) {
        Computed computed = computation.run(settings, progress);
        return new ReproductionOutcome(
                name,
                title,
                source,
                tag,
                computation.runsOfAPoint(settings),
                computed.axis(),
                computed.rows(),
                computed.remarks());
    }
}
