package org.reweave.emulator.spacetime;

/**
 * Something that a {@link SpaceTimeDrawing} shows.
 *
 * @param at moments of one number are in one row, where they are at different places
 * @param time for people
 * @param place its column
 * @param tone its colour
 * @param marked whether it is asked about
 * @param pale whether it matters less
 */
public record Moment(long at, String time, String place, String words, Tone tone, boolean marked, boolean pale) {
    /** Colours by what happened. */
    public enum Tone {
        /** A failure or a loss. */
        BAD("#c22f3d"),
        /** New tables are in force, or a change is complete. */
        DONE("#1f8a5b"),
        /** A separator. */
        SEPARATOR("#8044b8"),
        /** Anything else. */
        PLAIN("#2768b0");

        private final String colour;

        Tone(String colour) {
            this.colour = colour;
        }

        String colour() {
            return colour;
        }
    }
}
