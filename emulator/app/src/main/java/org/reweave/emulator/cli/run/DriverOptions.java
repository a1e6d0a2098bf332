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

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the actors; default: all processors.")
    private Integer threads;

    @Option(
            names = "--island-size",
            paramLabel = "N|auto",
            description =
                    "Devices per actor; 1: every device is one; auto: an island per thread, which is fastest. Default: 1, or auto"
                            + " in fabrics of more than " + ActorDriver.MOST_ALONE + " devices. Results are the same.")
    private String islandSize;

    /** @param input takes what is wrong */
    public Drivers drivers(InputCheck input) {
        return drivers(Runtime.getRuntime().availableProcessors(), input);
    }

    /** @param processors that the run may use by default */
    Drivers drivers(int processors, InputCheck input) {
        return Drivers.of(driver, threads, islandSize, processors, input::problem);
    }
}
