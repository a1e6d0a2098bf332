package org.reweave.emulator.cli.run;

import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.routing.model.NearestName;

/**
 * The drivers that {@code --driver} names. Results do not depend on the choice, speed does.
 *
 * @param threads that run devices
 * @param islandSize devices per actor, or {@link ActorDriver#AUTO}
 */
public record Drivers(String name, int threads, int islandSize) {
    public static final String ACTORS = "actors";
    public static final String SEQUENTIAL = "sequential";

    /** The only place that makes drivers. */
    public RunDriver create(Network network, RunListener listener) {
        return switch (name) {
            case ACTORS -> new ActorDriver(network, listener, threads, islandSize, HorizonPolicy.FULL);
            case SEQUENTIAL -> new SequentialDriver(network, listener, HorizonPolicy.FULL);
            default -> throw new IllegalStateException("driver " + name + " passed its check");
        };
    }

    /**
     * Reads the options of the command line; what is null was not given.
     *
     * @throws UserErrors, through {@code input}, when they do not fit together
     */
    static Drivers of(String name, Integer threads, String islandSize, int processors, InputCheck input) {
        boolean sequential = name.equals(SEQUENTIAL);
        if (!sequential && !name.equals(ACTORS)) {
            input.problem("--driver " + name + ": no driver has that name; the nearest one is "
                    + NearestName.of(name, java.util.List.of(ACTORS, SEQUENTIAL)));
        }
        if (threads != null && threads < 1) {
            input.problem("--threads " + threads + " < 1; raise it");
        } else if (threads != null && threads > 1 && sequential) {
            input.problem("--threads " + threads + " > 1, all that the sequential driver has; use --driver actors");
        }
        if (islandSize != null && sequential) {
            input.problem(
                    "--island-size " + islandSize + ": the sequential driver has no islands; use --driver actors");
        }
        int used = sequential ? 1 : threads == null ? processors : threads;
        return new Drivers(name, used, sequential ? 1 : islandSize(islandSize, input));
    }

    private static int islandSize(String text, InputCheck input) {
        if (text == null || text.equals("auto")) {
            return ActorDriver.AUTO;
        }
        try {
            int size = Integer.parseInt(text);
            if (size >= 1) {
                return size;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        input.problem("--island-size " + text + ": is neither a number from 1 nor auto");
        return 1;
    }

    /** {@code actors, 2 threads, a device each}. */
    String describe() {
        if (name.equals(SEQUENTIAL)) {
            return name + ", 1 thread";
        }
        String islands =
                switch (islandSize) {
                    case ActorDriver.AUTO -> "an island per thread";
                    case 1 -> "one device each";
                    default -> "islands of " + islandSize + " devices";
                };
        return name + " (" + islands + "), " + Amounts.count(threads, "thread");
    }
}
