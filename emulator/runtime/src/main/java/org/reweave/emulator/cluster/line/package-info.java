/**
 * Lines between nodes: byte streams that carry the frames of one run, beside Akka, which carries everything else. Why
 * they exist, and what else was measured: {@code emulator/docs/scaling.md}.
 */
package org.reweave.emulator.cluster.line;
