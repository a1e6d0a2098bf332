package org.reweave.routing.io;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.reweave.routing.table.RoutingTables;

/** The files of a dump as texts. */
final class DumpTexts {
    private DumpTexts() {}

    static Map<String, String> of(RoutingTables tables) {
        Map<String, String> texts = new LinkedHashMap<>();
        TableDump.files(tables).forEach((name, content) -> {
            StringWriter text = new StringWriter();
            try {
                content.writeTo(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            texts.put(name, text.toString());
        });
        return texts;
    }
}
