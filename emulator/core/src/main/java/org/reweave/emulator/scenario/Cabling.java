package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;

/**
 * The cables of a run in time: which links of the fabric are plugged in when. The fabric of a run has all devices and
 * links that ever exist; what is not there is, to the devices at its ends, a link that is down.
 */
public final class Cabling {
    /** {@link Span#until} of a cable that is never pulled. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    /** The cycles from {@code from} to {@code until}, exclusive. */
    public record Span(long from, long until) {}

    /**
     * A cable that is plugged in or pulled during the run.
     *
     * @param link its number in the fabric
     * @param spans when it is there, ascending
     */
    public record Cable(int link, List<Span> spans) {
        public Cable {
            spans = List.copyOf(spans);
        }

        /** Whether it is there when the run starts. */
        public boolean isOriginal() {
            return !spans.isEmpty() && spans.get(0).from() == 0;
        }

        /** Whether it is plugged in at a cycle. */
        public boolean isThere(long cycle) {
            return spans.stream().anyMatch(span -> span.from() <= cycle && cycle < span.until());
        }

        /** When it is not there, ascending. */
        public List<Span> gaps() {
            List<Span> gaps = new ArrayList<>();
            long from = 0;
            for (Span span : spans) {
                if (span.from() > from) {
                    gaps.add(new Span(from, span.from()));
                }
                from = span.until();
            }
            if (from < FOR_EVER) {
                gaps.add(new Span(from, FOR_EVER));
            }
            return gaps;
        }
    }

    private final Fabric source;
    private final Fabric fabric;
    private final List<Cable> cables;
    private final NavigableMap<Long, Fabric> inTime = new TreeMap<>(); // from each cycle at which a cable comes or goes

    /**
     * @param source the fabric as it was generated or read
     * @param devices all devices that ever exist, with the links of the source
     * @param fabric all devices and links that ever exist; the links of the source have their numbers there
     * @param cables those that are not there all the time
     */
    Cabling(Fabric source, Fabric devices, Fabric fabric, List<Cable> cables) {
        this.source = source;
        this.fabric = fabric;
        this.cables = List.copyOf(cables);
        if (cables.isEmpty()) {
            inTime.put(0L, fabric);
        } else {
            LongStream.concat(LongStream.of(0), changes())
                    .distinct()
                    .forEach(cycle -> inTime.put(cycle, cabled(devices, cycle)));
        }
    }

    /** The cables of a fabric that stays as it is. */
    static Cabling fixed(Fabric fabric) {
        return new Cabling(fabric, fabric, fabric, List.of());
    }

    private Fabric cabled(Fabric devices, long cycle) {
        List<FabricCopy.Link> links = new ArrayList<>(FabricCopy.linksOf(fabric));
        boolean[] absent = new boolean[links.size()];
        cables.forEach(cable -> absent[cable.link()] = !cable.isThere(cycle));
        List<FabricCopy.Link> there = new ArrayList<>();
        for (int link = 0; link < absent.length; link++) {
            if (!absent[link]) {
                there.add(links.get(link));
            }
        }
        return new FabricCopy(devices).build(there);
    }

    /** The fabric as it was generated or read. */
    public Fabric source() {
        return source;
    }

    /** All devices and links that ever exist. */
    public Fabric fabric() {
        return fabric;
    }

    /** The cables that are not there all the time, in the order of their links. */
    public List<Cable> cables() {
        return cables;
    }

    /** Whether the fabric ever has devices or links that its source lacks. */
    public boolean grows() {
        return fabric != source;
    }

    /** Cycles after the start at which cables come or go; in no order. */
    public LongStream changes() {
        return cables.stream()
                .flatMap(cable -> cable.spans().stream())
                .flatMapToLong(span -> LongStream.of(span.from(), span.until()))
                .filter(cycle -> cycle > 0 && cycle < FOR_EVER);
    }

    /** All devices that ever exist, with the links that are plugged in at a cycle; links have other numbers. */
    public Fabric at(long cycle) {
        return inTime.floorEntry(cycle).getValue();
    }
}
