/**
 * Reproductions of papers' tables and figures: their model, and tools to write one; a package for each paper holds its
 * own. Printed values are data, transcribed from the papers into resource files; nothing here is fitted to them.
 */
package org.reweave.emulator.reproduce;
