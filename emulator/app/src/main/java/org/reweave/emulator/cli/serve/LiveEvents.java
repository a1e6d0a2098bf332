package org.reweave.emulator.cli.serve;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.reweave.emulator.results.RunFolder;

/**
 * Events of a run that is going on, as server-sent events: one {@code line} a line of {@link RunFolder#EVENTS}, with
 * the place behind that line as its id, and {@code over} at the end. A browser that lost the connection names the last
 * id and gets what comes after that place.
 */
final class LiveEvents {
    private static final int OK = 200;
    private static final long POLL_MILLIS = 300;
    private static final int CHUNK = 1 << 16;

    private final Path file;
    private final BooleanSupplier goesOn;

    /** @param goesOn whether the run may still write events */
    LiveEvents(Path folder, BooleanSupplier goesOn) {
        this.file = folder.resolve(RunFolder.EVENTS);
        this.goesOn = goesOn;
    }

    /** Sends until the run is over or the browser is gone; the file is read to its end even if its folder has moved. */
    void send(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        exchange.sendResponseHeaders(OK, 0);
        OutputStream out = exchange.getResponseBody();
        if (Files.isRegularFile(file)) {
            try (SeekableByteChannel events = Files.newByteChannel(file)) {
                follow(events, from(exchange), out);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the server ends
                return;
            }
        }
        out.write("event: over\ndata: over\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static long from(HttpExchange exchange) {
        String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        return last != null && last.matches("[0-9]{1,18}") ? Long.parseLong(last) : 0;
    }

    private void follow(SeekableByteChannel events, long from, OutputStream out)
            throws IOException, InterruptedException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        long place = from;
        events.position(place);
        boolean more = true;
        while (more) {
            more = goesOn.getAsBoolean(); // asked before the file is read, so that the last lines are read, too
            while (events.read(chunk.clear()) > 0) {
                for (byte one : bytes(chunk.flip())) {
                    place++;
                    if (one == '\n') {
                        out.write(("event: line\nid: " + place + "\ndata: " + line.toString(StandardCharsets.UTF_8)
                                        + "\n\n")
                                .getBytes(StandardCharsets.UTF_8));
                        line.reset();
                    } else {
                        line.write(one);
                    }
                }
            }
            if (more) {
                out.write(": still there\n\n".getBytes(StandardCharsets.UTF_8)); // fails where the browser is gone
                out.flush();
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    private static byte[] bytes(ByteBuffer chunk) {
        byte[] bytes = new byte[chunk.remaining()];
        chunk.get(bytes);
        return bytes;
    }
}
