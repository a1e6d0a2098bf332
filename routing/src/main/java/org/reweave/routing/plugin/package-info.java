/**
 * How everything is found that users may add by jars of their own: one class loader for all jars, and a registry for
 * each kind.
 */
package org.reweave.routing.plugin;
