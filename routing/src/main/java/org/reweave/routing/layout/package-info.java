/**
 * Pictures of fabrics: where each switch is drawn, by the kind of its topology. The same fabric has the same picture on
 * every machine.
 */
package org.reweave.routing.layout;
