package org.reweave.emulator.results.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * The data of the page, as the page's script reads the data. Times are nanoseconds.
 *
 * @param summary as {@code summary.json} has it
 * @param picture the fabric through the run
 * @param course totals over time
 * @param byDelivery latencies of all delivered packets by the time of delivery
 * @param byGeneration the same by the time of generation
 * @param network distribution of latencies from injection, of measured packets
 * @param total the same from generation
 * @param installations one per change of tables
 * @param scenario resolved, as {@code scenario.conf} has it
 * @param command that started the run; empty = unknown
 * @param leftOut NICs without traffic
 * @param leftOutBecause why
 */
record ReportData(
        JsonNode summary,
        Setup setup,
        PictureData picture,
        Course course,
        Bins byDelivery,
        Bins byGeneration,
        Distribution network,
        Distribution total,
        Links links,
        List<Installation> installations,
        Events events,
        String scenario,
        String command,
        List<String> findings,
        List<String> leftOut,
        String leftOutBecause) {

    /**
     * @param warmup end of the warm-up
     * @param trafficStop end of traffic; null = a trace's
     */
    record Setup(
            String fabric,
            int switches,
            int nics,
            int links,
            String routing,
            String scheme,
            String traffic,
            double warmup,
            Double trafficStop,
            List<Fault> faults) {}

    /**
     * @param kind {@code link} or {@code switch}
     * @param until null = for ever
     */
    record Fault(String kind, String name, double at, Double until) {}

    /**
     * One entry an interval; a mean over no packets is null.
     *
     * @param to ends of the intervals, of which the first begins at 0
     * @param delivered packets of data that had not come before
     * @param offered fraction of what the NICs' links carry
     * @param drops packets by cause, of the causes that came up
     */
    record Course(
            List<Double> to,
            List<Long> delivered,
            List<Double> offered,
            List<Double> accepted,
            List<Double> network,
            List<Double> total,
            List<Long> inFlight,
            List<Long> queued,
            List<Long> smps,
            Map<String, List<Long>> drops) {}

    /** Bins of equal width from 0 on; a mean over no packets is null. */
    record Bins(
            double width,
            List<Long> count,
            List<Double> network,
            List<Double> total,
            List<Double> longestNetwork,
            List<Double> longestTotal) {}

    /**
     * @param values upper ends of the histogram's bins that hold packets
     * @param counts packets in them
     * @param percentiles pairs of a percentage and its latency
     */
    record Distribution(List<Double> values, List<Long> counts, List<List<Double>> percentiles) {}

    /**
     * @param all directed links between switches there are; the rest are the least loaded ones
     * @param data by link and phase: fraction of the time taken by packets
     * @param control the same by SMPs and flow control
     */
    record Links(List<Phase> phases, int all, List<String> names, List<double[]> data, List<double[]> control) {}

    record Phase(String label, double from, double to) {}

    /**
     * Columns of equal length, by time.
     *
     * @param around devices at which something had changed
     * @param hops from the nearest of them; -1 = there is none
     * @param argument of the scheme, as an epoch
     * @param left rows that are not here
     */
    record Installation(
            long change,
            double readyAt,
            List<String> around,
            List<String> device,
            List<Boolean> isSwitch,
            List<Integer> hops,
            List<Double> at,
            List<Long> argument,
            long left) {}

    /** @param rows kept ones, in order */
    record Events(List<Kind> kinds, List<Row> rows) {}

    /**
     * @param count of the run; more than there are rows when there were many
     * @param significant whether it is shown at first
     */
    record Kind(String name, long count, boolean significant) {}

    /** @param text its arguments */
    record Row(double at, String device, String kind, String text) {}
}
