/** Engines that take shortest paths: min-hop, LASH, dimension-order, Hybrid-DOR of KNS. */
package org.reweave.routing.engine.minimal;
