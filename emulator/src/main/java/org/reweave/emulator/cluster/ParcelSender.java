package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.state.CompactWriter;

/** Sends reports and measurements of a node to its coordinator, in parcels that fit into messages. */
final class ParcelSender {
    /** The first number of a complete content says what it is. */
    static final int REPORTS = 1;

    static final int MEASURED = 2;

    private final long incarnation;
    private final ActorRef<RemoteNode.Command> coordinator;
    private long number;

    ParcelSender(long incarnation, ActorRef<RemoteNode.Command> coordinator) {
        this.incarnation = incarnation;
        this.coordinator = coordinator;
    }

    /** Of all devices of the node at cut {@code k}. */
    void reports(long k, List<DeviceReport> reports) {
        CompactWriter out = new CompactWriter();
        out.value(REPORTS);
        out.value(k);
        out.value(reports.size());
        reports.forEach(report -> report.write(out));
        send(out.toArray());
    }

    /** At the end of the run. */
    void measured(Measured measured) {
        CompactWriter out = new CompactWriter();
        out.value(MEASURED);
        measured.visit(out);
        send(out.toArray());
    }

    private void send(byte[] content) {
        List<Parcel> parcels = Parcel.split(content, incarnation, number);
        number += parcels.size();
        parcels.forEach(coordinator::tell);
    }
}
