package org.reweave.emulator.reproduce;

import java.util.List;

/**
 * Result of a computation.
 *
 * @param axis name of the plots' axis; empty when no row is plotted
 * @param rows grouped by part, in the paper's order
 * @param remarks what the text says around the numbers, what is lost, and where the paper is wrong
 */
public record Computed(String axis, List<PaperRow> rows, List<String> remarks) {}
