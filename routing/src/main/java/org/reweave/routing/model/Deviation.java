package org.reweave.routing.model;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A class that does on purpose something else than a paper says clearly. All of them together are the registry behind
 * emulator/docs/validity.md: its rows of the kind "deviation" and these annotations name the same places.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(Deviation.All.class)
public @interface Deviation {
    /** The place in the paper, as the page has it. */
    String value();

    /** Several deviations of a class. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        Deviation[] value();
    }
}
