/** Which devices are together on one node or in one island: parts of equal load, with few links between them. */
package org.reweave.emulator.placement;
