package org.reweave.emulator.traffic;

/** What NICs send.
 *
 *  @param pattern name of the destination pattern ({@code uniform}, {@code bit-reversal}, {@code bit-inversion}, {@code hotspot})
 *  @param load offered by each NIC, as a fraction of what its link carries: 0 to 1
 *  @param start first cycle of generation
 *  @param stop first cycle without generation
 *  @param hotspotShare for {@code hotspot}: fraction of the sources that send to the one destination (thesis §7.2.3: 0.1) */
public record TrafficParameters(String pattern, double load, long start, long stop, double hotspotShare) {}
