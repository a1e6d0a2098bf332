/** Engines on a spanning tree: up-down routing, several roots, transition-oriented routing. */
package org.reweave.routing.engine.updown;
