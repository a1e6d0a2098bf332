/** Engines that take shortest paths: min-hop, LASH, dimension-order. */
package org.reweave.routing.engine.minimal;
