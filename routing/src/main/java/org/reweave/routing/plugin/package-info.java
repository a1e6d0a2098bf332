/**
 * Finds the engines, topologies, schemes and other parts that users add by jars of their own: one class loader for all
 * jars, and a registry for each kind.
 */
package org.reweave.routing.plugin;
