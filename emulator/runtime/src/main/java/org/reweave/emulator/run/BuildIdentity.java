package org.reweave.emulator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.reweave.emulator.network.Network;
import org.reweave.reconfig.Schemes;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.topology.Fabric;

/** Tells one build from another: results are comparable only between equal ones. */
public final class BuildIdentity {
    /** A class of each module that runs depend on. */
    public static final List<Class<?>> RUNS = List.of(Fabric.class, Schemes.class, Network.class, Run.class);

    private BuildIdentity() {}

    /**
     * The version and a checksum of our classes, whatever they are packed in, and of the users' jars: {@code 0.1.0
     * (build 5e3a91c7)}.
     *
     * @param members a class of each module that counts
     */
    public static String of(List<Class<?>> members) {
        TreeMap<String, Long> classes = new TreeMap<>();
        for (Class<?> member : members) {
            try {
                Path source = Path.of(member.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
                add(source, classes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }
        for (Path jar : Plugins.inUse().jars()) {
            classes.put("plugin " + jar.getFileName(), checksum(jar));
        }
        CRC32 all = new CRC32();
        classes.forEach(
                (name, checksum) -> all.update((name + checksum).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        return SoftwareVersion.read() + " (build " + String.format("%08x", all.getValue()) + ")";
    }

    /** @param source a folder of classes, or a jar */
    private static void add(Path source, TreeMap<String, Long> classes) throws IOException {
        if (Files.isDirectory(source)) {
            addAll(source, classes);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(source)) {
                addAll(jar.getPath("/"), classes);
            }
        }
    }

    private static void addAll(Path root, TreeMap<String, Long> classes) throws IOException {
        Path ours = root.resolve("org").resolve("reweave");
        try (Stream<Path> files = Files.walk(ours)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                classes.put(ours.relativize(file).toString(), checksum(file));
            }
        }
    }

    private static long checksum(Path file) {
        CRC32 one = new CRC32();
        try {
            one.update(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return one.getValue();
    }
}
