/**
 * What a routing engine makes and a switch holds: forwarding tables, SLtoVL rows, adaptive choices, paths, and the
 * interface of a forwarder.
 */
package org.reweave.routing.table;
