package org.reweave.emulator.results.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.reweave.emulator.results.JsonText;

/** The page's frame: puts the style, the script, the chart library and the data into the template. */
final class ReportPage {
    private static final String LIBRARY = "echarts/echarts.common.min.js";

    private ReportPage() {}

    /** @param title for the browser's window */
    static String of(String title, ReportData data) {
        return resource("report.html")
                .replace("{{title}}", escaped(title))
                .replace("{{style}}", resource("report.css"))
                .replace("{{library}}", resource(LIBRARY))
                .replace("{{script}}", resource("report.js") + resource("charts.js") + resource("page.js"))
                .replace("{{data}}", JsonText.line(data).replace("<", "\\u003c"));
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
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
