package org.reweave.emulator.reproduce;

/** One table or figure of a paper. Holds no state. */
public interface Reproduction {
    /** The name users write ({@code kns-fig-5}). */
    String name();

    /** What the table or figure shows, in a line. */
    String title();

    /** Paper and place. */
    String source();

    /** The strictest tag of its rows. */
    Tag tag();

    /** What it needs: methods, fabrics and time by default, in a line. */
    String needs();

    /** @throws IllegalArgumentException never for valid settings */
    Outcome run(Settings settings, Progress progress);
}
