package org.reweave.emulator.lax;

import java.util.ArrayList;
import java.util.List;

/** Collects the decisions of a lax run's schedule, from its records of admissions, as a list that repeats them. */
public final class LateFramesTape {
    private record Link(int device, int port) {}

    private final List<String> names;
    private final List<List<Link>> links; // by island
    private final List<long[][]> open; // by island and link: step since which frames are missing, and how many
    private final List<LateFrames> late = new ArrayList<>();

    /**
     * @param names of devices
     * @param links of each island to others, numbered as {@link org.reweave.emulator.drive.Exits} does; each has a
     *     device and a port from 0
     */
    public LateFramesTape(List<String> names, List<List<int[]>> links) {
        this.names = List.copyOf(names);
        this.links = links.stream()
                .map(of -> of.stream().map(end -> new Link(end[0], end[1])).toList())
                .toList();
        this.open = links.stream().map(of -> new long[of.size()][2]).toList();
    }

    /** Takes the records of an island, as {@link AdmissionRecord} packs them. */
    public void add(int island, long[] records) {
        for (int at = 0; at < records.length; at += AdmissionRecord.WORDS) {
            change(
                    island,
                    AdmissionRecord.link(records[at]),
                    AdmissionRecord.step(records[at]),
                    AdmissionRecord.missing(records[at + 1]));
        }
    }

    private void change(int island, int link, long step, long missing) {
        long[] since = open.get(island)[link];
        if (since[1] > 0) {
            Link end = links.get(island).get(link);
            late.add(new LateFrames(names.get(end.device()), end.port() + 1, since[0], step - since[0], since[1]));
        }
        since[0] = step;
        since[1] = missing;
    }

    /**
     * All decisions that differ from those of a conservative run, in the order in which they end.
     *
     * @param end the first step that the run did not take
     */
    public List<LateFrames> late(long end) {
        for (int island = 0; island < links.size(); island++) {
            for (int link = 0; link < links.get(island).size(); link++) {
                change(island, link, end, 0);
            }
        }
        return List.copyOf(late);
    }
}
