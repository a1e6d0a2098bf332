package org.reweave.reconfig.spi;

import java.util.function.Predicate;

/**
 * A rule between options of a scheme.
 *
 * @param at option whose value breaks the rule, in the eyes of users
 * @param keeps whether options keep the rule
 * @param complaint the verb and the rest of a sentence whose subject is {@code at} with its value
 * @param remedy a way to keep the rule
 */
public record OptionRule(SchemeOption<?> at, Predicate<SchemeOptions> keeps, String complaint, String remedy) {}
