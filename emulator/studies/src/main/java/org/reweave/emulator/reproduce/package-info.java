/**
 * What a reproduction of a paper's table or figure is, and tools to write one; a package for each paper holds its own.
 * Printed values are data, transcribed from the papers into resource files; nothing here is fitted to them.
 */
package org.reweave.emulator.reproduce;
