/**
 * Lax mode: islands that advance in steps and do not always wait for their neighbours. What a record that comes late
 * does, which decisions the scheduler takes, and how they are recorded and repeated.
 */
package org.reweave.emulator.lax;
