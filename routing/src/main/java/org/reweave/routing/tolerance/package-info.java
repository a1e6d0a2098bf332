/**
 * Fault-tolerant routing: what carries packets around failed links and switches, and how each method is put to the
 * test.
 */
package org.reweave.routing.tolerance;
