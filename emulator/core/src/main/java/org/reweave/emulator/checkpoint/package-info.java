/** The state of a whole run at a cut, which no island, driver or thread shows in. */
package org.reweave.emulator.checkpoint;
