package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;

/**
 * The cables of a run in time: which links of the fabric are plugged in when. The fabric of a run has all devices that
 * ever exist and, of the cables that a port ever has, the first one; what is not there is, to the devices at its ends,
 * a link that is down. Cables that are plugged into a port after another one are no links of the fabric but
 * {@link #later} ones.
 */
public final class Cabling {
    /** {@link Span#until} of a cable that is never pulled. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    /** The cycles from {@code from} to {@code until}, exclusive. */
    public record Span(long from, long until) {
        boolean has(long cycle) {
            return from <= cycle && cycle < until;
        }
    }

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
            return spans.stream().anyMatch(span -> span.has(cycle));
        }

        /** When it is not there, ascending. */
        public List<Span> gaps() {
            return Cabling.gaps(spans);
        }
    }

    /** The cycles that no span has, ascending; spans ascend. */
    public static List<Span> gaps(List<Span> spans) {
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

    /**
     * A cable that is plugged into a port in which another cable was before.
     *
     * @param spans when it is there, ascending
     */
    public record Later(FabricCopy.Link link, List<Span> spans) {
        public Later {
            spans = List.copyOf(spans);
        }

        /** The two ports that it joins, for people. */
        public String name(Fabric fabric) {
            return fabric.portName(link.device(), link.port()) + "-" + fabric.portName(link.peer(), link.peerPort());
        }

        /** Whether both its ends are switches. */
        public boolean isTrunk(Fabric fabric) {
            return fabric.isSwitch(link.device()) && fabric.isSwitch(link.peer());
        }

        /** When it comes. */
        public long from() {
            return spans.get(0).from();
        }
    }

    private final Fabric source;
    private final Fabric fabric;
    private final List<Cable> cables;
    private final List<Later> later;
    private final NavigableMap<Long, Fabric> inTime = new TreeMap<>(); // from each cycle at which a cable comes or goes

    /**
     * @param source the fabric as it was generated or read
     * @param devices all devices that ever exist, with the links of the source
     * @param fabric all devices that ever exist and the first cables of all ports; the links of the source have their
     *     numbers there
     * @param cables those of the fabric's links that are not there all the time
     * @param later the other cables
     */
    Cabling(Fabric source, Fabric devices, Fabric fabric, List<Cable> cables, List<Later> later) {
        this.source = source;
        this.fabric = fabric;
        this.cables = List.copyOf(cables);
        this.later =
                later.stream().sorted(Comparator.comparingLong(Later::from)).toList();
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
        return new Cabling(fabric, fabric, fabric, List.of(), List.of());
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
        later.stream()
                .filter(cable -> cable.spans().stream().anyMatch(span -> span.has(cycle)))
                .forEach(cable -> there.add(cable.link()));
        return new FabricCopy(devices).build(there);
    }

    /** The fabric as it was generated or read. */
    public Fabric source() {
        return source;
    }

    /** All devices that ever exist, and the first cables of all ports. */
    public Fabric fabric() {
        return fabric;
    }

    /** The links of the fabric that are not there all the time, in the order of their numbers. */
    public List<Cable> cables() {
        return cables;
    }

    /** The cables that are plugged in where another one was before, by the time at which they come. */
    public List<Later> later() {
        return later;
    }

    /**
     * The number by which faults know the cable that a link of {@link #at} is: that of the fabric's link, or for a
     * {@link #later} cable one after those.
     */
    int number(Fabric then, int link, long cycle) {
        FabricCopy.Link cable = FabricCopy.linksOf(then).get(link);
        int first = fabric.link(cable.device(), cable.port());
        if (first >= 0 && FabricCopy.linksOf(fabric).get(first).sameEnds(cable)) {
            boolean isThere = cables.stream().noneMatch(one -> one.link() == first && !one.isThere(cycle));
            if (isThere) {
                return first;
            }
        }
        for (int i = 0; i < later.size(); i++) {
            boolean isThere = later.get(i).spans().stream().anyMatch(span -> span.has(cycle));
            if (isThere && later.get(i).link().sameEnds(cable)) {
                return fabric.linkCount() + i;
            }
        }
        throw new IllegalStateException(then.linkName(link) + " is no cable at cycle " + cycle);
    }

    /** The later cable with a fault's number; empty = that is a link of the fabric. */
    public Optional<Later> later(int number) {
        return number < fabric.linkCount() ? Optional.empty() : Optional.of(later.get(number - fabric.linkCount()));
    }

    /** Whether there are ever devices or links that the source lacks. */
    public boolean grows() {
        return fabric != source || !later.isEmpty();
    }

    /** Cycles after the start at which cables come or go; in no order. */
    public LongStream changes() {
        return Stream.concat(cables.stream().map(Cable::spans), later.stream().map(Later::spans))
                .flatMap(List::stream)
                .flatMapToLong(span -> LongStream.of(span.from(), span.until()))
                .filter(cycle -> cycle > 0 && cycle < FOR_EVER);
    }

    /** All devices that ever exist, with the links that are plugged in at a cycle; links have other numbers. */
    public Fabric at(long cycle) {
        return inTime.floorEntry(cycle).getValue();
    }
}
