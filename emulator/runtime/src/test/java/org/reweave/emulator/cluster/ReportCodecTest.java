package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Cut;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.ReportReadings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.Wishes;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

/** What nodes report of a run, as bytes, beside the run in one process. */
class ReportCodecTest {
    private static final int NODES = 3;

    private final Network network =
            new Network(ResolvedScenario.of(ScenarioLoader.parse(LossyTorus.NAME, LossyTorus.TEXT, List.of())));
    private final List<ReportCodec.Writer> writers = new ArrayList<>();
    private final List<ReportCodec.Reader> readers = new ArrayList<>();

    ReportCodecTest() {
        for (int node = 0; node < NODES; node++) {
            writers.add(new ReportCodec.Writer(network, devices(node)));
            readers.add(new ReportCodec.Reader(network, devices(node)));
        }
    }

    private List<Integer> devices(int node) {
        return IntStream.range(0, network.deviceCount())
                .filter(device -> device % NODES == node)
                .boxed()
                .toList();
    }

    private List<DeviceReport> of(int node, DeviceReport... all) {
        return Arrays.stream(all).filter(one -> one.device() % NODES == node).toList();
    }

    /** Hands each cut to nodes, and what these make of it to a governor of its own. */
    private final class OnNodes implements RunListener {
        private final Governor governor = new Governor(network.governorPlan());
        private final RunRecorder recorder = new RunRecorder(network, event -> {});
        private final List<CutTotals> cuts = new ArrayList<>();
        private final List<Event> events = new ArrayList<>();

        @Override
        public void readings(long cycle, Readings readings) {
            long k = cycle / network.governorPlan().interval();
            for (int node = NODES - 1; node >= 0; node--) {
                byte[] content = writers.get(node).share(k, of(node, ((ReportReadings) readings).reports()));
                FabricCoordinator.Share share =
                        (FabricCoordinator.Share) readers.get(node).read(content);
                governor.share(share.k(), share.part(), share.readings());
            }
            Cut cut = governor.next().orElseThrow();
            cut.deliverTo(recorder);
            cuts.add(cut.totals());
            events.addAll(cut.events());
            governor.accept(cut, Wishes.NONE);
        }

        @Override
        public void cut(CutTotals totals, List<Event> more) {
            // of the run in one process
        }
    }

    @Test
    void aRunOnNodesHasTheCutsAndResultsOfARunInOneProcess() {
        RunRecorder recorder = new RunRecorder(network, event -> {});
        List<CutTotals> cuts = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        OnNodes onNodes = new OnNodes();
        RunListener here = RunListener.inTurn(recorder, (totals, more) -> {
            cuts.add(totals);
            events.addAll(more);
        });
        new SequentialDriver(network, RunListener.inTurn(here, onNodes), HorizonPolicy.FULL).run();

        assertThat(onNodes.cuts).usingRecursiveFieldByFieldElementComparator().isEqualTo(cuts);
        assertThat(onNodes.events).isEqualTo(events).isNotEmpty();
        assertThat(onNodes.recorder.state()).isEqualTo(recorder.state());
        assertThat(recorder.tables().rows()).as("tables that came into force").isNotEmpty();
        assertThat(recorder.deliveries().kept()).isNotEmpty();
        assertThat(recorder.fairness()).isNotNull();
    }

    @Test
    void reportsThatContradictEachOtherAreNoShare() {
        DeviceReport[] all = network.createAll().stream().map(Device::report).toArray(DeviceReport[]::new);
        int port = IntStream.range(0, network.wiring().ports(0))
                .filter(some -> network.wiring().peerDevice()[0][some] % NODES == 0)
                .findFirst()
                .orElseThrow();
        all[0].credits().setBuffered(port * network.governorPlan().lanes(), 1_000);
        assertThatThrownBy(() -> writers.get(0).share(1, of(0, all)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("credits are not conserved at cycle 0")
                .hasMessageContaining(" to " + network.names()[0] + "." + (port + 1));
    }
}
