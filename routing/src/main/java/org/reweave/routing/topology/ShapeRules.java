package org.reweave.routing.topology;

/**
 * The places of a {@link Shape}, and which two of them a link may join. Links may be missing and may be several: that
 * is for the fabric to say. Independent of the generators, and used to check them and files that claim a shape.
 */
public final class ShapeRules {
    private final Shape shape;

    private ShapeRules(Shape shape) {
        this.shape = shape;
    }

    /** @throws IllegalArgumentException when no fabric can have the shape, with what is wrong */
    public static ShapeRules of(Shape shape) {
        if (!shape.family().allows(shape.dimensions())) {
            throw new IllegalArgumentException("no fabric has the shape " + shape + "; Shape.Family."
                    + shape.family().name() + " says what its dimensions are");
        }
        return new ShapeRules(shape);
    }

    /** How many switches a whole fabric has; {@link Integer#MAX_VALUE} for more than that. */
    public int places() {
        return shape.family().places(shape.dimensions());
    }

    /** Whether a switch may have these coordinates. */
    public boolean contains(int[] at) {
        return at != null
                && at.length == shape.dimensions().length
                && shape.family().contains(shape.dimensions(), at);
    }

    /** Whether a link may join the switches at these places. */
    public boolean neighbours(int[] a, int[] b) {
        return shape.family().neighbours(shape.dimensions(), a, b);
    }
}
