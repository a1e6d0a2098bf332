package org.reweave.emulator.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A file system over a folder of the real one that remembers every write, sync, creation, move and removal in a
 * {@link DiskLog}, so that a test can ask what a power failure at any moment leaves.
 */
public final class SimulatedDisk extends FileSystemProvider {
    public static final String SCHEME = "simulated";

    private static final List<SimulatedDisk> DISKS = new CopyOnWriteArrayList<>();

    private final Path real;
    private final DiskLog log = new DiskLog();
    private final FileSystem system = new Volume();
    private final SortedMap<String, Integer> calls = new TreeMap<>(); // that change something, by file
    private String failing = ""; // file of the call that fails
    private int failingCall;
    private IOException failure; // null = no call fails
    private boolean hasFailed;
    private volatile Step beforeCalls = () -> {};

    private SimulatedDisk(Path real) {
        this.real = real;
    }

    /** @param real a folder with nothing in it, whose path has no links */
    public static SimulatedDisk over(Path real) {
        SimulatedDisk disk = new SimulatedDisk(real);
        DISKS.add(disk);
        return disk;
    }

    /** The disk on which a file is, for H2, which knows files by their names. */
    static SimulatedDisk of(Path file) {
        return DISKS.stream()
                .filter(disk -> file.startsWith(disk.real))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(file + " is on no simulated disk"));
    }

    /** The folder that is the whole disk. */
    public Path root() {
        return new DiskPath(system, real);
    }

    public DiskLog log() {
        return log;
    }

    /** Number of calls so far that change something on the disk, and so of those that can fail. */
    public int calls() {
        return callsByFile().values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * The same for each file and folder, by its path from the root. Threads that write files of their own do not change
     * each other's numbers.
     */
    public SortedMap<String, Integer> callsByFile() {
        synchronized (log) {
            return new TreeMap<>(calls);
        }
    }

    /**
     * Lets one call fail, which changes nothing then.
     *
     * @param file path from the root
     * @param call number among the calls on that file, from 0
     */
    public void failAt(String file, int call, IOException with) {
        synchronized (log) {
            failing = file;
            failingCall = call;
            failure = with;
        }
    }

    /** Whether the call that was to fail has been made. */
    public boolean hasFailed() {
        synchronized (log) {
            return hasFailed;
        }
    }

    /** What is done before a call that changes something. */
    public interface Step {
        void run() throws IOException;
    }

    /** Lets a step delay calls, or fail them. */
    public void before(Step step) {
        beforeCalls = step;
    }

    /** Counts a call on a file, by its path from the root. */
    void call(String file) throws IOException {
        beforeCalls.run();
        synchronized (log) {
            int number = calls.merge(file, 1, Integer::sum) - 1;
            if (failure != null && number == failingCall && file.equals(failing)) {
                hasFailed = true;
                throw failure;
            }
        }
    }

    /** Names that chance has given to folders for a while are the same each time. */
    private String name(Path file) {
        return String.join("/", names(file)).replaceAll("\\d{10,}", "N");
    }

    private List<String> names(Path file) {
        Path below = real.relativize(real(file).toAbsolutePath().normalize());
        return below.toString().isEmpty()
                ? List.of()
                : Arrays.asList(below.toString().split("/"));
    }

    private static Path real(Path path) {
        return DiskPath.real(path);
    }

    private DiskPath shown(Path path) {
        return new DiskPath(system, path);
    }

    /** Opens a file and remembers what is done with it. */
    FileChannel open(Path file, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        Path path = real(file);
        boolean isFolder = Files.isDirectory(path);
        synchronized (log) {
            boolean isThere = Files.exists(path);
            if (!isThere || options.contains(StandardOpenOption.WRITE)) {
                call(name(path));
            }
            FileChannel channel = FileChannel.open(path, options, attributes);
            if (!isThere) {
                log.create(names(path), false);
            } else if (options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
                log.truncate(log.node(names(path)), 0);
            }
            return isFolder || options.contains(StandardOpenOption.WRITE)
                    ? new LoggedChannel(channel, this, name(path), log.node(names(path)))
                    : channel;
        }
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        return open(path, options, attributes);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return open(path, options, attributes);
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        synchronized (log) {
            call(name(folder));
            Files.createDirectory(real(folder), attributes);
            log.create(names(folder), true);
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        synchronized (log) {
            call(name(path));
            Files.delete(real(path));
            log.delete(names(path));
        }
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        synchronized (log) {
            call(name(from));
            Files.move(real(from), real(to), options);
            log.move(names(from), names(to));
        }
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) throws IOException {
        try (FileChannel target = open(to, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW))) {
            target.write(ByteBuffer.wrap(Files.readAllBytes(real(from))));
        }
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> content = Files.newDirectoryStream(real(folder), path -> filter.accept(shown(path)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> paths = content.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return paths.hasNext();
                    }

                    @Override
                    public Path next() {
                        return shown(paths.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                content.close();
            }
        };
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return system;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return Files.isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return Files.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real(path).getFileSystem().provider().checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return Files.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return Files.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        Files.setAttribute(real(path), attribute, value, options);
    }

    private final class Volume extends FileSystem {
        @Override
        public FileSystemProvider provider() {
            return SimulatedDisk.this;
        }

        @Override
        public void close() {
            DISKS.remove(SimulatedDisk.this);
        }

        @Override
        public boolean isOpen() {
            return DISKS.contains(SimulatedDisk.this);
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return real.getFileSystem().getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return List.of(shown(real.getRoot()));
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return real.getFileSystem().getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return real.getFileSystem().supportedFileAttributeViews();
        }

        @Override
        public Path getPath(String first, String... more) {
            return shown(real.getFileSystem().getPath(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            return real.getFileSystem().getPathMatcher(pattern);
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return real.getFileSystem().getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() throws IOException {
            return real.getFileSystem().newWatchService();
        }
    }
}
