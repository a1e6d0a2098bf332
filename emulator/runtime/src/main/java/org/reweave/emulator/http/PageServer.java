package org.reweave.emulator.http;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's HTTP server with one handler for all paths, daemon threads that come when they are needed, and a limit for
 * clients that do not end their request. Where all threads are busy, the server's own thread answers, and further
 * clients wait.
 */
public final class PageServer implements AutoCloseable {
    private static final int BACKLOG = 16;
    private static final long IDLE_SECONDS = 30;

    /** A request is a few lines; a client that does not end one would keep a thread. */
    private static final String LONGEST_REQUEST_SECONDS = "5";

    static { // the server of the JDK is told so, and reads it when its class is first used
        System.setProperty("sun.net.httpserver.maxReqTime", LONGEST_REQUEST_SECONDS);
    }

    private final HttpServer server;
    private final ExecutorService pool;

    /**
     * Begins to serve.
     *
     * @param name of its threads
     * @param threads clients that are served at a time
     * @throws IOException when the port is taken or the address is not one of this machine
     */
    public PageServer(InetSocketAddress address, String name, int threads, HttpHandler pages) throws IOException {
        server = HttpServer.create(address, BACKLOG);
        pool = new ThreadPoolExecutor(
                0,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> {
                    Thread daemon = new Thread(work, name);
                    daemon.setDaemon(true);
                    return daemon;
                },
                new ThreadPoolExecutor.CallerRunsPolicy());
        server.setExecutor(pool);
        server.createContext("/", pages);
        server.start();
    }

    /** {@code HOST:PORT}, the host as a number. */
    public String address() {
        return server.getAddress().getAddress().getHostAddress() + ":" + port();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Ends what is being answered, too. */
    @Override
    public void close() {
        pool.shutdownNow();
        server.stop(0);
    }
}
