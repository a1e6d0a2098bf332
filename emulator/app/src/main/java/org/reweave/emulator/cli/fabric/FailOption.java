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

    /** What is named in a fabric that is known; nothing in one that is not. */
    List<LinkNames.Target> targets(InputCheck input, Optional<Fabric> fabric) {
        return fabric.stream()
                .flatMap(known -> names.stream()
                        .flatMap(name -> input.attempt("--fail", () -> LinkNames.resolve(known, name)).stream()))
                .toList();
    }

    /** The same as faults. */
    Faults faults(InputCheck input, Optional<Fabric> fabric) {
        Faults faults = Faults.none();
        for (LinkNames.Target target : targets(input, fabric)) {
            faults = target.addTo(faults);
        }
        return faults;
    }
}
