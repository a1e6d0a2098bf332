/**
 * The results of a routing engine, as switches hold them: forwarding tables, SLtoVL rows, adaptive choices, paths, and
 * the interface of a forwarder.
 */
package org.reweave.routing.table;
