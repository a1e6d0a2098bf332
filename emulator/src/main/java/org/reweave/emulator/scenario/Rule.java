package org.reweave.emulator.scenario;

import java.util.List;
import java.util.function.Consumer;

/**
 * What must hold between keys. Not judged while one of them is wrong by itself, nor when the value complained of only
 * follows from others, which are judged themselves.
 *
 * @param at the key that is complained of
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
