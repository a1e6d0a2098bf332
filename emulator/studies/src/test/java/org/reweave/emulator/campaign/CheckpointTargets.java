package org.reweave.emulator.campaign;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointCodec;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

/** Readers of a run's checkpoints: the file, and the states of a switch and of a NIC, behind digests that are right. */
final class CheckpointTargets {
    private CheckpointTargets() {}

    /** Of the readers' example of a scenario. */
    static Network network() {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("x.conf", ScenarioTargets.SCENARIO, List.of())));
    }

    static List<Target> all(Network network, Checkpoint taken) throws IOException {
        List<Target> all = new ArrayList<>();
        all.add(new Target("checkpoint", List.of(packed(taken)), bytes -> CheckpointCodec.read(bytes, Path.of(""))));
        int switches = network.resolved().fabric().switchCount();
        all.add(state(network, taken, "checkpoint-switch", 0, switches));
        all.add(state(network, taken, "checkpoint-nic", switches, network.deviceCount()));
        return all;
    }

    private static byte[] packed(Checkpoint checkpoint) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckpointCodec.write(checkpoint, new byte[8], bytes);
        return bytes.toByteArray();
    }

    /** In the middle of the answer to a fault. */
    static Checkpoint taken(Network network) {
        AtomicReference<Checkpoint> last = new AtomicReference<>();
        AtomicReference<SequentialDriver> driver = new AtomicReference<>();
        driver.set(new SequentialDriver(
                network,
                new RunListener() {
                    @Override
                    public void cut(CutTotals totals, List<Event> events) {
                        if (totals.cut() == 15) {
                            driver.get().checkpoint();
                        }
                    }

                    @Override
                    public void checkpoint(Checkpoint checkpoint) {
                        last.set(Checkpoint.of(
                                checkpoint.cut(),
                                checkpoint.cycle(),
                                checkpoint.governor(),
                                IntStream.range(0, checkpoint.devices())
                                        .mapToObj(checkpoint::device)
                                        .toList()));
                    }
                },
                HorizonPolicy.FULL));
        driver.get().run();
        return last.get();
    }

    /** The device with the most to say gets mutants of its state. */
    private static Target state(Network network, Checkpoint taken, String name, int from, int to) {
        int device = IntStream.range(from, to)
                .reduce((a, b) -> taken.device(b).length > taken.device(a).length ? b : a)
                .orElseThrow();
        return new Target(name, List.of(taken.device(device)), mutant -> {
            List<byte[]> states = Collections.nCopies(taken.devices(), mutant);
            Checkpoint changed = Checkpoint.of(taken.cut(), taken.cycle(), taken.governor(), states);
            changed.restore(network.create(device));
        });
    }
}
