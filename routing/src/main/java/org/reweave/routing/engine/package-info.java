/**
 * Routing engines: how tables are computed. One class each behind {@link org.reweave.routing.engine.spi.RoutingEngine},
 * found through {@link org.reweave.routing.engine.EngineRegistry}.
 */
package org.reweave.routing.engine;
