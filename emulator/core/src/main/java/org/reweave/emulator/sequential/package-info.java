/** The driver without actors: one island, one thread, the speed limit. */
package org.reweave.emulator.sequential;
