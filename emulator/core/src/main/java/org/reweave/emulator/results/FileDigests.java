package org.reweave.emulator.results;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reweave.emulator.disk.Disk;
import org.reweave.routing.io.BoundedLines;

/**
 * {@code SHA256SUMS}: the digests of all other files of a run's folder, written when the run is over, in the form that
 * {@code sha256sum --check} reads.
 */
public final class FileDigests {
    public static final String NAME = "SHA256SUMS";

    private static final BoundedLines.Limits LIMITS = new BoundedLines.Limits(1 << 16, 1000, 1000);
    private static final String FILE = "[A-Za-z0-9][A-Za-z0-9._-]*"; // as every file of a run is called
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) {2}(" + FILE + ")");

    private FileDigests() {}

    /** Writes the digests of the files in a folder; those are left out that are not called as files of runs are. */
    public static void write(Path folder) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        try (Stream<Path> content = Files.list(folder)) {
            for (Path file : content.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (name.matches(FILE) && !name.equals(NAME)) {
                    digests.put(name, digest(file));
                }
            }
        }
        put(folder, digests);
    }

    private static void put(Path folder, SortedMap<String, String> digests) throws IOException {
        StringBuilder lines = new StringBuilder();
        digests.forEach(
                (name, digest) -> lines.append(digest).append("  ").append(name).append('\n'));
        Disk.write(folder.resolve(NAME), lines);
    }

    /**
     * Digest of the digests of a run's results, which the end of its journal has. The journal and its checkpoints are
     * not among them: they have seals of their own.
     *
     * @param folder where all of them are
     */
    public static String seal(Path folder) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        for (String name : RunFolder.RESULTS) {
            digests.put(name, digest(folder.resolve(name)));
        }
        return seal(digests);
    }

    /** The same from the digests as they were written; files that they do not name are left out. */
    public static String writtenSeal(Path folder) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        read(folder, digests, new ArrayList<>());
        digests.keySet().retainAll(RunFolder.RESULTS);
        return seal(digests);
    }

    private static String seal(SortedMap<String, String> digests) {
        return HexFormat.of().formatHex(sha256().digest(digests.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Problems of a folder's files against their digests, in words; empty list = each file has its digest.
     *
     * @param except beginning of the names of files that may have another digest, or be missing; empty: of none
     * @return empty when the folder has no digests, since the run of the folder is not over
     */
    public static Optional<List<String>> problems(Path folder, Optional<String> except) throws IOException {
        if (!Files.isRegularFile(folder.resolve(NAME), LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        SortedMap<String, String> digests = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        read(folder, digests, problems);
        for (String name : RunFolder.RESULTS) {
            if (!digests.containsKey(name)) {
                problems.add(NAME + " does not name " + name);
            }
        }
        except.ifPresent(prefix -> digests.keySet().removeIf(name -> name.startsWith(prefix)));
        for (Map.Entry<String, String> one : digests.entrySet()) {
            Path file = folder.resolve(one.getKey());
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                problems.add(one.getKey() + " is missing");
            } else if (!digest(file).equals(one.getValue())) {
                problems.add(one.getKey() + " does not have the digest that " + NAME + " has of it");
            }
        }
        return Optional.of(problems);
    }

    /** Number of files that the digests are of. */
    public static int count(Path folder) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        read(folder, digests, new ArrayList<>());
        return digests.size();
    }

    private static void read(Path folder, SortedMap<String, String> digests, List<String> wrong) throws IOException {
        String[] lines = BoundedLines.text(folder.resolve(NAME), LIMITS).split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            Matcher line = LINE.matcher(lines[i]);
            if (line.matches()) {
                digests.put(line.group(2), line.group(1));
            } else if (!lines[i].isEmpty() || i < lines.length - 1) {
                wrong.add(NAME + ":" + (i + 1) + " is no digest and name of a file");
            }
        }
    }

    /** SHA-256, in hexadecimal. */
    private static String digest(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                DigestInputStream digest = new DigestInputStream(in, sha256())) {
            digest.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
