package org.reweave.emulator.lax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Wiring;

/**
 * The recorded admissions of a lax run, for running the run again. They are read cut by cut, no farther than permits
 * reach, so that memory is bounded.
 */
public final class AdmissionScript {
    /** Where records come from. */
    public interface Source {
        /**
         * The records of the steps up to the next cut, by the first device of their island; islands without records may
         * be absent.
         *
         * @return empty when the records end
         */
        Optional<Map<Integer, long[]>> next();
    }

    private static final long[] NONE = {};

    private final Source source;
    private final long interval;
    private final List<Integer> firstDevices = new ArrayList<>(); // by island
    private final List<RecordedAdmissions> islands = new ArrayList<>();
    private long read; // cycle of the last cut whose records are there
    private boolean ended;

    /**
     * @param source of the records behind the run's beginning
     * @param islands device numbers by island
     * @param names of devices
     * @param begin cycle at which the run begins, a cut
     */
    public AdmissionScript(
            Source source,
            List<List<Integer>> islands,
            Wiring wiring,
            String[] names,
            long interval,
            Laxity laxity,
            long begin) {
        this.source = source;
        this.interval = interval;
        this.read = begin;
        for (List<Integer> island : islands) {
            firstDevices.add(island.get(0));
            this.islands.add(new RecordedAdmissions(
                    interval / laxity.step(), link -> place(island, link, Placement.of(islands), wiring, names)));
        }
    }

    /** Numbers links as {@link org.reweave.emulator.drive.Exits} does. */
    private static String place(List<Integer> island, int link, Placement placement, Wiring wiring, String[] names) {
        int left = link;
        for (int device : island) {
            for (int channel = 0; channel < wiring.channels(device); channel++) {
                int peer = wiring.peerDevice()[device][channel];
                boolean leaves =
                        peer >= 0 && placement.islandOf()[peer] != placement.islandOf()[device];
                if (leaves && left-- == 0) {
                    return names[device] + "." + (wiring.port(device, channel) + 1) + " (from " + names[peer] + ")";
                }
            }
        }
        return names[island.get(0)] + ", link " + link;
    }

    /** Recorded admissions of an island. */
    public Admissions of(int island) {
        return islands.get(island);
    }

    /**
     * Reads the records for a permit.
     *
     * @return the cycle up to which there are records, at most the one given
     */
    public long upTo(long permit) {
        while (read + interval <= permit && !ended) {
            Optional<Map<Integer, long[]>> records = source.next();
            ended = records.isEmpty();
            if (!ended) {
                read += interval;
                for (int island = 0; island < islands.size(); island++) {
                    islands.get(island).add(records.get().getOrDefault(firstDevices.get(island), NONE));
                }
            }
        }
        return Math.min(permit, read);
    }
}
