package org.reweave.emulator.governor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.reweave.emulator.device.DeviceReport;

/** What has come of a cut so far: reports of single devices, or the shares of processes that host them. */
final class GatheredCut {
    /** A share, and the readings of its devices. */
    private record Share(CutPart part, Readings readings) {}

    private final DeviceReport[] reports; // by device; null = not yet, or in a share
    private final boolean[] there; // by device
    private final List<Share> shares = new ArrayList<>();
    private int missing;

    GatheredCut(int devices) {
        reports = new DeviceReport[devices];
        there = new boolean[devices];
        missing = devices;
    }

    /** @return whether the device has not reported before */
    boolean add(DeviceReport report) {
        reports[report.device()] = report;
        return note(report.device());
    }

    /** @return whether none of its devices has reported before */
    boolean add(CutPart part, Readings readings) {
        shares.add(new Share(part, readings));
        return Arrays.stream(part.domain().devices()).allMatch(this::note);
    }

    private boolean note(int device) {
        boolean isNew = !there[device];
        there[device] = true;
        missing -= isNew ? 1 : 0;
        return isNew;
    }

    boolean isComplete() {
        return missing == 0;
    }

    /** Whether devices report one by one, all of them to this process. */
    boolean isOfReports() {
        return shares.isEmpty();
    }

    DeviceReport[] reports() {
        return reports;
    }

    /** The shares, by their first device. */
    List<CutPart> parts() {
        return shares.stream()
                .map(Share::part)
                .sorted(Comparator.comparingInt(part -> part.domain().devices()[0]))
                .toList();
    }

    Readings readings() {
        if (isOfReports()) {
            return new ReportReadings(reports);
        }
        Readings[] of = new Readings[reports.length];
        for (Share share : shares) {
            for (int device : share.part.domain().devices()) {
                of[device] = share.readings;
            }
        }
        return new JoinedReadings(of);
    }
}
