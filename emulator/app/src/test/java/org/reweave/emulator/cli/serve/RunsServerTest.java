package org.reweave.emulator.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.results.report.Browser;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;

@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RunsServerTest {
    @TempDir
    private static Path folder;

    private static Path runs;
    private static TorusRun torus;
    private static RunsServer server;

    @BeforeAll
    static void start() throws IOException {
        runs = Files.createDirectory(folder.resolve("runs"));
        torus = TorusRun.in(runs, "run.duration = 100us");
        Files.delete(torus.scenario());
        server = new RunsServer(runs, 0, Optional.empty());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(server.address() + path)).build());
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Id of the finished run. */
    private static String run() {
        return CommandRun.of("runs", "--runs", runs.toString(), "--json")
                .json()
                .get("runs")
                .get(0)
                .get("run")
                .textValue();
    }

    @Test
    void clientsThatDoNotEndTheirRequestsDoNotKeepOthersOut() throws Exception {
        URI place = URI.create(server.address());
        List<Socket> silent = new ArrayList<>();
        try {
            for (int client = 0; client < 20; client++) { // more than there are threads
                Socket socket = new Socket(place.getHost(), place.getPort());
                silent.add(socket);
                socket.getOutputStream().write('G'); // and no more
            }
            HttpRequest list = HttpRequest.newBuilder(place).build();
            assertThat(HttpClient.newHttpClient().sendAsync(list, HttpResponse.BodyHandlers.ofString()))
                    .succeedsWithin(Duration.ofSeconds(60));
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void everyFileOfAFinishedRunIsSentAsItIs() throws Exception {
        assertThat(get("").body()).contains("<a href=\"runs/" + run() + "/\">", "completed");
        assertThat(get("runs/" + run() + "/").headers().firstValue("Location")).contains("report.html");
        for (String file : List.of("report.html", "summary.json", "timeseries.csv", "events.jsonl", "scenario.conf")) {
            HttpResponse<String> answer = get("runs/" + run() + "/" + file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.body())
                    .as(file)
                    .isEqualTo(Files.readString(torus.folder().resolve(file)));
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .startsWith("sandbox allow-scripts")
                    .contains("default-src 'none'")
                    .doesNotContain("connect-src");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "runs/RUN/journal.mv.db",
                "runs/RUN/../RUN/summary.json",
                "runs/RUN/..%2fRUN%2fsummary.json",
                "runs/..%2fruns%2fRUN/summary.json",
                "runs/%2e%2e/summary.json",
                "runs/./summary.json",
                "runs//etc/passwd",
                "../secret",
                "%2e%2e/secret",
                "runs/nobody/summary.json"
            })
    void whatIsNoFileOfARunIsNotSent(String path) throws Exception {
        Files.writeString(folder.resolve("secret"), "secret");
        HttpResponse<String> answer = get(path.replace("RUN", run()));
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).doesNotContain("secret", "fingerprint");
    }

    @Test
    void aLinkOutOfTheRunsIsNotFollowed() throws Exception {
        Path stranger = Files.createDirectory(runs.resolve("stranger"));
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        Files.copy(torus.folder().resolve("scenario.conf"), stranger.resolve("scenario.conf"));
        try {
            Files.createSymbolicLink(stranger.resolve("events.jsonl"), secret);
            assertThat(get("runs/stranger/scenario.conf").statusCode()).isEqualTo(200);
            assertThat(get("runs/stranger/events.jsonl").statusCode()).isEqualTo(404);
            assertThat(get("runs/stranger/live").body()).doesNotContain("secret");
        } finally {
            try (Stream<Path> files = Files.list(stranger)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(stranger);
        }
    }

    @Test
    void pagesAreOnlyReadAndOnlyUnderTheServersOwnName() throws Exception {
        HttpRequest post = HttpRequest.newBuilder(URI.create(server.address()))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(send(post).statusCode()).isEqualTo(405);
        URI address = URI.create(server.address());
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContain(run());
        }
    }

    /** Every event that the run writes comes, and nothing else, though its folder is renamed at its end. */
    @Test
    void theEventsOfALiveRunComeUntilItIsOver() throws Exception {
        Path out = runs.resolve("live");
        Path scenario = folder.resolve("live.conf");
        Files.copy(torus.folder().resolve("scenario.conf"), scenario);
        CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(() -> CommandRun.of(
                "run",
                scenario.toString(),
                "--quiet",
                "--driver",
                "sequential",
                "--out",
                out.toString(),
                "--set",
                "run.pace=100us per 3s"));
        String id = null;
        while (id == null && !run.isDone()) {
            for (JsonNode one : CommandRun.of("runs", "--runs", runs.toString(), "--json")
                    .json()
                    .get("runs")) {
                id = one.get("state").textValue().equals("in progress")
                        ? one.get("run").textValue()
                        : id;
            }
        }
        assertThat(id).as("a run that goes on").isNotNull();
        assertThat(get("runs/" + id + "/").body()).contains("<script src=\"/live.js\">", "in progress");

        List<String> events = new ArrayList<>();
        String kind = "";
        for (String line : get("runs/" + id + "/live").body().lines().toList()) {
            kind = line.startsWith("event: ") ? line.substring(7) : kind;
            if (line.startsWith("data: ") && kind.equals("line")) {
                events.add(line.substring(6));
            }
        }
        assertThat(kind).isEqualTo("over");
        assertThat(run.get().code()).as(run.get().err()).isZero();
        assertThat(events)
                .isEqualTo(Files.readAllLines(out.resolve("events.jsonl")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 390})
    void pagesShowWithoutAComplaintOfTheBrowser(int width, @TempDir Path profile) throws Exception {
        try (Browser browser = Browser.start(profile)) {
            for (boolean dark : new boolean[] {false, true}) {
                browser.emulate(width, dark);
                browser.open(URI.create(server.address()));
                assertThat(browser.evaluate("document.documentElement.scrollWidth")
                                .intValue())
                        .isLessThanOrEqualTo(width);
                assertThat(browser.evaluate("[...document.querySelectorAll('td a')].map(a => a.textContent).join(' ')")
                                .textValue())
                        .contains(run());
                browser.open(URI.create(server.address() + "runs/" + run() + "/"));
                assertThat(browser.evaluate("location.pathname").textValue()).endsWith("/report.html");
                assertThat(browser.evaluate("document.querySelectorAll('canvas').length")
                                .intValue())
                        .isPositive();
                assertThat(browser.evaluate("location.origin === self.origin").booleanValue())
                        .as("a report may reach other pages of the server")
                        .isFalse();
            }
            assertThat(browser.complaints()).isEmpty();
            browser.open(URI.create(server.address() + "runs/nobody/" + "x".repeat(300)));
            assertThat(browser.evaluate("document.querySelector('main p').textContent")
                            .textValue())
                    .isEqualTo("no such run");
            assertThat(browser.evaluate("document.documentElement.scrollWidth").intValue())
                    .isLessThanOrEqualTo(width);
        }
    }

    private static HttpRequest post(URI page, String token) {
        return HttpRequest.newBuilder(page)
                .header("X-Reweave", token)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
    }

    @Test
    void aMomentOfAStoredRunIsComputedForPagesOfTheServerOnly() throws Exception {
        String address = server.address() + "runs/" + run() + "/moment?cycle=5000&device=s1_1";
        assertThat(send(HttpRequest.newBuilder(URI.create(address)).build()).statusCode())
                .isEqualTo(403);
        HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(address))
                .header("X-Reweave", "moments")
                .build());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode moment = new ObjectMapper().readTree(answer.body());
        assertThat(moment.get("cycle").longValue()).isEqualTo(5000);
        assertThat(moment.get("screen").toString()).contains("s1_1 at ", "injected");
        for (String wrong : List.of("cycle=-1", "cycle=x", "cycle=1&key=ab", "cycle=%zz")) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(server.address() + "runs/" + run() + "/moment?" + wrong.replace("%zz", "%25zz")))
                    .header("X-Reweave", "moments")
                    .build();
            assertThat(send(request).statusCode()).as(wrong).isEqualTo(422);
        }
    }

    /** A run of this process, held at its first cuts. */
    private static final class Held implements AutoCloseable {
        private final Run run;
        private final LiveRun live;
        private final RunsServer server;
        private final CompletableFuture<Void> execution;

        Held(Path runs) throws IOException {
            Path scenario = Files.createTempFile(runs.getParent(), "held", ".conf");
            Files.copy(torus.folder().resolve("scenario.conf"), scenario, StandardCopyOption.REPLACE_EXISTING);
            run = Run.of(scenario)
                    .driver(Drivers.sequential())
                    .folderIn(Files.createDirectories(runs))
                    .prepare();
            run.pause();
            live = new LiveRun(run);
            server = new RunsServer(runs, 0, Optional.of(live));
            execution = CompletableFuture.runAsync(() -> {
                run.execute();
                live.over();
            });
        }

        URI page(String below) {
            return URI.create(server.address() + "runs/" + run.id() + "/" + below);
        }

        /** Steps a cut and waits until it has come. */
        void step() throws Exception {
            long cycle = run.recorder().series().last().cycle();
            assertThat(send(post(page("step"), live.token())).statusCode()).isEqualTo(200);
            while (run.recorder().series().last().cycle() == cycle && !execution.isDone()) {
                Thread.sleep(5);
            }
        }

        @Override
        public void close() {
            run.resume();
            execution.join();
            server.close();
        }
    }

    @Test
    void aRunIsOnlyChangedWithItsTokenFromItsOwnPage(@TempDir Path folder) throws Exception {
        try (Held held = new Held(folder.resolve("runs"))) {
            String token = held.live.token();
            assertThat(send(post(held.page("resume"), "")).statusCode()).isEqualTo(403);
            assertThat(send(post(held.page("resume"), token.replace(token.charAt(0), 'x')))
                            .statusCode())
                    .isEqualTo(403);
            HttpRequest foreign = HttpRequest.newBuilder(held.page("resume"))
                    .header("X-Reweave", token)
                    .header("Origin", "http://evil.example")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(send(foreign).statusCode()).isEqualTo(403);
            assertThat(held.run.isPaused()).isTrue();
            HttpRequest pace = HttpRequest.newBuilder(held.page("pace"))
                    .header("X-Reweave", token)
                    .POST(HttpRequest.BodyPublishers.ofString("quickly"))
                    .build();
            assertThat(send(pace).statusCode()).isEqualTo(422);
            assertThat(send(pace).body()).contains("pace quickly: is not a pace");
            assertThat(send(post(held.page("explode"), token)).statusCode()).isEqualTo(422);
            assertThat(send(post(held.page("resume"), token)).statusCode()).isEqualTo(200);
            held.execution.get(2, TimeUnit.MINUTES);
            assertThat(held.run.isPaused()).isFalse();
        }
    }

    /** Its page grows with the run, is told by its own keys to go on, and becomes the report. */
    @ParameterizedTest
    @ValueSource(ints = {1280, 390})
    void aRunOfThisProcessIsShownAsItGoesOn(int width, @TempDir Path folder) throws Exception {
        try (Browser browser = Browser.start(folder.resolve("profile"));
                Held held = new Held(folder.resolve("runs"))) {
            browser.emulate(width, width < 600);
            for (int i = 0; i < 3; i++) {
                held.step();
            }
            browser.open(held.page("#" + held.live.token()));
            String shown = "byId('fabric-now').textContent";
            assertThat(browser.evaluate("byId('outcome').textContent").textValue())
                    .isEqualTo("in progress");
            assertThat(browser.evaluate("document.documentElement.scrollWidth").intValue())
                    .isLessThanOrEqualTo(width);
            assertThat(browser.evaluate("document.querySelectorAll('#course canvas').length")
                            .intValue())
                    .isPositive();
            String before = browser.evaluate(shown).textValue();
            browser.evaluate("byId('step').focus()");
            browser.press(" ");
            assertThat(browser.evaluate("new Promise(done => { const look = () => " + shown + " === '" + before
                                    + "' ? setTimeout(look, 50) : done(" + shown + "); look(); })")
                            .textValue())
                    .isNotEqualTo(before);
            assertThat(browser.evaluate("byId('hold').textContent").textValue()).isEqualTo("Go on");
            browser.evaluate("byId('hold').click()");
            held.execution.get(2, TimeUnit.MINUTES);
            while (!browser.evaluate("location.pathname").asText().endsWith("/report.html")) {
                Thread.sleep(50);
            }
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 390})
    void twoRunsAreShownSideBySideAndOneAtAnyCut(int width, @TempDir Path profile) throws Exception {
        try (Browser browser = Browser.start(profile)) {
            for (boolean dark : new boolean[] {false, true}) {
                browser.emulate(width, dark);
                browser.open(URI.create(server.address() + "side/" + run() + "/" + run()));
                assertThat(browser.evaluate("[...document.querySelectorAll('iframe')].length")
                                .intValue())
                        .isEqualTo(2);
                assertThat(browser.evaluate("document.documentElement.scrollWidth")
                                .intValue())
                        .isLessThanOrEqualTo(width);
                String now = "document.getElementById('now').textContent";
                String begin = browser.evaluate("new Promise(done => { const look = () => " + now + " ? done(" + now
                                + ") : setTimeout(look, 50); look(); })")
                        .textValue();
                assertThat(begin).as("the middle").endsWith(" µs").isNotEqualTo("0.00 µs");
                browser.evaluate("document.getElementById('time').focus()");
                browser.press("ArrowRight");
                assertThat(browser.evaluate(now).textValue()).endsWith(" µs").isNotEqualTo(begin);

                browser.open(URI.create(server.address() + "runs/" + run() + "/moments"));
                String screen = "document.getElementById('screen').textContent";
                assertThat(browser.evaluate("new Promise(done => { const look = () => " + screen + " ? done(" + screen
                                        + ") : setTimeout(look, 50); look(); })")
                                .textValue())
                        .contains("injected", "s0_0 at ");
                browser.evaluate("document.querySelector('button[value=f]').focus()");
                browser.press(" ");
                assertThat(browser.evaluate("new Promise(done => { const look = () => " + screen
                                        + ".includes('down      none') ? setTimeout(look, 50) : done(" + screen
                                        + "); look(); })")
                                .textValue())
                        .contains("down      s");
                assertThat(browser.evaluate("document.documentElement.scrollWidth")
                                .intValue())
                        .isLessThanOrEqualTo(width);
            }
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
