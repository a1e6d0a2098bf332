package org.reweave.emulator.cluster;

import java.util.Collection;
import java.util.List;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.CutPart;
import org.reweave.emulator.governor.Domain;
import org.reweave.emulator.governor.GovernorPlan;
import org.reweave.emulator.governor.ReportReadings;
import org.reweave.emulator.governor.Survey;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.DeliverySample;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/**
 * A node's shares in the cuts of a run and its measurements, as bytes. Most numbers of a device are written beside
 * those of the share before, so both ends of the way keep these: what one end has written, the other one reads in the
 * same order.
 */
final class ReportCodec {
    /** The first number says what follows. */
    private static final int SHARE = 1;

    private static final int MEASURED = 2;

    private final GovernorPlan plan;
    private final Domain domain;
    private NodeReadings last; // of the share before

    private ReportCodec(GovernorPlan plan, Domain domain) {
        this.plan = plan;
        this.domain = domain;
        this.last = NodeReadings.begin(plan.wiring(), domain);
    }

    /** The node's end. */
    static final class Writer {
        private final ReportCodec codec;
        private final Survey survey;
        private final DeliverySample sample = DeliverySample.beforehand();

        /** @param devices of the node */
        Writer(Network network, Collection<Integer> devices) {
            codec = of(network, devices);
            survey = new Survey(codec.plan, codec.domain);
        }

        /**
         * The share of the node in cut {@code k}.
         *
         * @param reports of all its devices
         * @throws IllegalStateException when these contradict each other
         */
        byte[] share(long k, List<DeviceReport> reports) {
            DeviceReport[] byDevice = new DeviceReport[codec.plan.wiring().devices()];
            reports.forEach(report -> byDevice[report.device()] = report);
            NodeReadings readings = codec.last.next(new ReportReadings(byDevice), codec.domain, sample);
            ByteWriter out = new ByteWriter();
            out.value(SHARE);
            out.value(k);
            survey.look(byDevice).visit(out);
            readings.write(out, codec.last);
            codec.last = readings;
            return out.toArray();
        }
    }

    /** The end of the run's process. */
    static final class Reader {
        private final ReportCodec codec;

        /** @param devices of the node */
        Reader(Network network, Collection<Integer> devices) {
            codec = of(network, devices);
        }

        /**
         * Reads what the node's end has written.
         *
         * @return the share in a cut, or what was measured in sum
         * @throws ClusterException when it is neither
         */
        FabricCoordinator.Command read(byte[] content) {
            ByteReader in = new ByteReader(content);
            try {
                FabricCoordinator.Command read = in.value(0) == SHARE ? codec.readShare(in) : readMeasured(in);
                in.end();
                return read;
            } catch (IllegalStateException | IndexOutOfBoundsException e) { // the second by a histogram
                throw new ClusterException("is damaged: " + e.getMessage());
            }
        }
    }

    private static ReportCodec of(Network network, Collection<Integer> devices) {
        GovernorPlan plan = network.governorPlan();
        return new ReportCodec(plan, Domain.of(plan, devices));
    }

    /** Measurements at the end of the run. */
    static byte[] measured(Measured measured) {
        ByteWriter out = new ByteWriter();
        out.value(MEASURED);
        measured.visit(out);
        return out.toArray();
    }

    private FabricCoordinator.Share readShare(ByteReader in) {
        long k = in.value(0L);
        CutPart part = new CutPart(plan, domain);
        part.visit(in);
        last = last.next(in);
        return new FabricCoordinator.Share(k, part, last);
    }

    private static FabricCoordinator.Finished readMeasured(ByteReader in) {
        Measured measured = new Measured();
        measured.visit(in);
        return measured.sum();
    }
}
