/** Files that are still there after a power failure. */
package org.reweave.emulator.disk;
