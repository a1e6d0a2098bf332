package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializer;
import akka.serialization.Serializers;
import com.fasterxml.jackson.core.JacksonException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.campaign.Target;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.checkpoint.PartStates;
import org.reweave.emulator.cluster.line.LineEnd;
import org.reweave.emulator.cluster.messages.Carried;
import org.reweave.emulator.cluster.messages.CheckpointPlace;
import org.reweave.emulator.cluster.messages.ControlMessage;
import org.reweave.emulator.cluster.messages.Economies;
import org.reweave.emulator.cluster.messages.Load;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.emulator.cluster.messages.RunDigests;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToQueue;
import org.reweave.emulator.cluster.messages.ToRemoteNode;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.emulator.cluster.messages.ToWatcher;
import org.reweave.emulator.cluster.protocol.Part;
import org.reweave.emulator.cluster.protocol.Turns;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.ReportReadings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PacketId;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Latencies;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;
import scala.util.Try;

/** Readers of a cluster's processes: configurations of nodes, credentials, and what processes send each other. */
public final class ClusterTargets {
    private static final String NODE = """
            # A node
            node {
              host = "127.0.0.1"
              host = ${?REWEAVE_NOT_SET}
              port = 25521
              seeds = "127.0.0.1:25520, other:25520"
              threads = 2
              tls = ""
              http = "127.0.0.1:9095"
            }
            """;

    private static final int CHANNELS = 4;
    private static final long STAMP = 1_234_567;
    private static final long[] RECORDS = records();

    private final Path folder;
    private final Network network;

    private ClusterTargets(Path folder, Network network) {
        this.folder = folder;
        this.network = network;
    }

    /**
     * All of them.
     *
     * @param taken a checkpoint of a run of the network
     */
    public static List<Target> all(Path parent, Network network, Checkpoint taken) throws IOException {
        ClusterTargets targets = new ClusterTargets(Files.createDirectory(parent.resolve("cluster")), network);
        List<Target> all = new ArrayList<>();
        all.add(targets.node());
        all.addAll(targets.credentials());
        all.add(bundle());
        all.add(laxBundle());
        all.add(parcel());
        all.add(targets.shares());
        all.add(targets.measured());
        all.add(targets.states(taken));
        all.add(control());
        all.add(order());
        return all;
    }

    private Target node() {
        Path file = folder.resolve("node.conf");
        return new Target("node-conf", Target.texts(NODE), mutant -> {
            Files.write(file, mutant);
            NodeConfig.read(Optional.of(file), List.of("node.threads=1"), Map.of(), 2);
        });
    }

    private List<Target> credentials() throws IOException {
        Path own = folder.resolve("node");
        new TestAuthority(Duration.ofDays(2)).write(own, "node");
        List<Target> all = new ArrayList<>();
        for (String name : List.of(Credentials.CERTIFICATE, Credentials.KEY, Credentials.AUTHORITY)) {
            Path file = own.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            all.add(new Target(name, List.of(whole), mutant -> {
                Files.write(file, mutant);
                try {
                    Credentials.read("node.tls: ", own).context();
                } finally {
                    Files.write(file, whole);
                }
            }));
        }
        return all;
    }

    private static long[] records() {
        long[] run = new long[PacketHeader.WORDS];
        run[0] = Wire.runHead(1, 260);
        run[1] = STAMP + 3;
        run[2] = PacketId.of(4, 12_345);
        run[3] = Wire.route(48, 47, 7);
        run[4] = STAMP - 900;
        run[5] = STAMP - 420;
        return IntStream.range(0, 20)
                .boxed()
                .flatMapToLong(i -> Arrays.stream(new long[][] {
                            {Wire.creditHead(3, 17, i % 2 == 0), STAMP + i},
                            {Wire.head(Wire.CUT, 2, Wire.CUT_WORDS), STAMP + 2, PacketId.of(70, 99)},
                            run,
                            {Wire.head(Wire.SMP, 15, 5), STAMP + 40, Long.MIN_VALUE, -7, i},
                            {Wire.head(Wire.SEPARATOR, 0, Wire.SEPARATOR_WORDS), STAMP - 3, 0xfeedL}
                        })
                        .flatMapToLong(Arrays::stream))
                .toArray();
    }

    private static Target bundle() {
        FrameWriter writer = new FrameWriter();
        Frame frame = new Frame();
        for (int number = 0; number < 3; number++) {
            frame.begin(number);
            for (int link = 0; link < 2; link++) {
                frame.openLink(link, 3);
                frame.add(RECORDS, 0, RECORDS.length);
                frame.closeLink();
            }
            writer.write(number, frame, STAMP);
            writer.write(3, STAMP + number);
        }
        FrameReader reader = new FrameReader();
        return bundle("bundle", writer, bytes -> {
            reader.open(bytes);
            while (reader.hasNext()) {
                reader.channel(CHANNELS);
                if (reader.isPromise()) {
                    reader.readPromise();
                } else {
                    Frame read = new Frame();
                    reader.read(read);
                    read.forEachLink((member, port, words, from, to) -> walk(words, from, to));
                }
            }
        });
    }

    private static Target laxBundle() {
        FrameWriter writer = new FrameWriter();
        for (int number = 0; number < 5; number++) {
            writer.write(new LinkFrame(number, 2, number, STAMP, number % 2 == 0 ? RECORDS : new long[0]));
        }
        FrameReader reader = new FrameReader();
        return bundle("bundle-lax", writer, bytes -> {
            reader.open(bytes);
            while (reader.hasNext()) {
                long[] words = reader.readLinkFrame().words();
                walk(words, 0, words.length);
            }
        });
    }

    private static Target bundle(String name, FrameWriter writer, Target.Reader frames) {
        return new Target(name, List.of(writer.toArray()), frames);
    }

    /** As a device goes through what has arrived. */
    private static void walk(long[] words, int from, int to) {
        int at = from;
        while (at < to) {
            int length = Wire.words(words[at]);
            if (!Wire.isRecord(Wire.kind(words[at]), length) || length > to - at) {
                throw new AssertionError("what was read is no record at word " + at);
            }
            at += length;
        }
    }

    private static Target parcel() {
        WireSerializer serializer = new WireSerializer();
        ToPart.States whole =
                new ToPart.States(new Parcel(7, 0, true, "content".repeat(20).getBytes(StandardCharsets.UTF_8)));
        return new Target("parcel", List.of(serializer.toBinary(whole)), mutant -> {
            serializer.fromBinary(mutant, serializer.manifest(whole));
        });
    }

    /** Shares of all devices in two cuts, in the middle of the answer to a fault. */
    private Target shares() {
        List<byte[]> corpus = new ArrayList<>();
        List<Integer> all = IntStream.range(0, network.deviceCount()).boxed().toList();
        ReportCodec.Writer writer = new ReportCodec.Writer(network, all);
        RunListener listener = new RunListener() {
            @Override
            public void cut(CutTotals totals, List<Event> events) {
                // the readings are what is wanted
            }

            @Override
            public void readings(long cycle, Readings readings) {
                corpus.add(writer.share(corpus.size(), List.of(((ReportReadings) readings).reports())));
            }
        };
        new SequentialDriver(network, listener, HorizonPolicy.FULL).run();
        return new Target(
                "shares", List.of(corpus.get(0), corpus.get(15)), mutant -> new ReportCodec.Reader(network, all)
                        .read(mutant));
    }

    private Target measured() {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(300, 7);
        histogram.recordValue(70_000);
        Latencies latencies = new Latencies();
        latencies.add(histogram, 300, histogram, 70_000);
        latencies.addMessages(histogram, 70_000, 99_000, 3);
        latencies.byDelivery().record(123_456, 300, 400);
        latencies.byGeneration().record(3_456, 300, 70_000);
        Measured measured = new Measured();
        measured.add(new FabricCoordinator.Finished(latencies, Optional.of(new Drift()), 77));
        return new Target("measured", List.of(ReportCodec.measured(measured)), mutant -> new ReportCodec.Reader(
                        network, List.of(0))
                .read(mutant));
    }

    private Target states(Checkpoint taken) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        List<Integer> devices = List.of(0, 3, network.deviceCount() - 1);
        StateParcels.of(taken, devices, 1).forEach(parcel -> content.writeBytes(parcel.bytes()));
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        List<DeviceState> fresh = devices.stream()
                .map(device -> DeviceState.of(network.create(device), channel -> false, 1))
                .toList();
        CheckpointPart part = PartStates.write(folder, taken.cut(), 2, 1, fresh, network.wiring());
        StateParcels.ofFiles(taken, List.of(part), 1).forEach(parcel -> list.writeBytes(parcel.bytes()));
        return new Target(
                "states",
                List.of(content.toByteArray(), list.toByteArray()),
                mutant -> StateParcels.read(mutant, devices, network.deviceCount(), folder));
    }

    /** That reads and writes messages as a node does, without a socket. */
    static ActorSystem<Void> system() {
        return ActorSystem.create(
                Behaviors.empty(),
                "campaign",
                ConfigFactory.parseString("akka { actor.provider = local, daemonic = on, loglevel = OFF,"
                                + " coordinated-shutdown.run-by-jvm-shutdown-hook = off }")
                        .withFallback(ConfigFactory.parseResources("cluster.conf"))
                        .withValue("reweave.node.threads", ConfigValueFactory.fromAnyRef(1))
                        .withFallback(ConfigFactory.load())
                        .resolve());
    }

    /** Every kind of message that goes between processes as CBOR. */
    static List<ControlMessage> messages(ActorSystem<?> system) {
        ActorRef<ToNode> host = system.deadLetters();
        ToNode.Description description = new ToNode.Description(
                host,
                "127.0.0.1:25520",
                "1.0",
                2,
                4711,
                "run-1",
                1 << 20,
                new ToNode.Hosted(16, 4000, new Carried(3, 2, 700), 0.25, 0));
        Load load = new Load(new Carried(3, 2, 1), 4, 5, 6);
        Turns.Entry entry = new Turns.Entry("run-1", "torus", 3, true, 400, 5000);
        List<LineEnd> ends = Arrays.asList(new LineEnd("127.0.0.1:25521", "00ff"), null);
        Part part = new Part(2, 1);
        ToNode.Move move = new ToNode.Move("run-1", List.of(description), system.deadLetters());
        return List.of(
                new ToNode.Describe(system.deadLetters()),
                description,
                new ToNode.Prepare(order(RunOrder.compressed("seed = 7")), system.deadLetters()),
                move,
                new ToNode.Moved(true, "16 devices have moved"),
                new ToRemoteNode.Pulse(4, load),
                new ToRemoteNode.Failed("out of memory"),
                new ToRemoteNode.Written(2, 7, 40, new CheckpointPart("checkpoint-40.2-1.bin", 900, "ab")),
                new ToRemoteNode.Silence(1, 5),
                new ToPart.Connect(0, ends, true, system.deadLetters()),
                new ToPart.Permit(1, 100, 50, 99),
                new ToPart.Finish(2),
                new ToPart.Inquiry(3),
                new ToPart.Cancel(),
                new ToRun.Ready(part, system.deadLetters(), ends, ""),
                new ToRun.NeedsStates(part, system.deadLetters(), "does not see it"),
                new ToRun.Refused(part, "has another fabric"),
                new ToRun.Broken(part, "bundle 3 is missing"),
                new ToRun.Ordered(move),
                new ToQueue.Announce(entry, system.deadLetters()),
                new ToQueue.End("run-1", 7, "completed"),
                new ToQueue.ListRuns(system.deadLetters()),
                new ToQueue.Second(),
                new ToWatcher.Ask(system.deadLetters()),
                new ToWatcher.Answer("127.0.0.1:25520", true),
                new ToQueue.Turn(entry, 2),
                new ToQueue.Listing(List.of(new Turns.Line("run-1", "torus", "queued", 1, 2))));
    }

    /** The first byte of a mutant chooses the kind of message, the others are its CBOR. */
    private static Target control() {
        ActorSystem<Void> system = system();
        Serialization serialization = SerializationExtension.get(system);
        Map<String, byte[]> whole = new LinkedHashMap<>();
        int[] identifier = new int[1];
        for (ControlMessage message : messages(system)) {
            Serializer serializer = serialization.findSerializerFor(message);
            identifier[0] = serializer.identifier();
            whole.put(
                    Serializers.manifestFor(serializer, message),
                    serialization.serialize(message).get());
        }
        List<String> manifests = List.copyOf(whole.keySet());
        List<byte[]> corpus = new ArrayList<>();
        for (byte[] bytes : whole.values()) {
            byte[] chosen = new byte[bytes.length + 1];
            chosen[0] = (byte) corpus.size();
            System.arraycopy(bytes, 0, chosen, 1, bytes.length);
            corpus.add(chosen);
        }
        return new Target("control-messages", corpus, mutant -> {
            if (mutant.length > 0) {
                String manifest = manifests.get(Byte.toUnsignedInt(mutant[0]) % manifests.size());
                byte[] cbor = Arrays.copyOfRange(mutant, 1, mutant.length);
                Try<Object> read = serialization.deserialize(cbor, identifier[0], manifest);
                if (read.isFailure() && read.failed().get() instanceof JacksonException e) {
                    throw new IOException(e.getOriginalMessage().replaceAll("\\R", " ")); // Akka's log has it
                }
                if (read.get() == null) {
                    throw new IOException("no message, which Akka delivers to nobody");
                }
                complete(read.get());
            }
        });
    }

    /** No field of a message is missing. */
    private static void complete(Object message) throws ReflectiveOperationException {
        for (RecordComponent component : message.getClass().getRecordComponents()) {
            component.getAccessor().setAccessible(true);
            Object value = component.getAccessor().invoke(message);
            if (value == null) {
                throw new AssertionError(message + " has no " + component.getName());
            }
            if (value instanceof Record inner) {
                complete(inner);
            }
        }
    }

    /** To host a part of a run. */
    static RunOrder order(byte[] scenario) {
        int[] threads = {2, 1};
        RunDigests digests = new RunDigests("ab", "cd", RunDigests.NONE);
        return new RunOrder(
                "run-1",
                2,
                "1.0",
                "torus.conf",
                scenario,
                digests,
                1,
                Economies.ALL,
                threads,
                "ef",
                new CheckpointPlace("/runs/.one.partial", ".nodes-7.partial"),
                1,
                false);
    }

    /** The scenario in such an order. */
    private static Target order() {
        byte[] whole = RunOrder.compressed(NODE.repeat(30));
        return new Target(
                "order-scenario", List.of(whole), mutant -> order(mutant).scenarioText());
    }
}
