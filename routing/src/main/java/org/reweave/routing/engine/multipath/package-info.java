/**
 * Engines that give each pair several disjoint paths: TFTR, SPFTR, A-SPFTR. See {@code routing/docs/disjoint-paths.md}.
 */
package org.reweave.routing.engine.multipath;
