package org.reweave.emulator.results.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.reweave.emulator.results.JsonText;

/**
 * The page's frame: puts the style, the script, the chart library and the data into the template. The page's policy
 * allows these two scripts by their hashes and no other: neither inline handlers nor anything that data could bring.
 *
 * <p>The page is put together from bytes: the library is most of the page, and every run writes it.
 */
final class ReportPage {
    private static final String LOOK = "look.css"; // of all pages
    private static final String LIBRARY = "echarts/echarts.common.min.js";

    /** Hash of the library; another version of the library needs another hash, else ReportTest fails. */
    private static final String LIBRARY_HASH = "'sha256-/ZWPMYsTmJORhnR5ApD81z0Z2VO5EXXVJ3JQ/6oXfY4='";

    private ReportPage() {}

    /**
     * The page in UTF-8, with all that it needs.
     *
     * @param title for the browser's window
     */
    static byte[] whole(String title, ReportData data) {
        byte[] script = script();
        ByteArrayOutputStream scripts = new ByteArrayOutputStream(1 << 20);
        scripts.writeBytes(utf8("<script>"));
        scripts.writeBytes(library());
        scripts.writeBytes(utf8("</script>\n<script>"));
        scripts.writeBytes(script);
        scripts.writeBytes(utf8("</script>"));
        return of(title, LIBRARY_HASH + " " + hash(script), scripts.toByteArray(), JsonText.line(data));
    }

    /**
     * The page in UTF-8 with scripts that a server of the same origin gives.
     *
     * @param scripts their addresses, in order
     */
    static byte[] served(String title, List<String> scripts, String data) {
        String tags = scripts.stream()
                .map(address -> "<script src=\"" + address + "\"></script>")
                .collect(Collectors.joining("\n"));
        return of(title, "'self'; connect-src 'self'", utf8(tags), data);
    }

    /** The chart library. */
    static byte[] library() {
        return resource(LIBRARY);
    }

    /** The page's own script. */
    static byte[] script() {
        return utf8(text("report.js") + text("charts.js") + text("fabric.js") + text("page.js"));
    }

    private static byte[] of(String title, String sources, byte[] scripts, String data) {
        Map<String, byte[]> parts = Map.of(
                "title", utf8(escaped(title)),
                "sources", utf8(sources),
                "style", utf8(text(LOOK) + text("report.css")),
                "scripts", scripts,
                "data", utf8(data.replace("<", "\\u003c")));
        ByteArrayOutputStream page = new ByteArrayOutputStream(1 << 20);
        String template = text("report.html");
        int at = 0;
        for (int open = template.indexOf("{{"); open >= 0; open = template.indexOf("{{", at)) {
            int close = template.indexOf("}}", open);
            page.writeBytes(utf8(template.substring(at, open)));
            page.writeBytes(parts.get(template.substring(open + 2, close)));
            at = close + 2;
        }
        page.writeBytes(utf8(template.substring(at)));
        return page.toByteArray();
    }

    /** The style of a page of tables and drawings without scripts. */
    static String styleOfTables() {
        return text(LOOK) + text("tables.css");
    }

    /** Hash of a script, in the form that a Content-Security-Policy has for a script. */
    private static String hash(byte[] script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script);
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Text of a resource with the line ends that a browser sees (LF), whatever line ends the checkout has. */
    private static String text(String name) {
        return new String(resource(name), StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    private static byte[] resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the build has left out " + name + ", which is part of every report; build with mvn package");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
