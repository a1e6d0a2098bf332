package org.reweave.emulator.campaign;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.writing.RunJournal;
import org.reweave.emulator.results.FileDigests;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.plugin.Plugins;

/** Readers of what runs leave, of archives, of users' jars and of the configuration of a journal. */
final class RunTargets {
    private static final String RUN = "run-1";
    private static final String RECORDS = RUN + "/journal.records";
    private static final String SERVICE = "META-INF/services/" + RoutingEngine.class.getName();

    private final Path folder;
    private final Path run;
    private final RunCatalog catalog;

    private RunTargets(Path folder) throws IOException {
        this.folder = folder;
        this.run = Files.createDirectories(folder.resolve("runs/.run.partial"));
        this.catalog = new RunCatalog(folder.resolve("runs"), Optional.empty());
    }

    static List<Target> all(Path folder) throws IOException {
        RunTargets targets = new RunTargets(folder);
        List<Target> all = new ArrayList<>(targets.journals());
        all.add(targets.beside(
                "summary.json", "{ \"run\": \"run-1\", \"outcome\": \"completed\", \"seed\": 7, \"cycles\": 1 }"));
        all.add(targets.beside("journal.url", "jdbc:postgresql://127.0.0.1:1/x\nrun-1\n"));
        all.add(targets.digests());
        all.add(targets.scenarioOfRun());
        all.add(targets.jar());
        all.add(targets.services());
        all.add(targets.server());
        return all;
    }

    /** The journal's file, an archive of the run, and the records in an archive that is otherwise whole. */
    private List<Target> journals() throws IOException {
        String scenario = ScenarioTargets.SCENARIO;
        Files.writeString(run.resolve("scenario.conf"), scenario);
        JournalRecord.Header header = JournalRecord.Header.single(RUN);
        try (RunJournal journal = RunJournal.begin(
                JournalPlace.in(run), new JournalRecord.RunStarted(header, scenario, 7, "0", "digest", 1))) {
            journal.end(new JournalRecord.RunEnded(header, "completed", false, "", 1, "00", "{}", ""));
        }
        Path archive = folder.resolve("archive.zip");
        RunArchive.write(run, RUN, Optional.of(JournalPlace.in(run)), archive);
        byte[] file = Files.readAllBytes(run.resolve("journal.mv.db"));
        byte[] records;
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            records = zip.getInputStream(zip.getEntry(RECORDS)).readAllBytes();
        }
        return List.of(
                new Target(
                        "journal-file",
                        List.of(file),
                        Long.MAX_VALUE,
                        mutant -> { // MVStore's reader is limited by the heap
                            Files.write(run.resolve("journal.mv.db"), mutant);
                            catalog.list();
                            readJournal(run);
                        }),
                new Target("archive", List.of(Files.readAllBytes(archive)), this::importArchive),
                new Target(
                        "archive-records",
                        List.of(records),
                        mutant -> importArchive(zip(Map.of(
                                RUN + "/scenario.conf", scenario.getBytes(StandardCharsets.UTF_8), RECORDS, mutant)))));
    }

    private static void readJournal(Path run) {
        try (JournalReader reader = JournalReader.open(JournalPlace.in(run), Optional.empty())) {
            reader.records().forEachRemaining(stored -> {});
        }
    }

    private void importArchive(byte[] mutant) throws IOException {
        Path runs = Files.createTempDirectory(folder, "imported");
        try {
            Path imported = RunArchive.read(Files.write(folder.resolve("mutant.zip"), mutant), runs);
            if (JournalPlace.in(imported).exists()) {
                readJournal(imported);
            }
            new RunCatalog(runs, Optional.empty()).list();
        } finally {
            RunArchive.remove(runs);
        }
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : new LinkedHashMap<>(entries).entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** A file in the folder of a run, which is listed and asked for by its id. */
    private Target beside(String name, String whole) {
        return new Target(name, Target.texts(whole), mutant -> {
            Files.write(run.resolve(name), mutant);
            try {
                catalog.list();
                catalog.find(RUN);
            } finally {
                Files.delete(run.resolve(name));
            }
        });
    }

    /** What {@code runs verify} reads first. */
    private Target digests() throws IOException {
        Path place = Files.createDirectory(folder.resolve("digests"));
        Files.writeString(place.resolve("scenario.conf"), ScenarioTargets.SCENARIO);
        FileDigests.write(place);
        Path file = place.resolve(FileDigests.NAME);
        return new Target(FileDigests.NAME, List.of(Files.readAllBytes(file)), mutant -> {
            Files.write(file, mutant);
            List<String> problems =
                    FileDigests.problems(place, Optional.empty()).orElseThrow();
            if (problems.stream().anyMatch(line -> line.contains("\n"))) {
                throw new AssertionError("a problem has two lines");
            }
        });
    }

    private Target scenarioOfRun() {
        return new Target("run-scenario", Target.texts("name = \"x\"\n" + ScenarioTargets.SCENARIO), mutant -> {
            Path runs = Files.createTempDirectory(folder, "runs");
            try {
                Files.write(Files.createDirectory(runs.resolve("x")).resolve("scenario.conf"), mutant);
                new RunCatalog(runs, Optional.empty()).list();
            } finally {
                RunArchive.remove(runs);
            }
        });
    }

    private Target jar() throws IOException {
        byte[] services = "# none\n".repeat(20).getBytes(StandardCharsets.UTF_8);
        return new Target("plugin-jar", List.of(zip(Map.of(SERVICE, services))), this::loadJar);
    }

    private Target services() {
        return new Target(
                "plugin-services", Target.texts("# none\n\n"), mutant -> loadJar(zip(Map.of(SERVICE, mutant))));
    }

    private void loadJar(byte[] mutant) throws IOException {
        Path place = Files.createTempDirectory(folder, "plugins");
        try {
            Files.write(place.resolve("mutant.jar"), mutant);
            Plugins.of(List.of(place)).providers(RoutingEngine.class);
        } finally {
            RunArchive.remove(place);
        }
    }

    private Target server() {
        Path file = folder.resolve("server.conf");
        String whole = "journal { url = \"jdbc:postgresql://127.0.0.1:5432/x\", user = a, password = b }\n";
        return new Target("server-conf", Target.texts(whole), mutant -> {
            Files.write(file, mutant);
            JournalPlace.chosen(file.toString(), Map.of());
        });
    }
}
