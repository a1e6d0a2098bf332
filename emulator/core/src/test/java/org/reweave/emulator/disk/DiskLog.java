package org.reweave.emulator.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.routing.model.Mix;

/**
 * All that was done on a {@link SimulatedDisk}, in its order, and what of that a power failure leaves.
 *
 * <p>Bytes are on the disk when their file was synced; of those after that, each write is drawn to be there, to be
 * lost, to be zeros, or to be there up to some sector. Names are on the disk when their folder was synced; those after
 * that are drawn: either the first ones of the whole disk, as a file system with a log keeps them, or the first ones of
 * each folder by itself.
 */
public final class DiskLog {
    private static final int SECTOR = 512;

    /** A file, or a folder with what is in it now. */
    static final class Node {
        private final boolean isFolder;
        private final Map<String, Node> content = new TreeMap<>();

        private Node(boolean isFolder) {
            this.isFolder = isFolder;
        }

        private Node(Node empty) {
            this(empty.isFolder);
        }
    }

    /** What was done once; fields that an action has no use for are null or 0. */
    private record Action(Kind kind, Node node, Node other, String name, String to, long at, byte[] bytes) {}

    private enum Kind {
        WRITE,
        TRUNCATE,
        SYNC,
        LINK,
        UNLINK,
        MOVE,
        MARK
    }

    private final Node root = new Node(true);
    private final List<Action> actions = new ArrayList<>();

    private synchronized void add(Kind kind, Node node, Node other, String name, String to, long at, byte[] bytes) {
        actions.add(new Action(kind, node, other, name, to, at, bytes));
    }

    synchronized Node node(List<String> path) {
        Node at = root;
        for (String name : path) {
            at = at.content.get(name);
        }
        return at;
    }

    private Node parent(List<String> path) {
        return node(path.subList(0, path.size() - 1));
    }

    private static String last(List<String> path) {
        return path.get(path.size() - 1);
    }

    synchronized void create(List<String> path, boolean isFolder) {
        Node made = new Node(isFolder);
        parent(path).content.put(last(path), made);
        add(Kind.LINK, parent(path), made, last(path), null, 0, null);
    }

    synchronized void delete(List<String> path) {
        parent(path).content.remove(last(path));
        add(Kind.UNLINK, parent(path), null, last(path), null, 0, null);
    }

    synchronized void move(List<String> from, List<String> to) {
        Node moved = parent(from).content.remove(last(from));
        parent(to).content.put(last(to), moved);
        add(Kind.MOVE, parent(from), parent(to), last(from), last(to), 0, null);
    }

    void write(Node node, long at, byte[] bytes) {
        add(Kind.WRITE, node, null, null, null, at, bytes);
    }

    void truncate(Node node, long size) {
        add(Kind.TRUNCATE, node, null, null, null, size, null);
    }

    void sync(Node node) {
        add(Kind.SYNC, node, null, null, null, 0, null);
    }

    /** Remembers a moment: from now on something is acknowledged. */
    public void mark(String name) {
        add(Kind.MARK, null, null, name, null, 0, null);
    }

    /** Number of actions so far: a power failure can come before each of them, and after the last one. */
    public synchronized int size() {
        return actions.size();
    }

    /** Whether a moment was before an action. */
    public synchronized boolean isMarked(String name, int before) {
        return actions.subList(0, before).stream()
                .anyMatch(action -> action.kind == Kind.MARK && action.name.equals(name));
    }

    /** Writes what a power failure before an action leaves. */
    public synchronized void leave(int before, long seed, Path target) throws IOException {
        new PowerFailure(before, seed).leave(target);
    }

    private final class PowerFailure {
        private final int before;
        private final long seed;
        private final boolean isOrdered;
        private final Map<Node, Integer> synced = new HashMap<>();
        private final Map<Node, Node> folders = new HashMap<>();
        private final Map<Node, byte[]> bytes = new HashMap<>();
        private int lastSync;

        PowerFailure(int before, long seed) {
            this.before = before;
            this.seed = seed;
            this.isOrdered = draw(0, 0, 2) == 0;
            for (int i = 0; i < before; i++) {
                if (actions.get(i).kind == Kind.SYNC) {
                    synced.put(actions.get(i).node, i);
                    lastSync = i;
                }
            }
        }

        private int draw(int purpose, int number, int below) {
            return Mix.below(Mix.mix(seed, purpose, number, 0), below);
        }

        /** Names that were given or taken before this action are on the disk. */
        private int names(Node folder) {
            int from = isOrdered ? lastSync : synced.getOrDefault(folder, 0);
            int number = isOrdered ? 0 : actions.indexOf(link(folder)) + 1;
            return from + draw(1, number, before - from + 1);
        }

        private Action link(Node folder) {
            return actions.stream()
                    .filter(action -> action.kind == Kind.LINK && action.other == folder)
                    .findFirst()
                    .orElse(null);
        }

        private Node copy(Node node) {
            return folders.computeIfAbsent(node, Node::new);
        }

        void leave(Path target) throws IOException {
            Map<Node, Integer> reach = new HashMap<>();
            for (int i = 0; i < before; i++) {
                Action action = actions.get(i);
                switch (action.kind) {
                    case WRITE, TRUNCATE -> change(i, action);
                    case LINK -> {
                        if (i < reach.computeIfAbsent(action.node, this::names)) {
                            copy(action.node).content.put(action.name, copy(action.other));
                        }
                    }
                    case UNLINK -> {
                        if (i < reach.computeIfAbsent(action.node, this::names)) {
                            copy(action.node).content.remove(action.name);
                        }
                    }
                    case MOVE -> {
                        Node there = copy(action.node).content.get(action.name);
                        if (there != null && i < reach.computeIfAbsent(action.other, this::names)) {
                            copy(action.node).content.remove(action.name);
                            copy(action.other).content.put(action.to, there);
                        }
                    }
                    default -> {
                        // syncs have been looked at, and a mark does nothing
                    }
                }
            }
            write(copy(root), target);
        }

        private void change(int i, Action action) {
            boolean isSafe = i < synced.getOrDefault(action.node, -1);
            int fate = isSafe ? 0 : draw(2, 0, 3) < 2 ? draw(2, 1, 2) : draw(3, i, 4); // all, none, or each by itself
            byte[] now = bytes.getOrDefault(action.node, new byte[0]);
            if (fate == 1) {
                return; // lost
            }
            if (action.kind == Kind.TRUNCATE) {
                bytes.put(action.node, Arrays.copyOf(now, Math.toIntExact(action.at)));
                return;
            }
            int at = Math.toIntExact(action.at);
            int size = Math.max(now.length, at + action.bytes.length);
            byte[] then = size == now.length ? now : Arrays.copyOf(now, size);
            int kept = action.bytes.length;
            if (fate == 2) {
                kept = draw(4, i, action.bytes.length / SECTOR + 1) * SECTOR;
            } else if (fate == 3) {
                kept = 0;
            }
            System.arraycopy(action.bytes, 0, then, at, kept);
            bytes.put(action.node, then);
        }

        private void write(Node folder, Path target) throws IOException {
            Files.createDirectories(target);
            for (Map.Entry<String, Node> entry : folder.content.entrySet()) {
                Path path = target.resolve(entry.getKey());
                if (entry.getValue().isFolder) {
                    write(entry.getValue(), path);
                } else {
                    Files.write(path, bytes.getOrDefault(original(entry.getValue()), new byte[0]));
                }
            }
        }

        private Node original(Node copy) {
            return folders.entrySet().stream()
                    .filter(entry -> entry.getValue() == copy)
                    .findFirst()
                    .orElseThrow()
                    .getKey();
        }
    }
}
