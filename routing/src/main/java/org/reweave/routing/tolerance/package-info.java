/**
 * Fault-tolerant routing: methods that carry packets around failed links and switches, and their evaluation under sets
 * of faults.
 */
package org.reweave.routing.tolerance;
