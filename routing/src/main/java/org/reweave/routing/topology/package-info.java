/**
 * Fabrics as immutable graphs of switches, NICs and links, their generators, their measures, and sets of failed
 * elements. See {@code routing/docs/topologies.md}.
 */
package org.reweave.routing.topology;
