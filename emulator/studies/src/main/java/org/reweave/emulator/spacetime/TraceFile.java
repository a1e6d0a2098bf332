package org.reweave.emulator.spacetime;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.results.JsonText;

/**
 * Events as a file that Chrome's trace viewer and Perfetto open. A device is a thread; an event is a slice, one
 * nanosecond long, since arrows begin and end at slices only; a cause is a flow.
 *
 * <p>Source: Trace Event Format, Google, 2016: "Complete Events", "Flow Events", "Metadata Events".
 */
public final class TraceFile {
    private static final int PROCESS = 1;
    private static final double EVENT_MICROSECONDS = 0.001;
    private static final double NANOSECONDS = 1e3;

    private TraceFile() {}

    /** @param name of the run */
    public static void write(SpaceTime shown, String name, Writer out) throws IOException {
        line(out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
        line(out, text(metadata("process_name", 0, Map.of("name", name))));
        List<Integer> devices = shown.devices();
        for (int thread = 0; thread < devices.size(); thread++) {
            String device = shown.lines().name(devices.get(thread));
            line(out, "," + text(metadata("thread_name", devices.get(thread), Map.of("name", device))));
            line(out, "," + text(metadata("thread_sort_index", devices.get(thread), Map.of("sort_index", thread))));
        }
        for (Event event : shown.events()) {
            Map<String, Object> slice = fields(shown, event, "X", event.kind().label());
            slice.put("dur", EVENT_MICROSECONDS);
            Map<String, Object> arguments = new LinkedHashMap<>(shown.lines().arguments(event));
            arguments.put("cycle", event.cycle());
            slice.put("args", arguments);
            line(out, "," + text(slice));
        }
        int flow = 0;
        for (Cause cause : shown.causes()) {
            flow++;
            String kind = cause.certain() ? "cause" : "possible cause";
            Map<String, Object> begin = fields(shown, shown.events().get(cause.from()), "s", kind);
            begin.put("id", flow);
            Map<String, Object> end = fields(shown, shown.events().get(cause.to()), "f", kind);
            end.put("id", flow);
            end.put("bp", "e");
            line(out, "," + text(begin));
            line(out, "," + text(end));
        }
        line(out, "]}");
    }

    private static Map<String, Object> metadata(String kind, int thread, Map<String, Object> arguments) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ph", "M");
        fields.put("name", kind);
        fields.put("pid", PROCESS);
        fields.put("tid", thread);
        fields.put("args", arguments);
        return fields;
    }

    private static Map<String, Object> fields(SpaceTime shown, Event event, String phase, String name) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ph", phase);
        fields.put("name", name);
        fields.put("cat", "reweave");
        fields.put("ts", shown.lines().nanoseconds(event) / NANOSECONDS);
        fields.put("pid", PROCESS);
        fields.put("tid", event.device());
        return fields;
    }

    private static String text(Map<String, Object> fields) {
        return JsonText.line(fields);
    }

    private static void line(Writer out, String line) throws IOException {
        out.write(line + "\n");
    }
}
