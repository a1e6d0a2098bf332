/**
 * Many runs of one scenario: grids of loads, keys and seeds, the means of their results, and the load at which a
 * network saturates. Runs use the sequential driver, one per thread; no result depends on the number of threads.
 */
package org.reweave.emulator.sweep;
