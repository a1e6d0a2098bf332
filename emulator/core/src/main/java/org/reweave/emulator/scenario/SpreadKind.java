package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.reweave.emulator.perturb.Spread;
import org.reweave.emulator.perturb.Spread.Shape;

/**
 * A distribution of non-negative numbers: {@code off}, {@code 5us}, {@code uniform(0us, 20us)},
 * {@code exponential(5us)}, {@code choice(0us, 1us, 50us)}; each with {@code share 0.1} behind it when only that
 * fraction of the draws is drawn from it and the others are 0.
 *
 * @param number the kind of the numbers
 */
record SpreadKind(Kind<Long> number) implements Kind<Spread> {
    private static final String OFF = "off";
    private static final Pattern SHARED = Pattern.compile("(.*?)\\s+share\\s+(\\S+)");
    private static final Pattern CALL = Pattern.compile("([a-z]+)\\s*\\(([^()]*)\\)");

    @Override
    public String accepts() {
        return "distribution of " + (number instanceof Quantity ? "durations" : "whole numbers") + " or " + OFF;
    }

    @Override
    public String limits() {
        return number.limits();
    }

    @Override
    public String example() {
        return "\"uniform(0" + unit() + ", 20" + unit() + ")\"";
    }

    private String unit() {
        return number instanceof Quantity ? "us" : "";
    }

    @Override
    public Spread read(ConfigValue value, TimeBase time) {
        String text = String.valueOf(value.unwrapped()).trim();
        if (text.equals(OFF) || Boolean.FALSE.equals(value.unwrapped())) {
            return Spread.OFF;
        }
        Matcher shared = SHARED.matcher(text);
        boolean hasShare = shared.matches();
        double share = hasShare ? share(shared.group(2)) : 1;
        String whole = hasShare ? shared.group(1) : text;
        Matcher call = CALL.matcher(whole);
        if (!call.matches()) {
            return new Spread(Shape.FIXED, List.of(number(whole, time)), share);
        }
        List<Long> values = new ArrayList<>();
        for (String part : call.group(2).split(",", -1)) {
            values.add(number(part.trim(), time));
        }
        return new Spread(shape(call.group(1), values), values, share);
    }

    private Shape shape(String name, List<Long> values) {
        return switch (name) {
            case "uniform" -> {
                if (values.size() != 2 || values.get(0) > values.get(1)) {
                    throw new Refusal(
                            "is no uniform distribution", "write its least and its largest number, as in " + example());
                }
                yield Shape.UNIFORM;
            }
            case "exponential" -> {
                if (values.size() != 1) {
                    throw new Refusal(
                            "has " + values.size() + " numbers, not one mean", "write exponential(5" + unit() + ")");
                }
                yield Shape.EXPONENTIAL;
            }
            case "choice" -> Shape.CHOICE;
            default ->
                throw new Refusal(
                        "names the distribution " + name + ", which is none of uniform, exponential, choice",
                        "write for example " + example());
        };
    }

    private static double share(String text) {
        return Kinds.fraction().read(ConfigValueFactory.fromAnyRef(text), null);
    }

    private long number(String text, TimeBase time) {
        return number.read(ConfigValueFactory.fromAnyRef(text), time);
    }

    @Override
    public Object write(Spread spread, TimeBase time) {
        if (spread.isOff()) {
            return OFF;
        }
        String numbers = spread.values().stream()
                .map(one -> number.write(one, time).toString())
                .collect(Collectors.joining(", "));
        String text = spread.shape() == Shape.FIXED
                ? numbers
                : spread.shape().name().toLowerCase(Locale.ROOT) + "(" + numbers + ")";
        return spread.share() < 1
                ? text + " share " + BigDecimal.valueOf(spread.share()).toPlainString()
                : text;
    }
}
