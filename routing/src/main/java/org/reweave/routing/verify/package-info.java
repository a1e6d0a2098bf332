/**
 * Checks of installed tables, whatever computed them: who reaches whom, over how many switches, and whether waiting can
 * go round in a circle. Nothing here asks an engine.
 */
package org.reweave.routing.verify;
