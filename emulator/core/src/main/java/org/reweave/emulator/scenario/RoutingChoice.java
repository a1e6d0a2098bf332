package org.reweave.emulator.scenario;

import org.reweave.routing.engine.spi.EngineOptions;

/**
 * The engine that computes tables, and its options.
 *
 * @param engine its registered name ({@code updown})
 */
public record RoutingChoice(String engine, EngineOptions options) {}
