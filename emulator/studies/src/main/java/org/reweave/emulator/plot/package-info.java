/**
 * Figures as SVG files: what a figure shows is a value here; lets-plot lays it out and draws it. No other package knows
 * the library.
 */
package org.reweave.emulator.plot;
