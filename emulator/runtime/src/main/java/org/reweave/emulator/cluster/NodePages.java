package org.reweave.emulator.cluster;

import akka.actor.typed.ActorSystem;
import akka.cluster.ClusterEvent;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.http.PageServer;

/**
 * Three pages about a node, for whoever keeps it running: {@code /health} and {@code /ready} answer 200 or 503,
 * {@code /metrics} is in the text format of Prometheus. They can be read and change nothing.
 */
final class NodePages implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    /** Clients that are served at a time. */
    private static final int THREADS = 8;

    /** A turn takes some ten milliseconds. */
    private static final double LONGEST_TURN_SECONDS = 60;

    private static final String LONGEST_ANSWER_SECONDS = "5";

    static { // the server of the JDK is told so, and reads it when its class is first used
        System.setProperty("sun.net.httpserver.maxRspTime", LONGEST_ANSWER_SECONDS);
    }

    private final ActorSystem<?> system;
    private final Cluster cluster;
    private final int threads;
    private final Supplier<ToNode.Hosted> hosted;
    private final PageServer server;

    private record Page(int code, String text) {}

    /**
     * Begins to serve them.
     *
     * @param place {@code host:port}
     * @param hosted a part of a run, or nothing
     * @throws ClusterException when the port is taken or the host is not this one
     */
    NodePages(String place, ActorSystem<?> system, int threads, Supplier<ToNode.Hosted> hosted) {
        this.system = system;
        this.cluster = Cluster.get(system);
        this.threads = threads;
        this.hosted = hosted;
        int colon = place.lastIndexOf(':');
        try {
            server = new PageServer(
                    new InetSocketAddress(place.substring(0, colon), Integer.parseInt(place.substring(colon + 1))),
                    "node-pages",
                    THREADS,
                    this::answer);
        } catch (IOException e) {
            throw new ClusterException("node.http = " + place + " cannot be served: " + e.getMessage());
        }
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
            case "/health" -> health(status, word);
            case "/ready" -> new Page(status.equals(MemberStatus.up()) ? OK : UNAVAILABLE, word);
            case "/metrics" -> new Page(OK, metrics(status));
            default -> new Page(NOT_FOUND, "there are /health, /ready and /metrics\n");
        };
    }

    private Page health(MemberStatus status, String word) {
        double turn = hosted.get().turnSeconds();
        if (turn > LONGEST_TURN_SECONDS) {
            return new Page(
                    UNAVAILABLE,
                    String.format(
                            Locale.ROOT,
                            "a thread has been in one turn of its island for %.0f s: it is stuck%n",
                            turn));
        }
        return new Page(isAlive(status) ? OK : UNAVAILABLE, word);
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
        ToNode.Hosted part = hosted.get();
        gauge(text, "reweave_node_devices", "Devices of a run that the node hosts; 0 = none.", part.devices());
        gauge(text, "reweave_node_cycle", "Cycle of the last cut that the node has reported.", part.cycle());
        gauge(
                text,
                "reweave_node_waiting_ratio",
                "Share of the last second in which the threads have run no device.",
                part.waiting());
        gauge(
                text,
                "reweave_node_turn_seconds",
                "Seconds for which an island has been in one turn; looked at every second.",
                part.turnSeconds());
        counter(
                text,
                "reweave_node_frames_total",
                "Frames sent to other nodes.",
                part.carried().frames());
        counter(
                text,
                "reweave_node_bundles_total",
                "Bundles of frames sent to other nodes.",
                part.carried().bundles());
        counter(
                text,
                "reweave_node_bytes_total",
                "Bytes of these bundles.",
                part.carried().bytes());
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
        counter(text, "reweave_cpu_seconds_total", "Processor time of the node.", BusyThreads.ofProcess() / 1e9);
        return text.toString();
    }

    private static void gauge(StringBuilder text, String name, String help, Number value) {
        metric(text, name, "gauge", help, value);
    }

    private static void counter(StringBuilder text, String name, String help, Number value) {
        metric(text, name, "counter", help, value);
    }

    private static void metric(StringBuilder text, String name, String type, String help, Number value) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append(name).append(' ').append(value).append('\n');
    }

    /** {@code host:port}. */
    String address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
