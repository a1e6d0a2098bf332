package org.reweave.emulator.campaign;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.reweave.emulator.journal.JournalPlace;
import org.reweave.emulator.journal.JournalReader;
import org.reweave.emulator.journal.JournalRecord;
import org.reweave.emulator.journal.RunArchive;
import org.reweave.emulator.journal.RunCatalog;
import org.reweave.emulator.journal.RunJournal;
import org.reweave.emulator.journal.UnusableJournalException;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.traffic.trace.TraceFormatException;
import org.reweave.emulator.traffic.trace.TraceReader;
import org.reweave.emulator.traffic.trace.TraceScale;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.io.FabricFormatException;
import org.reweave.routing.io.IbnetdiscoverReader;
import org.reweave.routing.io.IbnetdiscoverWriter;
import org.reweave.routing.io.IbsimNetWriter;
import org.reweave.routing.io.TableDump;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** All readers of files from outside, each with a corpus that this project writes itself. */
final class Targets {
    /** Reads a mutant; throws one of {@link #INPUT_ERRORS} when it is refused. */
    interface Reader {
        void read(byte[] mutant) throws Exception;
    }

    /** @param corpus files that are read without complaint */
    record Target(String name, List<byte[]> corpus, Reader reader) {}

    /** How the project says that an input is wrong. */
    static final List<Class<? extends Exception>> INPUT_ERRORS = List.of(
            FabricFormatException.class,
            TraceFormatException.class,
            ScenarioException.class,
            UnusableJournalException.class,
            IOException.class);

    private static final List<String> FABRICS = List.of(
            "torus:3x3", "k-ary-n-tree:2,3", "clos:leaves=3,spines=2,parallel=2,nics=3", "irregular:9,4,seed=7");

    private static final String SCENARIO = """
            description = "A torus loses a link" # a comment
            seed = 7
            fabric.generator = "torus:4x4"
            routing { engine = updown, options { root = s0_0 } }
            device.preset = iba-1x
            device.switch { input-buffer = 2KB }
            manager { host-latency = 100ns, timeout = 100us }
            traffic { pattern = uniform, load = 0.2, sizes = [ { size = 32B, share = 0.5 }, { size = 64B, share = 0.5 } ] }
            faults = [ { at = 30us, link = random }, { at = 40us, switch = "s3_3", until = 60us } ]
            reconfiguration { scheme = ebrd, options { root = s2_2 } }
            run { warmup = 10us, duration = 80us, limit = 800us, warmup-packets = ${seed}, cut-interval = 2us }
            """;

    private static final String GOAL = """
            num_ranks 3
            /* all
               of it */
            rank 0 {
            a: send 100b to 1 tag 3 cpu 0 nic 0
            b: calc 500 cpu 0
            b requires a
            }
            rank 1 {
            a: recv 100b from 0 tag 3
            b: send 9b to 2 // on
            b requires a
            }
            rank 2 {
            recv 9b from 1
            }
            """;

    private static final List<String> CSV = List.of(
            "# halo\nt_ns,src,dst,bytes,tag\n0,0,1,16,7\n\n3,1,0,17,7\n4,2,2,0,1\n",
            "cycle,src,dst,bytes,type,src_type,dst_type,id,deps\n0,0,1,8,R,0,2,10,11;12\n2,1,2,8,R,0,2,11,\n4,1,0,72,R,0,2,12,\n");

    private final Path folder;

    private Targets(Path folder) {
        this.folder = folder;
    }

    /** @param folder of their own */
    static List<Target> all(Path folder) throws IOException {
        Targets targets = new Targets(folder);
        List<Target> all = new ArrayList<>();
        all.add(targets.fabrics());
        all.addAll(targets.tables());
        all.add(targets.trace("trace-csv", CSV));
        all.add(targets.trace("trace-goal", List.of(GOAL)));
        all.add(targets.scenarios());
        all.addAll(targets.journals());
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Target fabrics() {
        List<byte[]> corpus = new ArrayList<>();
        for (String text : FABRICS) {
            Fabric fabric = FabricGenerators.parse(text);
            corpus.add(bytes(IbnetdiscoverWriter.text(fabric)));
            corpus.add(bytes(IbsimNetWriter.text(fabric)));
        }
        return new Target("ibnetdiscover", corpus, mutant -> IbnetdiscoverReader.read("mutant", mutant));
    }

    private List<Target> tables() throws IOException {
        Fabric fabric = FabricGenerators.parse("torus:3x3");
        RoutingTables tables = EngineRegistry.load().engine("lash").route(fabric, Faults.none(), EngineOptions.none());
        Path place = Files.createDirectory(folder.resolve("tables"));
        Map<String, byte[]> files = new TreeMap<>();
        for (Map.Entry<String, TableDump.Content> entry :
                TableDump.files(tables).entrySet()) {
            StringWriter text = new StringWriter();
            entry.getValue().writeTo(text);
            files.put(entry.getKey(), bytes(text.toString()));
            Files.write(place.resolve(entry.getKey()), bytes(text.toString()));
        }
        List<Target> all = new ArrayList<>();
        files.forEach((name, whole) -> all.add(new Target(name, List.of(whole), mutant -> {
            Files.write(place.resolve(name), mutant);
            try {
                TableDump.read(fabric, "imported", place);
            } finally {
                Files.write(place.resolve(name), whole);
            }
        })));
        return all;
    }

    private Target trace(String name, List<String> texts) {
        Path file = folder.resolve(name);
        TraceScale scale = new TraceScale(2_000, 16, 5_000, 2);
        return new Target(
                name,
                texts.stream().map(Targets::bytes).toList(),
                mutant -> TraceReader.read(Files.write(file, mutant), TraceReader.AUTO, TraceReader.AUTO, scale));
    }

    private Target scenarios() {
        Path file = folder.resolve("scenario.conf");
        return new Target(
                "scenario",
                List.of(bytes(SCENARIO)),
                mutant -> ScenarioLoader.load(Files.write(file, mutant), List.of()));
    }

    /** The journal's file, an archive of the run, and the summary and the note beside a journal. */
    private List<Target> journals() throws IOException {
        Path run = Files.createDirectories(folder.resolve("runs/.run.partial"));
        Files.writeString(run.resolve("scenario.conf"), SCENARIO);
        JournalRecord.Header header = JournalRecord.Header.single("run-1");
        try (RunJournal journal = RunJournal.begin(
                JournalPlace.in(run), new JournalRecord.RunStarted(header, SCENARIO, 7, "0", "digest", 1))) {
            journal.end(new JournalRecord.RunEnded(header, "completed", false, "", 1, "00", "{}"));
        }
        Path archive = folder.resolve("archive.zip");
        try (JournalReader reader = JournalReader.open(JournalPlace.readOnly(run), Optional.empty())) {
            RunArchive.write(run, "run-1", Optional.of(reader), archive);
        }
        byte[] file = Files.readAllBytes(run.resolve("journal.mv.db"));
        RunCatalog catalog = new RunCatalog(folder.resolve("runs"), Optional.empty());
        byte[] summary = bytes("{ \"run\": \"run-1\", \"outcome\": \"completed\", \"seed\": 7, \"cycles\": 1 }");
        return List.of(
                new Target("journal-file", List.of(file), mutant -> {
                    Files.write(run.resolve("journal.mv.db"), mutant);
                    catalog.list();
                    try (JournalReader reader = JournalReader.open(JournalPlace.readOnly(run), Optional.empty())) {
                        reader.records().forEachRemaining(stored -> {});
                    }
                }),
                new Target("archive", List.of(Files.readAllBytes(archive)), mutant -> {
                    Path runs = Files.createTempDirectory(folder, "imported");
                    try {
                        RunArchive.read(Files.write(archive, mutant), runs);
                    } finally {
                        RunArchive.remove(runs);
                    }
                }),
                new Target("summary", List.of(summary), mutant -> {
                    Files.write(run.resolve("summary.json"), mutant);
                    catalog.list();
                    Files.delete(run.resolve("summary.json"));
                }),
                new Target("note", List.of(bytes("jdbc:postgresql://127.0.0.1:1/x\nrun-1\n")), mutant -> {
                    Files.write(run.resolve("journal.url"), mutant);
                    catalog.list();
                    Files.delete(run.resolve("journal.url"));
                }));
    }
}
