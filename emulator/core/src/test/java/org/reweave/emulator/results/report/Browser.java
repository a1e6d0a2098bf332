package org.reweave.emulator.results.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.reweave.emulator.Machine;

/** A Chromium without a window, told what to do by its DevTools protocol. */
public final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ADDRESS = "DevTools listening on ";
    private static final int PATIENCE_SECONDS = 120;

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final BlockingQueue<String> loaded = new LinkedBlockingQueue<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private String session;
    private int asked;

    private Browser(Process process, URI address) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, new Messages())
                .join();
    }

    private static Optional<Path> executable() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> Stream.of(
                        Path.of(folder, "chromium"),
                        Path.of(folder, "chromium-browser"),
                        Path.of(folder, "google-chrome")))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts the browser; skips the test where none is installed.
     *
     * @param profile a folder of its own
     */
    public static Browser start(Path profile) throws Exception {
        Machine.require(executable().isPresent(), "no chromium is installed");
        Path executable = executable().get();
        Process process = new ProcessBuilder(
                        executable.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--no-first-run",
                        "--window-size=1400,1000",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader log = process.errorReader();
        String line = log.readLine();
        while (line != null && !line.startsWith(ADDRESS)) {
            line = log.readLine();
        }
        if (line == null) {
            throw new IOException(executable + " ended with " + process.waitFor());
        }
        Thread reader = new Thread(() -> drain(log));
        reader.setDaemon(true);
        reader.start();
        Browser browser = new Browser(process, URI.create(line.substring(ADDRESS.length())));
        String target = browser.ask("Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .textValue();
        browser.session = browser.ask("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .textValue();
        for (String domain : List.of("Log", "Runtime", "Page")) {
            browser.ask(domain + ".enable", Map.of());
        }
        return browser;
    }

    /** Opens a page, and waits until it is there with all that it loads. */
    public void open(URI page) throws Exception {
        ask("Page.navigate", Map.of("url", page.toString()));
        if (loaded.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) == null) {
            throw new IOException(page + " does not load");
        }
    }

    /** Shows pages from now on as a device of that width does, light or dark. */
    public void emulate(int width, boolean dark) throws Exception {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 844, "deviceScaleFactor", 1, "mobile", width < 600));
        Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        ask("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
    }

    /** Presses and releases a key where the focus is. */
    public void press(String key) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            ask("Input.dispatchKeyEvent", Map.of("type", type, "key", key));
        }
    }

    /** Evaluates JavaScript beside the page's policy, as its console does. */
    public JsonNode evaluate(String script) throws Exception {
        JsonNode answer =
                ask("Runtime.evaluate", Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException(answer.get("exceptionDetails").toString());
        }
        return answer.get("result").path("value");
    }

    /** What the console shows: broken policies, failures of scripts, messages. */
    public List<String> complaints() {
        return complaints;
    }

    private JsonNode ask(String method, Map<String, ?> parameters) throws Exception {
        int id = ++asked;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, Object> question = session == null
                ? Map.of("id", id, "method", method, "params", parameters)
                : Map.of("id", id, "method", method, "params", parameters, "sessionId", session);
        socket.sendText(JSON.writeValueAsString(question), true).join();
        return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static void drain(BufferedReader log) {
        try {
            while (log.readLine() != null) {
                // what the browser says of itself is of no interest
            }
        } catch (IOException e) {
            // the browser was ended
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    private final class Messages implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                take(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void take(String message) {
            try {
                JsonNode node = JSON.readTree(message);
                CompletableFuture<JsonNode> answer =
                        answers.remove(node.path("id").asInt());
                if (answer != null) {
                    answer.complete(node.path("result"));
                    return;
                }
                switch (node.path("method").asText()) {
                    case "Page.loadEventFired" -> loaded.add(message);
                    case "Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled" ->
                        complaints.add(node.get("params").toString());
                    default -> {
                        // nothing that the tests ask about
                    }
                }
            } catch (JsonProcessingException e) {
                complaints.add("no JSON: " + message);
            }
        }
    }
}
