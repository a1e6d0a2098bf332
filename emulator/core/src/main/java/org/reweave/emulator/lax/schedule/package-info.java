/**
 * Schedulers of lax runs that a seed repeats: each decides step by step which island goes on and which frames wait, as
 * threads would, but worse. A failure that one of them finds happens again, and can be shrunk.
 */
package org.reweave.emulator.lax.schedule;
