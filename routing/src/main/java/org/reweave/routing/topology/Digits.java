package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Positional numbers, as the addresses of trees are written: most significant digit first. */
final class Digits {
    private Digits() {}

    /** The digits of a number, most significant first. */
    static int[] of(int number, int base, int count) {
        int[] digits = new int[count];
        for (int i = count - 1, rest = number; i >= 0; i--, rest /= base) {
            digits[i] = rest % base;
        }
        return digits;
    }

    /** The number that {@link #of} was given. */
    static int number(int[] digits, int base) {
        int number = 0;
        for (int digit : digits) {
            number = number * base + digit;
        }
        return number;
    }

    /** Digits as in names: {@code 012}; from base 11 on joined by {@code _}. */
    static String written(int[] digits, int base) {
        return Arrays.stream(digits).mapToObj(Integer::toString).collect(Collectors.joining(base <= 10 ? "" : "_"));
    }

    /** Coordinates as in names: {@code 3_5}. */
    static String joined(int[] coordinates) {
        return Arrays.stream(coordinates).mapToObj(Integer::toString).collect(Collectors.joining("_"));
    }

    /** An exact power; the caller has checked that it fits. */
    static int power(int base, int exponent) {
        int power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= base;
        }
        return power;
    }

    /** @return the whole root of a number, or -1 when it has none */
    static int root(int number, int degree) {
        int root = (int) Math.round(Math.pow(number, 1.0 / degree));
        if (root < 2) {
            return number == 1 ? 1 : -1;
        }
        long power = 1;
        for (int i = 0; i < degree && power <= number; i++) {
            power *= root;
        }
        return power == number ? root : -1;
    }
}
