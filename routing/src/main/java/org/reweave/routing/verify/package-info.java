/**
 * Checks of installed tables, independent of the engine that computed them: connectivity, path lengths, and cycles of
 * waiting packets.
 */
package org.reweave.routing.verify;
