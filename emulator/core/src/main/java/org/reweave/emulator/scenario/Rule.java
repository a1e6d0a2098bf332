package org.reweave.emulator.scenario;

import java.util.List;
import java.util.function.Consumer;

/**
 * A rule between keys. The rule is not checked while the value of one of the keys is refused, nor when the value at
 * {@code at} is derived from other keys, which have rules of their own.
 *
 * @param at the key that messages name
 * @param with the keys it is compared with
 * @param check throws the {@link Refusal}
 */
record Rule(Key<?, ?> at, List<Key<?, ?>> with, Consumer<Values> check) {
    static Rule of(Key<?, ?> at, List<Key<?, ?>> with, Consumer<Values> check) {
        return new Rule(at, with, check);
    }

    /** {@code low < high}. */
    static Rule below(Key<?, Long> low, Key<?, Long> high) {
        return new Rule(low, List.of(high), in -> {
            if (in.get(low) >= in.get(high)) {
                throw new Refusal(">= " + in.mention(high), "lower it or raise " + in.path(high));
            }
        });
    }

    /** {@code low <= high}. */
    static Rule atMost(Key<?, Long> low, Key<?, Long> high) {
        return new Rule(low, List.of(high), in -> {
            if (in.get(low) > in.get(high)) {
                throw new Refusal("> " + in.mention(high), "lower it or raise " + in.path(high));
            }
        });
    }

    static void judge(List<Rule> rules, Values in, Problems problems) {
        for (Rule rule : rules) {
            boolean written = problems.sources().keys().containsKey(in.path(rule.at()));
            if (written && in.has(List.of(rule.at())) && in.has(rule.with())) {
                try {
                    rule.check().accept(in);
                } catch (Refusal refusal) {
                    problems.refuse(in.path(rule.at()), refusal);
                }
            }
        }
    }
}
