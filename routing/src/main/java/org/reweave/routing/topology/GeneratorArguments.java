package org.reweave.routing.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The text after a generator's colon, {@code 32,4,seed=7}: values by position, then options, and for every generator
 * {@code addressing=lid24} ({@link Addressing}). Every refusal names the whole text, the value, its limit and how to
 * write it. For generators in user jars too.
 */
public final class GeneratorArguments {
    /** The number of ports of the largest InfiniBand switch that can be described. */
    public static final int MAX_PORTS = 254;

    private static final String ADDRESSING = "addressing";

    private final String text;
    private final String usage;
    private final Addressing addressing;
    private final List<String> values = new ArrayList<>();
    private final Map<String, String> options = new TreeMap<>();

    /**
     * Splits the text and checks that it has the expected parts.
     *
     * @param valueCount how many values stand before the options
     * @param knownOptions the options that the generator has
     * @throws IllegalArgumentException for missing or surplus values, unknown or repeated options
     */
    public GeneratorArguments(FabricGenerator generator, String args, int valueCount, Set<String> knownOptions) {
        this.usage = generator.usage();
        List<String> own = new ArrayList<>();
        List<String> parts = List.of(args.split(",", -1));
        parts.stream()
                .filter(part -> !part.strip().startsWith(ADDRESSING + "="))
                .forEach(own::add);
        this.text = generator.name() + ":" + String.join(",", own);
        this.addressing = addressing(parts.stream()
                .filter(part -> part.strip().startsWith(ADDRESSING + "="))
                .toList());
        for (String part : own) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                values.add(part.strip());
            } else if (options.put(
                            part.substring(0, equals).strip(),
                            part.substring(equals + 1).strip())
                    != null) {
                throw refuse("option " + part.substring(0, equals).strip() + " is given twice; give it once");
            }
        }
        if (values.size() != valueCount) {
            throw refuse(
                    values.size() + " values stand before the options, " + valueCount + " are needed; write " + usage);
        }
        Set<String> unknown = new TreeSet<>(options.keySet());
        unknown.removeAll(knownOptions);
        if (!unknown.isEmpty()) {
            throw refuse("no option is named " + String.join(", ", unknown) + "; known are "
                    + (knownOptions.isEmpty() ? "none" : String.join(", ", new TreeSet<>(knownOptions))) + "; write "
                    + usage);
        }
    }

    private Addressing addressing(List<String> given) {
        if (given.isEmpty()) {
            return Addressing.LID16;
        }
        String word = given.get(0).strip().substring(ADDRESSING.length() + 1).strip();
        for (Addressing one : Addressing.values()) {
            if (given.size() == 1 && one.label().equals(word)) {
                return one;
            }
        }
        throw refuse(String.join(",", given) + " is no addressing; write addressing=lid16 or addressing=lid24, once");
    }

    /** The generator's name and arguments as the user wrote them, but for the addressing: the fabric's name. */
    public String text() {
        return text;
    }

    /**
     * The value at a position, 0 first.
     *
     * @param label what it means, for messages
     */
    public int value(int position, String label, int min, int max) {
        return number(values.get(position), label, min, max);
    }

    /**
     * The value at a position as sizes joined by x ({@code 4x4x4}).
     *
     * @param label what one of them means; messages add its index
     */
    public int[] sizes(int position, String label, int min, int max) {
        String[] parts = values.get(position).split("x", -1);
        int[] sizes = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            sizes[i] = number(parts[i].strip(), label + " " + i, min, max);
        }
        return sizes;
    }

    /** A whole-number option, or its default. */
    public int option(String name, int otherwise, int min, int max) {
        String given = options.get(name);
        return given == null ? otherwise : number(given, name, min, max);
    }

    /**
     * A whole-number option without a default.
     *
     * @throws IllegalArgumentException also when it is not given
     */
    public int required(String name, int min, int max) {
        String given = options.get(name);
        if (given == null) {
            throw refuse("option " + name + " is not given; write " + usage);
        }
        return number(given, name, min, max);
    }

    /** Whether an option is given. */
    public boolean has(String name) {
        return options.containsKey(name);
    }

    /** An option that is a word, or its default; the generator checks it. */
    public String word(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }

    /** A seed: any 64-bit integer. */
    public long seed(String name, long otherwise) {
        String given = options.get(name);
        try {
            return given == null ? otherwise : Long.parseLong(given);
        } catch (NumberFormatException e) {
            throw refuse(name + " = '" + given + "' is no 64-bit integer; write " + usage);
        }
    }

    /**
     * Checks that every device can have a LID of the {@link Addressing}, which every generator takes as an option.
     *
     * @throws IllegalArgumentException when there are more devices than LIDs
     */
    public void requireLids(long switches, long nics) {
        if (switches + nics > addressing.largest()) {
            throw refuse(switches + " switches and " + nics + " NICs > " + addressing.largest() + " unicast LIDs of "
                    + addressing.label() + "; make the fabric smaller"
                    + (addressing == Addressing.LID16 ? ", or write addressing=lid24" : ""));
        }
    }

    /** Checks a switch's port count against {@link #MAX_PORTS}. */
    public void requirePorts(long ports) {
        if (ports > MAX_PORTS) {
            throw refuse(ports + " ports a switch > " + MAX_PORTS + "; use fewer links or NICs a switch");
        }
    }

    /** A refusal that starts with the whole text. */
    public IllegalArgumentException refuse(String why) {
        return new IllegalArgumentException(text + ": " + why);
    }

    private int number(String digits, String label, int min, int max) {
        long number;
        try {
            number = Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw refuse(label + " = '" + digits + "' is not a whole number; write " + usage);
        }
        if (number < min) {
            throw refuse(label + " = " + number + " < " + min + "; use " + min + " to " + max);
        }
        if (number > max) {
            throw refuse(label + " = " + number + " > " + max + "; use " + min + " to " + max);
        }
        return (int) number;
    }
}
