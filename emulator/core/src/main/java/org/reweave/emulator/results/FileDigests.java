package org.reweave.emulator.results;

import java.io.IOException;
import java.io.InputStream;
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
import org.reweave.routing.io.BoundedLines;

/**
 * {@code SHA256SUMS}: the digests of all other files of a run's folder, written when the run is over, in the form that
 * {@code sha256sum --check} reads.
 */
public final class FileDigests {
    public static final String NAME = "SHA256SUMS";

    private static final BoundedLines.Limits LIMITS = new BoundedLines.Limits(1 << 16, 1000, 1000);
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) {2}([A-Za-z0-9][A-Za-z0-9._-]*)");

    private FileDigests() {}

    /** Writes the digests of the files that are in a folder. */
    public static void write(Path folder) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        try (Stream<Path> content = Files.list(folder)) {
            for (Path file : content.filter(Files::isRegularFile).toList()) {
                if (!isOwn(file)) {
                    digests.put(file.getFileName().toString(), digest(file));
                }
            }
        }
        put(folder, digests);
    }

    private static boolean isOwn(Path file) {
        return file.getFileName().toString().equals(NAME);
    }

    private static void put(Path folder, SortedMap<String, String> digests) throws IOException {
        StringBuilder lines = new StringBuilder();
        digests.forEach(
                (name, digest) -> lines.append(digest).append("  ").append(name).append('\n'));
        Files.writeString(folder.resolve(NAME), lines, StandardCharsets.UTF_8);
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
                DigestInputStream digest = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            digest.transferTo(java.io.OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
