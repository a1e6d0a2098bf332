package org.reweave.routing.verify;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * The result of an analysis for one number of faults.
 *
 * @param faults elements failed at once
 * @param combinations sets there are
 * @param evaluated sets judged: all, or a sample drawn with replacement
 * @param exhaustive every set was judged once
 * @param tolerated sets under which every pair of NICs of working switches is served by deadlock-free routes
 * @param notTolerated sets that leave the fabric connected and the method not
 * @param disconnected sets that cut working NICs apart, whatever the method
 * @param cyclic of those not tolerated, sets whose installed routes serve all pairs but may deadlock
 * @param share tolerated of evaluated
 * @param interval of that share
 * @param hopsMean switches crossed, over pairs and tolerated sets; 0 when there are none
 * @param hopsMax switches crossed, over tolerated sets
 * @param pairsLost ordered pairs of NICs that are not served, over the sets not tolerated
 * @param vls most VLs a tolerated set needs
 * @param sls most SLs a tolerated set needs
 * @param lids most LIDs of one NIC that a tolerated set needs
 * @param pairs how pairs fare over all sets, where the method judges all; else null
 * @param figures the method's own, by name and key, as means over the sets judged; empty when it has none
 * @param examples the first sets not tolerated, elements by name
 */
public record FaultCount(
        int faults,
        BigInteger combinations,
        long evaluated,
        boolean exhaustive,
        long tolerated,
        long notTolerated,
        long disconnected,
        long cyclic,
        double share,
        ConfidenceInterval interval,
        double hopsMean,
        int hopsMax,
        long pairsLost,
        int vls,
        int sls,
        int lids,
        PairFigures pairs,
        Map<String, Map<String, Double>> figures,
        List<List<String>> examples) {
    /** Sets in {@link #examples}. */
    public static final int MAX_EXAMPLES = 3;

    public FaultCount {
        examples = List.copyOf(examples);
    }
}
