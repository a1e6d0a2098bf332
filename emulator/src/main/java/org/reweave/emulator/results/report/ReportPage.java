package org.reweave.emulator.results.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.reweave.emulator.results.JsonText;

/**
 * The page's frame: puts the style, the script, the chart library and the data into the template. The page's policy
 * allows these two scripts by their hashes and no other: neither inline handlers nor anything that data could bring.
 */
final class ReportPage {
    private static final String LIBRARY = "echarts/echarts.common.min.js";

    private ReportPage() {}

    /** @param title for the browser's window */
    static String of(String title, ReportData data) {
        String library = resource(LIBRARY);
        String script = resource("report.js") + resource("charts.js") + resource("page.js");
        return resource("report.html")
                .replace("{{title}}", escaped(title))
                .replace("{{hashes}}", hash(library) + " " + hash(script))
                .replace("{{style}}", resource("report.css"))
                .replace("{{library}}", library)
                .replace("{{script}}", script)
                .replace("{{data}}", JsonText.line(data).replace("<", "\\u003c"));
    }

    /** As a Content-Security-Policy names a script. */
    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("{", "&#123;");
    }

    private static String resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the build has left out " + name + ", which is part of every report; build with mvn package");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n"); // as browsers read it
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
