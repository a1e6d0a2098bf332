package org.reweave.routing.verify;

import java.math.BigInteger;
import java.util.Map;

/** Pairs served, over sets of faults. Integer sums, so that merging threads' tallies in any order gives one result. */
final class PairTally {
    private long sets;
    private long delivered;
    private long hops;
    private int maxHops;
    private final Ratio ofWorking = new Ratio();
    private final Ratio ofConnected = new Ratio();

    /**
     * One set's pairs; all sums are over ordered pairs of NICs of working switches.
     *
     * @param connected of them, pairs that some path joins
     * @param pathHops switches crossed by the pairs delivered
     */
    void add(long served, long lost, long connected, long pathHops, int longest) {
        sets++;
        delivered += served;
        hops += pathHops;
        maxHops = Math.max(maxHops, longest);
        ofWorking.add(served, served + lost);
        ofConnected.add(served, connected);
    }

    void merge(PairTally other) {
        sets += other.sets;
        delivered += other.delivered;
        hops += other.hops;
        maxHops = Math.max(maxHops, other.maxHops);
        ofWorking.merge(other.ofWorking);
        ofConnected.merge(other.ofConnected);
    }

    /** Puts all sums into a map, to be kept. */
    void write(Map<String, BigInteger> sums) {
        sums.put("pairSets", BigInteger.valueOf(sets));
        sums.put("pairsDelivered", BigInteger.valueOf(delivered));
        sums.put("pairHops", BigInteger.valueOf(hops));
        sums.put("pairMaxHops", BigInteger.valueOf(maxHops));
        ofWorking.write("ofWorking", sums);
        ofConnected.write("ofConnected", sums);
    }

    /** Adds sums that were kept. */
    void merge(Map<String, BigInteger> sums) {
        sets += sums.get("pairSets").longValueExact();
        delivered += sums.get("pairsDelivered").longValueExact();
        hops += sums.get("pairHops").longValueExact();
        maxHops = Math.max(maxHops, sums.get("pairMaxHops").intValueExact());
        ofWorking.merge("ofWorking", sums);
        ofConnected.merge("ofConnected", sums);
    }

    /** @return null when no set was added */
    PairFigures figures(int elements, int faults, boolean exhaustive, double confidence) {
        if (sets == 0) {
            return null;
        }
        return new PairFigures(
                (double) faults / elements,
                sets,
                ofWorking.of,
                ofConnected.of,
                delivered,
                ofWorking.share(),
                ofWorking.interval(sets, exhaustive, confidence),
                ofConnected.share(),
                ofConnected.interval(sets, exhaustive, confidence),
                delivered == 0 ? 0 : (double) (hops + delivered) / delivered,
                delivered == 0 ? 0 : maxHops + 1);
    }

    /** A share of pairs, with what its variance over sets needs: pairs of one set stand or fall together. */
    private static final class Ratio {
        private long part;
        private long of;
        private BigInteger partPart = BigInteger.ZERO;
        private BigInteger partOf = BigInteger.ZERO;
        private BigInteger ofOf = BigInteger.ZERO;

        void add(long x, long n) {
            part += x;
            of += n;
            BigInteger bigX = BigInteger.valueOf(x);
            BigInteger bigN = BigInteger.valueOf(n);
            partPart = partPart.add(bigX.multiply(bigX));
            partOf = partOf.add(bigX.multiply(bigN));
            ofOf = ofOf.add(bigN.multiply(bigN));
        }

        void merge(Ratio other) {
            part += other.part;
            of += other.of;
            partPart = partPart.add(other.partPart);
            partOf = partOf.add(other.partOf);
            ofOf = ofOf.add(other.ofOf);
        }

        void write(String name, Map<String, BigInteger> sums) {
            sums.put(name + "Part", BigInteger.valueOf(part));
            sums.put(name + "Of", BigInteger.valueOf(of));
            sums.put(name + "PartPart", partPart);
            sums.put(name + "PartOf", partOf);
            sums.put(name + "OfOf", ofOf);
        }

        void merge(String name, Map<String, BigInteger> sums) {
            part += sums.get(name + "Part").longValueExact();
            of += sums.get(name + "Of").longValueExact();
            partPart = partPart.add(sums.get(name + "PartPart"));
            partOf = partOf.add(sums.get(name + "PartOf"));
            ofOf = ofOf.add(sums.get(name + "OfOf"));
        }

        /** 1 when there is no pair. */
        double share() {
            return of == 0 ? 1 : (double) part / of;
        }

        ConfidenceInterval interval(long sets, boolean exhaustive, double confidence) {
            // Sum of (x - share n)^2 times of^2, exactly.
            BigInteger x = BigInteger.valueOf(part);
            BigInteger n = BigInteger.valueOf(of);
            BigInteger squares = partPart.multiply(n.multiply(n))
                    .subtract(partOf.multiply(x).multiply(n).shiftLeft(1))
                    .add(ofOf.multiply(x.multiply(x)));
            double deviation = of == 0 ? 0 : StrictMath.sqrt(squares.doubleValue()) / ((double) of * of);
            return ConfidenceInterval.ratio(share(), deviation, sets, exhaustive, confidence);
        }
    }
}
