package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;

/** Reads comma-separated values as RFC 4180 defines them. */
final class Rfc4180 {
    private Rfc4180() {}

    static List<List<String>> records(String csv) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char c = csv.charAt(i);
            if (quoted && c == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
                cell.append(csv.charAt(++i));
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                record.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    records.add(record);
                    record = new ArrayList<>();
                }
            } else {
                cell.append(c);
            }
        }
        if (quoted || cell.length() > 0) {
            throw new IllegalArgumentException("the text ends inside a record: " + cell);
        }
        return records;
    }
}
