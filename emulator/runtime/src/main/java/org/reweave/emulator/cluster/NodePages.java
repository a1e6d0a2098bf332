package org.reweave.emulator.cluster;

import akka.actor.typed.ActorSystem;
import akka.cluster.ClusterEvent;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.reweave.emulator.cluster.messages.ClusterException;

/**
 * Three pages about a node, for whoever keeps it running: {@code /health} and {@code /ready} answer 200 or 503,
 * {@code /metrics} is in the text format of Prometheus. They can be read and change nothing.
 */
final class NodePages implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;
    private static final int BACKLOG = 16;

    /** Clients that are served at a time. */
    private static final int THREADS = 8;

    private static final String LONGEST_REQUEST_SECONDS = "5";

    static { // the server of the JDK is told so, and reads it when its class is first used
        System.setProperty("sun.net.httpserver.maxReqTime", LONGEST_REQUEST_SECONDS);
        System.setProperty("sun.net.httpserver.maxRspTime", LONGEST_REQUEST_SECONDS);
    }

    private final ActorSystem<?> system;
    private final Cluster cluster;
    private final int threads;
    private final Supplier<Boolean> hosting;
    private final HttpServer server;
    private final ExecutorService pool;

    private record Page(int code, String text) {}

    /**
     * Begins to serve them.
     *
     * @param place {@code host:port}
     * @param hosting whether the node hosts a part of a run
     * @throws ClusterException when the port is taken or the host is not this one
     */
    NodePages(String place, ActorSystem<?> system, int threads, Supplier<Boolean> hosting) {
        this.system = system;
        this.cluster = Cluster.get(system);
        this.threads = threads;
        this.hosting = hosting;
        int colon = place.lastIndexOf(':');
        try {
            server = HttpServer.create(
                    new InetSocketAddress(place.substring(0, colon), Integer.parseInt(place.substring(colon + 1))),
                    BACKLOG);
        } catch (IOException e) {
            throw new ClusterException("node.http = " + place + " cannot be served: " + e.getMessage());
        }
        pool = Executors.newFixedThreadPool(THREADS, work -> {
            Thread daemon = new Thread(work, "node-pages");
            daemon.setDaemon(true);
            return daemon;
        });
        server.setExecutor(pool);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Page page = exchange.getRequestMethod().equals("GET")
                    ? page(exchange.getRequestURI().getPath())
                    : new Page(METHOD_NOT_ALLOWED, "these pages can only be read\n");
            byte[] bytes = page.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(page.code(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Page page(String path) {
        MemberStatus status = cluster.selfMember().status();
        String word = status.toString().toLowerCase(Locale.ROOT) + "\n";
        return switch (path) {
            case "/health" -> new Page(isAlive(status) ? OK : UNAVAILABLE, word);
            case "/ready" -> new Page(status.equals(MemberStatus.up()) ? OK : UNAVAILABLE, word);
            case "/metrics" -> new Page(OK, metrics(status));
            default -> new Page(NOT_FOUND, "there are /health, /ready and /metrics\n");
        };
    }

    /**
     * A node that waits for its cluster is alive; one that was removed ends by itself, and one that hangs then is not.
     */
    private boolean isAlive(MemberStatus status) {
        return !status.equals(MemberStatus.down())
                && !status.equals(MemberStatus.removed())
                && !system.getWhenTerminated().toCompletableFuture().isDone();
    }

    private String metrics(MemberStatus status) {
        ClusterEvent.CurrentClusterState state = cluster.state();
        Runtime runtime = Runtime.getRuntime();
        StringBuilder text = new StringBuilder();
        gauge(
                text,
                "reweave_node_ready",
                "Whether the node is a member that can host runs.",
                status.equals(MemberStatus.up()) ? 1 : 0);
        gauge(text, "reweave_node_hosts_run", "Whether the node hosts a part of a run.", hosting.get() ? 1 : 0);
        gauge(text, "reweave_node_threads", "Threads that run devices.", threads);
        gauge(
                text,
                "reweave_cluster_members",
                "Members of the cluster, with those that coordinate runs.",
                StreamSupport.stream(state.getMembers().spliterator(), false).count());
        gauge(
                text,
                "reweave_cluster_unreachable",
                "Members that this node does not hear from.",
                state.getUnreachable().size());
        gauge(text, "reweave_heap_used_bytes", "Heap in use.", runtime.totalMemory() - runtime.freeMemory());
        gauge(text, "reweave_heap_max_bytes", "Largest heap.", runtime.maxMemory());
        text.append(
                        "# HELP reweave_cpu_seconds_total Processor time of the node.\n# TYPE reweave_cpu_seconds_total counter\n")
                .append("reweave_cpu_seconds_total ")
                .append(BusyThreads.ofProcess() / 1e9)
                .append('\n');
        return text.toString();
    }

    private static void gauge(StringBuilder text, String name, String help, long value) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
        text.append(name).append(' ').append(value).append('\n');
    }

    /** {@code host:port}. */
    String address() {
        return server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        pool.shutdown();
    }
}
