package org.reweave.emulator.scenario;

import org.reweave.routing.engine.spi.EngineOptions;

/**
 * Which engine computes tables.
 *
 * @param engine its registered name ({@code updown})
 */
public record RoutingChoice(String engine, EngineOptions options) {}
