/**
 * The papers' static results beside ours: one class per table or figure. Printed values are data, transcribed from the
 * papers into resource files; nothing here is fitted to them.
 */
package org.reweave.emulator.reproduce;
