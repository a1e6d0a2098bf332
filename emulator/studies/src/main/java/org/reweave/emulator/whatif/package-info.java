/** What a failure does to a fabric under its present tables, and under those of each engine. */
package org.reweave.emulator.whatif;
