package org.reweave.emulator.cli.fabric;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import picocli.CommandLine.Option;

/** The option {@code --fail}: links and switches that have failed. */
final class FailOption {
    @Option(
            names = "--fail",
            paramLabel = "LINK|SWITCH",
            description =
                    "What has failed: a device by its name, a link as DEVICE.PORT, DEVICE-DEVICE or DEVICE-DEVICE#k for the"
                            + " k-th parallel one. Repeatable.")
    private List<String> names = List.of();

    List<String> names() {
        return names;
    }

    /** The named faults of a fabric that is known; none of one that is not. */
    Faults faults(InputCheck input, Optional<Fabric> fabric) {
        Faults faults = Faults.none();
        for (String name : fabric.isPresent() ? names : List.<String>of()) {
            Optional<LinkNames.Target> target =
                    input.attempt("--fail", () -> LinkNames.resolve(fabric.orElseThrow(), name));
            faults = target.isPresent() ? target.get().addTo(faults) : faults;
        }
        return faults;
    }
}
