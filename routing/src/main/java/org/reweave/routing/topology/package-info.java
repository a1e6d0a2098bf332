/**
 * Fabrics as immutable graphs of switches, NICs and links, their generators, their measures, and what of them has
 * failed. See {@code routing/docs/topologies.md}.
 */
package org.reweave.routing.topology;
