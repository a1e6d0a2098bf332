package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number with a unit. {@link #duration} reads whole cycles, {@link #size} whole flits; {@link #picoseconds} and
 * {@link #bytes} read the length of a cycle and the size of a flit. Nothing is rounded: a value that is not whole is
 * refused, with the nearest whole values.
 */
final class Quantity implements Kind<Long> {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(-?\\d+(?:\\.\\d+)?)\\s*([A-Za-z]*)");

    /**
     * A dimension: time or size.
     *
     * @param grain the unit that a scenario defines: cycle or flit
     * @param units from small to large, with their size in the first of them
     */
    private record Dimension(String word, String example, String grain, Map<String, Long> units) {
        long grainSize(TimeBase time) {
            return this.equals(TIME) ? time.cyclePs() : time.flitBytes();
        }

        String smallestUnit() {
            return units.keySet().iterator().next();
        }
    }

    private static final Dimension TIME =
            new Dimension("duration", "100us", "cycle", units(List.of("ps", "ns", "us", "ms", "s"), 1_000L));
    private static final Dimension SIZE = new Dimension("size", "1024B", "flit", units(List.of("B", "KB"), 1_024L));

    private static Map<String, Long> units(List<String> names, long factor) {
        Map<String, Long> units = new LinkedHashMap<>();
        long size = 1;
        for (String name : names) {
            units.put(name, size);
            size *= factor;
        }
        return units;
    }

    /** Nothing later can be told apart from never. */
    static final long LAST_CYCLE = (1L << 42) - 1;

    private static final long LONGEST_DELAY = 100_000;

    private static final long LONGEST_DISTURBANCE = 1_000_000_000;

    private final Dimension dimension;
    private final boolean inGrains;
    private final long min;
    private final long max;

    private Quantity(Dimension dimension, boolean inGrains, long min, long max) {
        this.dimension = dimension;
        this.inGrains = inGrains;
        this.min = min;
        this.max = max;
    }

    /** Cycles, from {@code min}, of something that a device or a link does: far less than an interval between cuts. */
    static Quantity duration(long min) {
        return new Quantity(TIME, true, min, LONGEST_DELAY);
    }

    /** Cycles, from {@code min}, between two cuts of the governor: progress and Ctrl-C wait for them. */
    static Quantity interval(long min) {
        return new Quantity(TIME, true, min, 10 * LONGEST_DELAY);
    }

    /**
     * Cycles, from {@code min}, of a disturbance: a hundred times as many, which an exponential draw may give, are a
     * cycle.
     */
    static Quantity delay(long min) {
        return new Quantity(TIME, true, min, LONGEST_DISTURBANCE);
    }

    /** Cycles, from {@code min}, far beyond an int. */
    static Quantity longDuration(long min) {
        return new Quantity(TIME, true, min, LAST_CYCLE);
    }

    /** Flits, from {@code min}. */
    static Quantity size(long min) {
        return new Quantity(SIZE, true, min, Integer.MAX_VALUE);
    }

    /** A duration in picoseconds. */
    static Quantity picoseconds(long min, long max) {
        return new Quantity(TIME, false, min, max);
    }

    /** A size in bytes. */
    static Quantity bytes(long min, long max) {
        return new Quantity(SIZE, false, min, max);
    }

    @Override
    public String accepts() {
        return dimension.word();
    }

    @Override
    public String limits() {
        return max >= (inGrains && dimension.equals(TIME) ? LAST_CYCLE : Integer.MAX_VALUE)
                ? ">= " + limit(min)
                : limit(min) + " to " + limit(max);
    }

    private String limit(long value) {
        return inGrains
                ? value + dimension.grain() + (value == 1 ? "" : "s")
                : inLargestUnit(BigInteger.valueOf(value));
    }

    @Override
    public String example() {
        return dimension.example();
    }

    @Override
    public Long read(ConfigValue value, TimeBase time) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(value.unwrapped().toString().trim());
        if (!matcher.matches()) {
            throw new Refusal("is not a " + dimension.word, "write for example " + dimension.example());
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String unit = matcher.group(2);
        boolean unitIsGrain = inGrains && (unit.equals(dimension.grain()) || unit.equals(dimension.grain() + "s"));
        if (!unitIsGrain && !dimension.units().containsKey(unit)) {
            throw wrongUnit(matcher.group(1), unit);
        }
        if (inGrains && time == null) {
            throw Refusal.unknowable();
        }
        BigDecimal grain = BigDecimal.valueOf(inGrains ? dimension.grainSize(time) : 1);
        BigDecimal inBase = number.multiply(
                unitIsGrain ? grain : BigDecimal.valueOf(dimension.units().get(unit)));
        BigInteger below = inBase.divide(grain, 0, RoundingMode.FLOOR).toBigInteger();
        if (below.compareTo(BigInteger.valueOf(max)) > 0
                || (below.compareTo(BigInteger.valueOf(max)) == 0 && !isWhole(inBase, grain))) {
            throw new Refusal("> " + limit(max), "lower it");
        }
        if (below.signum() < 0) {
            throw new Refusal("< " + limit(min), "raise it");
        }
        if (!isWhole(inBase, grain)) {
            throw notWhole(below, grain.toBigInteger());
        }
        if (below.longValueExact() < min) {
            throw new Refusal("< " + limit(min), "raise it");
        }
        return below.longValueExact();
    }

    private static boolean isWhole(BigDecimal amount, BigDecimal grain) {
        return amount.remainder(grain).signum() == 0;
    }

    private Refusal wrongUnit(String number, String unit) {
        List<String> accepted = new ArrayList<>(dimension.units().keySet());
        if (inGrains) {
            accepted.add(dimension.grain() + "s");
        }
        return unit.isEmpty()
                ? new Refusal(
                        "has no unit",
                        "write "
                                + Names.anyOf(
                                        accepted.stream().map(u -> number + u).toList()))
                : new Refusal("has unit " + unit, "a " + dimension.word() + " is in " + Names.anyOf(accepted));
    }

    private Refusal notWhole(BigInteger below, BigInteger grain) {
        String grains = inGrains ? dimension.grain() + "s of " + inLargestUnit(grain) : dimension.smallestUnit();
        List<String> nearest = new ArrayList<>();
        for (BigInteger grainCount : List.of(below, below.add(BigInteger.ONE))) {
            if (grainCount.compareTo(BigInteger.valueOf(min)) >= 0) {
                nearest.add(inLargestUnit(grainCount.multiply(grain)));
            }
        }
        return new Refusal("is not a whole number of " + grains, "write " + Names.anyOf(nearest));
    }

    /** The amount in the largest unit that leaves it whole; sizes stay in bytes. */
    private String inLargestUnit(BigInteger amount) {
        String text = amount + dimension.smallestUnit();
        if (dimension.equals(SIZE)) {
            return text;
        }
        for (Map.Entry<String, Long> unit : dimension.units().entrySet()) {
            BigInteger[] parts = amount.divideAndRemainder(BigInteger.valueOf(unit.getValue()));
            if (parts[1].signum() == 0
                    && (parts[0].signum() != 0 || unit.getKey().equals("ns"))) {
                text = parts[0] + unit.getKey();
            }
        }
        return text;
    }

    @Override
    public Object write(Long value, TimeBase time) {
        long grain = inGrains ? dimension.grainSize(time) : 1;
        return inLargestUnit(BigInteger.valueOf(value).multiply(BigInteger.valueOf(grain)));
    }
}
