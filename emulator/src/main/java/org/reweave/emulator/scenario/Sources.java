package org.reweave.emulator.scenario;

import java.util.Map;

/** Where each key of a scenario was written, and what was written there: {@code ring.conf:14} and {@code 19}.
 *
 *  @param file place of what was not written anywhere */
public record Sources(String file, Map<String, Written> keys) {
    /** A value as the user wrote it.
     *  @param place {@code ring.conf:14} or {@code --set device.switch.vls=19} */
    record Written(String place, String text) {}

    public Sources {
        keys = Map.copyOf(keys);
    }

    /** Of a scenario that no text stands behind. */
    public static Sources none() {
        return new Sources("scenario", Map.of());
    }

    /** One message: {@code place: path = value complaint; remedy}. */
    public String problem(String path, String complaint, String remedy) {
        Written written = keys.get(path);
        String subject = written == null ? file + ": " + path : written.place() + ": " + path + " = " + written.text();
        return subject + " " + complaint + "; " + remedy;
    }
}
