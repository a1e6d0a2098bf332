package org.reweave.emulator.cli.run;

import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.run.Drivers;
import picocli.CommandLine.Option;

/** How a run is executed; results do not depend on it. */
public final class DriverOptions {
    @Option(
            names = "--driver",
            paramLabel = "NAME",
            defaultValue = Drivers.ACTORS,
            description = "actors (the default) or sequential: one thread, no actors. Results are the same.")
    private String driver;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads of the actors; default: 1 up to " + ActorDriver.MOST_IN_ONE_THREAD
                    + " devices, more for larger fabrics if processors are free.")
    private Integer threads;

    @Option(
            names = "--island-size",
            paramLabel = "N|auto",
            description =
                    "Devices per island, which is one actor; auto: an island per thread, which is fastest. Default: an island per"
                            + " thread whose devices are actors, too, or auto in fabrics of more than "
                            + ActorDriver.MOST_ALONE + " devices. Results are the same.")
    private String islandSize;

    /** @param input takes what is wrong */
    public Drivers drivers(InputCheck input) {
        return drivers(ActorDriver.BY_SIZE, input);
    }

    /** @param defaultThreads a number, or {@link ActorDriver#BY_SIZE} */
    Drivers drivers(int defaultThreads, InputCheck input) {
        return Drivers.of(driver, threads, islandSize, defaultThreads, input::problem);
    }
}
