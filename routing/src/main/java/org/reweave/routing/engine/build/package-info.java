/** Tools to fill tables with: hop rules, walks over slots, coordinates, layers without cycles. */
package org.reweave.routing.engine.build;
