package org.reweave.emulator.cli.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
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
import java.util.concurrent.Semaphore;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.runs.StoredMoment;
import org.reweave.emulator.http.PageServer;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.report.LiveReport;

/**
 * Pages about the runs of a directory, on the loopback address.
 *
 * <p>Requests name a run by its id, which is looked up among the runs that are there: no path is made of a request. A
 * file is sent only if it is one of {@link RunFolder#RESULTS} and really inside the directory. Requests that name
 * another host are refused, so that a page from elsewhere cannot reach the server by a name of its own. Files of runs
 * may come from strangers: a page among them runs in an origin of its own and may load nothing. Nothing is written.
 * Only a run of this process can be changed, to pause and to go on, by a POST of its own page that knows its token.
 */
final class RunsServer implements AutoCloseable {
    private static final int OK = 200;
    private static final int SEE_OTHER = 303;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNPROCESSABLE = 422;
    private static final int UNAVAILABLE = 503;
    private static final int THREADS = 16;
    private static final int STREAMS = 10; // pages of live runs, each of which takes a thread
    private static final int MOST_BODY = 200;
    private static final String OWN_HEADER = "X-Reweave"; // a page from elsewhere cannot send it

    private static final String OWN_PAGES = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self';"
            + " connect-src 'self'; frame-src 'self'; img-src data: blob:; form-action 'none'; base-uri 'none';"
            + " frame-ancestors 'self'";
    private static final String FILES_OF_RUNS = "sandbox allow-scripts allow-downloads; default-src 'none';"
            + " style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:; form-action 'none';"
            + " base-uri 'none'; frame-ancestors 'self'";

    private static final String HTML = "text/html; charset=utf-8";
    private static final Map<String, String> TYPES = Map.of(
            RunFolder.REPORT, HTML,
            RunFolder.SUMMARY, "application/json",
            RunFolder.SERIES, "text/csv; charset=utf-8");
    private static final String PLAIN = "text/plain; charset=utf-8";

    private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

    private final Path runs;
    private final Optional<LiveRun> live;
    private final Semaphore streams = new Semaphore(STREAMS);
    private final PageServer server;

    /**
     * @param live run of this process; empty = none
     * @throws IOException when the port is taken
     */
    RunsServer(Path runs, int port, Optional<LiveRun> live) throws IOException {
        this.runs = runs;
        this.live = live;
        this.server = new PageServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), "runs-server", THREADS, this::answer);
    }

    /** {@code http://127.0.0.1:8420/}. */
    String address() {
        return "http://" + server.address() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            String named = exchange.getRequestHeaders().getFirst("Host");
            if (!List.of(server.address(), "localhost:" + server.port()).contains(named == null ? "" : named)) {
                text(exchange, FORBIDDEN, "this server is " + address());
            } else if (exchange.getRequestMethod().equals("POST")) {
                change(exchange, exchange.getRequestURI().getPath().split("/", -1));
            } else if (!exchange.getRequestMethod().equals("GET")) {
                text(exchange, METHOD_NOT_ALLOWED, "these pages can only be read");
            } else {
                page(exchange, exchange.getRequestURI().getPath());
            }
        }
    }

    /** {@code POST /runs/ID/pause}: only for the run of this process, from its own page, with its token. */
    private void change(HttpExchange exchange, String[] parts) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        String origin = headers.getFirst("Origin");
        if (live.isEmpty()
                || parts.length != 4
                || !parts[1].equals("runs")
                || !parts[2].equals(live.get().id())) {
            text(exchange, METHOD_NOT_ALLOWED, "these pages can only be read");
        } else if (!live.get().isToken(headers.getFirst(OWN_HEADER))
                || origin != null && !origin.equals("http://" + headers.getFirst("Host"))) {
            text(exchange, FORBIDDEN, "the address with the run's token is where the run was started");
        } else {
            String body = new String(exchange.getRequestBody().readNBytes(MOST_BODY), StandardCharsets.UTF_8);
            Optional<String> problem = live.get().change(parts[3], body);
            text(exchange, problem.isPresent() ? UNPROCESSABLE : OK, problem.orElse("done"));
        }
    }

    private void page(HttpExchange exchange, String path) throws IOException {
        String[] parts = path.split("/", -1); // "", "runs", id, file
        if (path.equals("/")) {
            html(exchange, ServedPages.list(runs, catalog().list()));
        } else if (path.equals(ServedPages.REPORT_LIBRARY)) {
            send(exchange, OK, JAVASCRIPT, OWN_PAGES, LiveReport.library());
        } else if (path.equals(ServedPages.REPORT_SCRIPT)) {
            send(exchange, OK, JAVASCRIPT, OWN_PAGES, LiveReport.script());
        } else if (ServedPages.SCRIPTS.contains(path)) {
            send(exchange, OK, JAVASCRIPT, OWN_PAGES, ServedPages.scriptAt(path));
        } else if (parts.length == 4 && parts[1].equals("side")) {
            Optional<RunEntry> left = run(parts[2]);
            Optional<RunEntry> right = run(parts[3]);
            if (left.isPresent() && right.isPresent()) {
                html(exchange, ServedPages.side(left.get(), right.get()));
                return;
            }
            text(exchange, NOT_FOUND, "no such runs");
        } else if (parts.length == 4 && parts[1].equals("runs")) {
            Optional<RunEntry> run = run(parts[2]);
            if (run.isPresent()) {
                ofRun(exchange, run.get(), parts[3]);
                return;
            }
            text(exchange, NOT_FOUND, "no such run");
        } else {
            text(exchange, NOT_FOUND, "no such page");
        }
    }

    private Optional<RunEntry> run(String id) {
        return catalog().list().stream().filter(entry -> entry.run().equals(id)).findFirst();
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
            Optional<byte[]> picture = live(run).flatMap(one -> one.page(ServedPages.LIVE_SCRIPTS));
            send(exchange, OK, HTML, OWN_PAGES, picture.orElseGet(() -> ServedPages.unfinished(run)
                    .getBytes(StandardCharsets.UTF_8)));
        } else if (file.equals(ServedPages.LIVE) && isInside(run.folder().resolve(RunFolder.EVENTS))) {
            stream(exchange, () -> new LiveEvents(run.folder(), () -> isGoingOn(run)).send(exchange));
        } else if (file.equals(ServedPages.DATA) && live(run).isPresent()) {
            stream(exchange, () -> data(exchange, live(run).orElseThrow()));
        } else if (file.equals(ServedPages.MOMENTS)) {
            html(exchange, ServedPages.moments(run));
        } else if (file.equals(ServedPages.MOMENT)) {
            moment(exchange, run);
        } else if (RunFolder.RESULTS.contains(file) && isInside(run.folder().resolve(file))) {
            file(exchange, run.folder().resolve(file), TYPES.getOrDefault(file, PLAIN));
        } else {
            text(exchange, NOT_FOUND, "no such file; there are " + String.join(", ", RunFolder.RESULTS));
        }
    }

    private Optional<LiveRun> live(RunEntry run) {
        return live.filter(one -> one.id().equals(run.run()) && !one.isOver());
    }

    /** Something to send that takes as long as a run does. */
    private interface Stream {
        void send() throws IOException;
    }

    /** Sends while other requests are answered; there are not more streams than threads. */
    private void stream(HttpExchange exchange, Stream stream) throws IOException {
        if (!streams.tryAcquire()) {
            text(exchange, UNAVAILABLE, STREAMS + " pages of live runs are open; close one");
            return;
        }
        try {
            stream.send();
        } finally {
            streams.release();
        }
    }

    private static void data(HttpExchange exchange, LiveRun run) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        exchange.getResponseHeaders().set("Content-Security-Policy", OWN_PAGES);
        exchange.sendResponseHeaders(OK, 0);
        try {
            run.send(exchange.getResponseBody());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server ends
        }
    }

    /** A moment of a stored run, computed again; only for a page of this server, since it costs time. */
    private void moment(HttpExchange exchange, RunEntry run) throws IOException {
        Map<String, String> asked = ServedPages.query(exchange.getRequestURI().getRawQuery());
        String cycle = asked.getOrDefault("cycle", "0");
        String key = asked.getOrDefault("key", "");
        if (exchange.getRequestHeaders().getFirst(OWN_HEADER) == null) {
            text(exchange, FORBIDDEN, "only a page of this server may ask");
        } else if (!cycle.matches("[0-9]{1,18}") || key.length() > 1) {
            text(exchange, UNPROCESSABLE, "cycle=N, device=NAME and key=K ask for a moment");
        } else {
            String body;
            try {
                body = JsonText.line(StoredMoment.of(
                        run.folder(),
                        run.run(),
                        Long.parseLong(cycle),
                        asked.getOrDefault("device", ""),
                        key.isEmpty() ? 0 : key.charAt(0)));
            } catch (UserErrors e) {
                text(exchange, UNPROCESSABLE, e.getMessage());
                return;
            }
            send(exchange, OK, "application/json", OWN_PAGES, body.getBytes(StandardCharsets.UTF_8));
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
        send(exchange, OK, HTML, OWN_PAGES, page.getBytes(StandardCharsets.UTF_8));
    }

    /** A sentence, as a page where a browser opens the address itself: it lays out plain text 980 pixels wide. */
    private static void text(HttpExchange exchange, int code, String message) throws IOException {
        String accepted = exchange.getRequestHeaders().getFirst("Accept");
        if (accepted != null && accepted.contains("text/html")) {
            byte[] page = ServedPages.sentence(code, message).getBytes(StandardCharsets.UTF_8);
            send(exchange, code, HTML, OWN_PAGES, page);
            return;
        }
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
        server.close();
    }
}
