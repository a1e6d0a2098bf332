/** Ids, units and values that all of routing uses: LIDs, virtual lanes, names, seeded numbers. */
package org.reweave.routing.model;
