package org.reweave.emulator.scenario;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the manager knows, and devices have, when the run starts.
 *
 * @param plan file of the cabling that the operator believes in; empty = the fabric is cabled as it is known
 * @param bare whether no device has tables, so that the manager brings the fabric up
 */
public record Beginning(Optional<Path> plan, boolean bare) {}
