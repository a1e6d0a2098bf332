package org.reweave.emulator.cluster;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/** Reports and measurements of a node as bytes. */
final class ReportCodec {
    /** The first number says what follows. */
    private static final int REPORTS = 1;

    private static final int MEASURED = 2;

    private ReportCodec() {}

    /** Reports of all devices of the node at cut {@code k}. */
    static byte[] reports(long k, List<DeviceReport> reports) {
        ByteWriter out = new ByteWriter();
        out.value(REPORTS);
        out.value(k);
        out.value(reports.size());
        reports.forEach(report -> report.write(out));
        return out.toArray();
    }

    /** Measurements at the end of the run. */
    static byte[] measured(Measured measured) {
        ByteWriter out = new ByteWriter();
        out.value(MEASURED);
        measured.visit(out);
        return out.toArray();
    }

    /**
     * Reads either.
     *
     * @return reports of a cut, or what was measured in sum
     * @throws ClusterException when it is neither
     */
    static FabricCoordinator.Command read(byte[] content) {
        ByteReader in = new ByteReader(content);
        try {
            FabricCoordinator.Command read = in.value(0) == REPORTS ? readReports(in) : readMeasured(in);
            in.end();
            return read;
        } catch (IllegalStateException | IndexOutOfBoundsException e) { // the second by a histogram
            throw new ClusterException("is damaged: " + e.getMessage());
        }
    }

    private static FabricCoordinator.Reports readReports(ByteReader in) {
        long k = in.value(0L);
        List<DeviceReport> reports = new ArrayList<>();
        for (int left = in.value(0); left > 0; left--) {
            reports.add(new DeviceReport(in));
        }
        return new FabricCoordinator.Reports(k, reports);
    }

    private static FabricCoordinator.Finished readMeasured(ByteReader in) {
        Measured measured = new Measured();
        measured.visit(in);
        return measured.sum();
    }
}
