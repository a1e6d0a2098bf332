package org.reweave.emulator.traffic;

import java.util.Collections;
import java.util.Set;
import java.util.TreeMap;
import org.reweave.routing.model.Mix;

/** The injection processes by name. */
public final class InjectionProcesses {
    private static final long POISSON = 0x9015L;
    private static final long BURST_ENDS = 0xB0257L;
    private static final long PAUSE = 0x0FFL;
    private static final double LONGEST_TICKS = 0x1p50;
    private static final TreeMap<String, Maker> MAKERS = new TreeMap<>();

    /**
     * The parameters of a process.
     *
     * @param messagesPerCycle mean rate, more than 0
     * @param cyclesPerMessage mean time that a message takes on the source's link
     * @param burst mean number of messages of a burst
     */
    public record Rate(double messagesPerCycle, double cyclesPerMessage, double burst) {}

    private interface Maker {
        InjectionProcess make(long seed, Rate rate);
    }

    static {
        MAKERS.put("bernoulli", (seed, rate) -> new Gaps(seed, rate.messagesPerCycle()));
        MAKERS.put("poisson", (seed, rate) -> {
            double mean = 1 / rate.messagesPerCycle();
            return (nic, counter) -> exponential(mean, Mix.mix(seed, nic, POISSON, counter));
        });
        MAKERS.put("bursty", InjectionProcesses::bursty);
    }

    private InjectionProcesses() {}

    public static Set<String> names() {
        return Collections.unmodifiableSet(MAKERS.keySet());
    }

    /** @param seed of the run's injection times */
    public static InjectionProcess of(String name, long seed, Rate rate) {
        Maker maker = MAKERS.get(name);
        if (maker == null) {
            throw new IllegalArgumentException(
                    "no injection process '" + name + "'; known: " + String.join(", ", names()));
        }
        return maker.make(seed, rate);
    }

    /**
     * On-off process: a burst has a geometric number of messages as fast as the link carries them, a pause is
     * exponential and as long on the average as the mean rate needs.
     */
    private static InjectionProcess bursty(long seed, Rate rate) {
        long on = ticks(rate.cyclesPerMessage());
        double pause = rate.burst() * Math.max(0, 1 / rate.messagesPerCycle() - rate.cyclesPerMessage());
        return (nic, counter) -> {
            boolean ends = Mix.unit(Mix.mix(seed, nic, BURST_ENDS, counter)) * rate.burst() <= 1;
            return on + (ends ? exponential(pause, Mix.mix(seed, nic, PAUSE, counter)) : 0);
        };
    }

    private static long exponential(double meanCycles, long random) {
        return ticks(-meanCycles * StrictMath.log(Mix.unit(random)));
    }

    private static long ticks(double cycles) {
        return (long) Math.min(cycles * InjectionProcess.TICKS_PER_CYCLE, LONGEST_TICKS);
    }
}
