package org.reweave.reconfig.spi;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * A {@link PlainSite} that notes what its agent does. By the stored tables LID n is reached by the port after port n.
 */
public class RecordingSite extends PlainSite {
    /** {@code 2/1:7}: port, VL, mark. */
    public final List<String> separators = new ArrayList<>();

    public final List<Long> reports = new ArrayList<>();
    public final Set<Integer> downPorts = new HashSet<>();
    public int reroutings;
    public int tablesUsed;
    private final Set<List<Integer>> dependencies = new HashSet<>();

    /** Packets that come in on a channel go on by an output. */
    public void depend(int inPort, int inLane, int outPort, int outLane) {
        dependencies.add(List.of(inPort, inLane, outPort, outLane));
    }

    @Override
    public boolean isUp(int port) {
        return !downPorts.contains(port);
    }

    @Override
    public boolean leadsToSwitch(int port) {
        return port < 4;
    }

    @Override
    public void routeStored(Heading packet, Routes routes) {
        routes.add(packet.destination % 4 + 1, packet.level, packet.trail);
    }

    @Override
    public void useStored() {
        tablesUsed++;
    }

    @Override
    public void separate(int outPort, int lane, long mark) {
        separators.add(outPort + "/" + lane + ":" + mark);
    }

    @Override
    public void rerouteWaiting() {
        reroutings++;
    }

    @Override
    public void report(long message) {
        reports.add(message);
    }

    @Override
    public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
        return dependencies.contains(List.of(inPort, inLane, outPort, outLane));
    }
}
