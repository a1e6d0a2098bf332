package org.reweave.routing.verify;

/**
 * How a method serves pairs of NICs under one number of faults, over all sets judged, those that cut NICs apart
 * included. Pairs are ordered and of NICs whose switches work.
 *
 * @param faultFraction failed elements of all
 * @param sets judged
 * @param working pairs, summed over the sets
 * @param connected of them, pairs joined by a path of working links and switches, whatever its form
 * @param delivered of them, pairs that the method serves
 * @param ofWorking success probability: delivered of working
 * @param ofWorkingInterval of it, from the scatter between sets
 * @param ofConnected delivered of connected
 * @param ofConnectedInterval of it, likewise
 * @param linksMean path length in links, those of the NICs included, over the pairs delivered; detours count as walked
 * @param linksMax the longest
 */
public record PairFigures(
        double faultFraction,
        long sets,
        long working,
        long connected,
        long delivered,
        double ofWorking,
        ConfidenceInterval ofWorkingInterval,
        double ofConnected,
        ConfidenceInterval ofConnectedInterval,
        double linksMean,
        int linksMax) {}
