package org.reweave.emulator.cluster.line;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tlschannel.TlsChannel;

/**
 * The lines of this process. Whoever sends writes to the socket itself; one thread accepts, reads, and writes what a
 * socket did not take at once. A stranger has ten seconds to name the key of an end that waits here.
 */
public final class Lines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("reweave");
    private static final long LOOK_MILLIS = 1_000; // for strangers that have had their time
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int MOST_STRANGERS = 64;
    private static final int BUFFER = 1 << 20; // of a socket, either way
    private static final SecureRandom SECRETS = new SecureRandom();

    /** Encrypts the ends of lines. */
    public interface Encryption {
        /** The end that connects to an address. */
        TlsChannel connecting(SocketChannel socket, InetSocketAddress to) throws IOException;

        /** The end that was connected to. */
        TlsChannel accepting(SocketChannel socket) throws IOException;
    }

    private final String host;
    private final Optional<Encryption> encryption;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<String, Line.Owner> expecting = new ConcurrentHashMap<>(); // by the key of their end
    private final Map<SocketLine, Long> strangers = new LinkedHashMap<>(); // with the time at which each came
    private long refusalAt; // nanoseconds; of the last line in the log
    private long unsaid; // refusals since then
    private volatile boolean closed;

    /**
     * @param host name or address at which others reach this process
     * @param port 0 = a free one
     * @param encryption empty = lines are not encrypted, and a key in clear is all that a peer must know
     * @throws IOException when nobody can be reached there
     */
    public Lines(String host, int port, Optional<Encryption> encryption) throws IOException {
        this.host = host;
        this.encryption = encryption;
        this.selector = Selector.open();
        this.server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            server.close();
            selector.close();
            throw e;
        }
        this.refusalAt = System.nanoTime() - PATIENCE_NANOS;
        this.thread = new Thread(this::serve, "reweave-lines");
        thread.setDaemon(true);
        thread.start();
    }

    /** An end that waits for its peer, under a new key; see {@link #forget}. */
    public LineEnd expect(Line.Owner owner) {
        byte[] secret = new byte[SocketLine.KEY_DIGITS / 2];
        SECRETS.nextBytes(secret);
        String key = HexFormat.of().formatHex(secret);
        expecting.put(key, owner);
        return new LineEnd(host + ":" + server.socket().getLocalPort(), key);
    }

    /** Nobody waits there any more. */
    public void forget(LineEnd end) {
        expecting.remove(end.key());
    }

    /** The owner of the end with this key, which has its peer by now. */
    Optional<Line.Owner> claim(String key, SocketLine line) {
        strangers.remove(line);
        Optional<Line.Owner> owner = Optional.ofNullable(expecting.remove(key));
        owner.ifPresent(waiting -> waiting.connected(line));
        return owner;
    }

    /**
     * Connects to an end that waits; {@link Line.Owner#opened} or {@link Line.Owner#ended} says what has come of it.
     */
    public void connect(LineEnd to, Line.Owner owner) {
        run(() -> {
            try {
                int colon = to.address().lastIndexOf(':');
                InetSocketAddress address = new InetSocketAddress(
                        to.address().substring(0, colon),
                        Integer.parseInt(to.address().substring(colon + 1)));
                SocketChannel socket = SocketChannel.open();
                SocketLine line = prepared(
                        socket,
                        encryption.isPresent()
                                ? Optional.of(encryption.get().connecting(socket, address))
                                : Optional.empty(),
                        Optional.of(to.key()),
                        Optional.of(owner));
                owner.connected(line);
                if (socket.connect(address)) {
                    line.proceed();
                } else {
                    socket.keyFor(selector).interestOps(SelectionKey.OP_CONNECT);
                }
            } catch (IOException | RuntimeException e) {
                owner.ended("cannot reach " + to.address() + ": " + e);
            }
        });
    }

    private SocketLine prepared(
            SocketChannel socket, Optional<TlsChannel> tls, Optional<String> peerKey, Optional<Line.Owner> owner)
            throws IOException {
        socket.configureBlocking(false);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
        socket.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
        SocketLine line = new SocketLine(this, socket, tls, peerKey, owner);
        line.register(socket.register(selector, SelectionKey.OP_READ, line));
        return line;
    }

    /** Has the lines' thread do something. */
    public void run(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    void wake() {
        selector.wakeup();
    }

    private void serve() {
        while (!closed) {
            try {
                selector.select(LOOK_MILLIS);
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    if (!key.isValid()) {
                        continue;
                    }
                    if (key.attachment() instanceof SocketLine line) {
                        line.proceed();
                    } else {
                        accept();
                    }
                }
                selector.selectedKeys().clear();
                endStrangers();
            } catch (IOException | RuntimeException e) {
                LOG.error("lines to other nodes: {}", e.toString(), e);
            }
        }
    }

    private void accept() {
        SocketChannel socket = null;
        try {
            socket = server.accept();
            if (socket == null) {
                return;
            }
            if (strangers.size() >= MOST_STRANGERS) {
                refused(socket, MOST_STRANGERS + " others are about to say who they are");
                socket.close();
                return;
            }
            Optional<TlsChannel> tls =
                    encryption.isPresent() ? Optional.of(encryption.get().accepting(socket)) : Optional.empty();
            strangers.put(prepared(socket, tls, Optional.empty(), Optional.empty()), System.nanoTime());
        } catch (IOException | RuntimeException e) {
            LOG.warn("a line from another node cannot be taken: {}", e.toString());
            close(socket);
        }
    }

    private static void close(SocketChannel socket) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // it is of no use any more
            }
        }
    }

    private void endStrangers() {
        long now = System.nanoTime();
        for (Map.Entry<SocketLine, Long> stranger : Map.copyOf(strangers).entrySet()) {
            if (stranger.getKey().isClosed()) {
                strangers.remove(stranger.getKey());
            } else if (now - stranger.getValue() > PATIENCE_NANOS) {
                strangers.remove(stranger.getKey());
                stranger.getKey().endStranger("it does not say who it is");
            }
        }
    }

    /** Writes at most one line in ten seconds, so that a stranger cannot fill the log. */
    void refused(SocketChannel socket, String why) {
        long now = System.nanoTime();
        if (now - refusalAt < PATIENCE_NANOS) {
            unsaid++;
            return;
        }
        String more = unsaid == 0 ? "" : ", and " + unsaid + " more since the last such line";
        refusalAt = now;
        unsaid = 0;
        LOG.warn("refused a line from {}: {}{}", socket.socket().getRemoteSocketAddress(), why, more);
    }

    /** Ends all lines. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        selector.wakeup();
        try {
            thread.join();
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            LOG.warn("lines to other nodes: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
