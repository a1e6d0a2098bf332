package org.reweave.emulator.cli.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.results.RunFolder;

/**
 * Pages about the runs of a directory, on the loopback address.
 *
 * <p>Requests name a run by its id, which is looked up among the runs that are there: no path is made of a request. A
 * file is sent only if it is one of {@link RunFolder#RESULTS} and really inside the directory. Requests that name
 * another host are refused, so that a page from elsewhere cannot reach the server by a name of its own. Files of runs
 * may come from strangers: a page among them runs in an origin of its own and may load nothing.
 */
final class RunsServer implements AutoCloseable {
    private static final int OK = 200;
    private static final int SEE_OTHER = 303;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int BACKLOG = 16;
    private static final int THREADS = 16; // of which each page of a live run takes one
    private static final long IDLE_SECONDS = 30;

    private static final String OWN_PAGES = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self';"
            + " connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
    private static final String FILES_OF_RUNS = "sandbox allow-scripts allow-downloads; default-src 'none';"
            + " style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:; form-action 'none';"
            + " base-uri 'none'; frame-ancestors 'none'";

    private static final Map<String, String> TYPES = Map.of(
            RunFolder.REPORT, "text/html; charset=utf-8",
            RunFolder.SUMMARY, "application/json",
            RunFolder.SERIES, "text/csv; charset=utf-8");
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final Path runs;
    private final HttpServer server;
    private final ExecutorService pool;

    /** @throws IOException when the port is taken */
    RunsServer(Path runs, int port) throws IOException {
        this.runs = runs;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        this.pool = new ThreadPoolExecutor(
                0,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> {
                    Thread daemon = new Thread(work, "runs-server");
                    daemon.setDaemon(true);
                    return daemon;
                },
                new ThreadPoolExecutor.CallerRunsPolicy());
        server.setExecutor(pool);
        server.createContext("/", this::answer);
        server.start();
    }

    /** {@code http://127.0.0.1:8420/}. */
    String address() {
        return "http://" + host() + "/";
    }

    private String host() {
        return server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            String named = exchange.getRequestHeaders().getFirst("Host");
            int port = server.getAddress().getPort();
            if (!List.of(host(), "localhost:" + port).contains(named == null ? "" : named)) {
                text(exchange, FORBIDDEN, "this server is " + address());
            } else if (!exchange.getRequestMethod().equals("GET")) {
                text(exchange, METHOD_NOT_ALLOWED, "these pages can only be read");
            } else {
                page(exchange, exchange.getRequestURI().getPath());
            }
        }
    }

    private void page(HttpExchange exchange, String path) throws IOException {
        String[] parts = path.split("/", -1); // "", "runs", id, file
        if (path.equals("/")) {
            html(exchange, ServedPages.list(runs, catalog().list()));
        } else if (path.equals("/" + ServedPages.SCRIPT)) {
            send(exchange, OK, "text/javascript; charset=utf-8", OWN_PAGES, ServedPages.script());
        } else if (parts.length == 4 && parts[1].equals("runs")) {
            Optional<RunEntry> run = catalog().list().stream()
                    .filter(entry -> entry.run().equals(parts[2]))
                    .findFirst();
            if (run.isPresent()) {
                ofRun(exchange, run.get(), parts[3]);
                return;
            }
            text(exchange, NOT_FOUND, "no such run");
        } else {
            text(exchange, NOT_FOUND, "no such page");
        }
    }

    private RunCatalog catalog() {
        return new RunCatalog(runs, Optional.empty());
    }

    private void ofRun(HttpExchange exchange, RunEntry run, String file) throws IOException {
        Path report = run.folder().resolve(RunFolder.REPORT);
        if (file.isEmpty() && isInside(report)) {
            exchange.getResponseHeaders().set("Location", RunFolder.REPORT);
            exchange.sendResponseHeaders(SEE_OTHER, -1);
        } else if (file.isEmpty()) {
            html(exchange, ServedPages.unfinished(run));
        } else if (file.equals(ServedPages.LIVE) && isInside(run.folder().resolve(RunFolder.EVENTS))) {
            new LiveEvents(run.folder(), () -> isGoingOn(run)).send(exchange);
        } else if (RunFolder.RESULTS.contains(file) && isInside(run.folder().resolve(file))) {
            file(exchange, run.folder().resolve(file), TYPES.getOrDefault(file, PLAIN));
        } else {
            text(exchange, NOT_FOUND, "no such file; there are " + String.join(", ", RunFolder.RESULTS));
        }
    }

    private boolean isGoingOn(RunEntry run) {
        return Files.isDirectory(run.folder())
                && catalog().entry(run.folder()).state().equals(RunEntry.IN_PROGRESS);
    }

    /** Whether a file is there, and no link leads out of the directory of runs. */
    private boolean isInside(Path file) throws IOException {
        return Files.isRegularFile(file) && file.toRealPath().startsWith(runs.toRealPath());
    }

    private static void file(HttpExchange exchange, Path file, String type) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Content-Security-Policy", FILES_OF_RUNS);
        try (InputStream in = Files.newInputStream(file)) {
            exchange.sendResponseHeaders(OK, 0);
            in.transferTo(exchange.getResponseBody());
        }
    }

    private static void html(HttpExchange exchange, String page) throws IOException {
        send(exchange, OK, "text/html; charset=utf-8", OWN_PAGES, page.getBytes(StandardCharsets.UTF_8));
    }

    private static void text(HttpExchange exchange, int code, String message) throws IOException {
        send(exchange, code, PLAIN, OWN_PAGES, (message + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int code, String type, String policy, byte[] bytes)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Content-Security-Policy", policy);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        pool.shutdownNow();
        server.stop(0);
    }
}
