package org.reweave.emulator.scenario;

import com.typesafe.config.Config;
import java.util.List;

/** {@code --set key=value} of a scenario, each read as a {@link Setting}, a later one over an earlier one. */
final class Overrides {
    /** Keys that exclude each other: overriding one removes the other. */
    private static final List<String> ALTERNATIVES = List.of(RunKeys.GENERATOR.path(), RunKeys.FILE.path());

    /** Objects of free names: one that is set replaces all of them. */
    private static final List<String> WHOLE = List.of(RunKeys.OPTIONS.path(), RunKeys.NEW_OPTIONS.path());

    private Overrides() {}

    /** @throws ScenarioException with every override that cannot be read */
    static Config over(Config written, List<String> overrides) {
        return Setting.all(written, overrides, Overrides::over);
    }

    private static Config over(Config written, Setting setting) {
        String path = setting.path();
        Config kept = written;
        if (WHOLE.contains(path)) {
            kept = written.withoutPath(path);
            if (setting.isNull()) {
                return kept;
            }
        }
        if (ALTERNATIVES.contains(path) && !setting.isNull()) {
            for (String alternative : ALTERNATIVES) {
                kept = kept.withoutPath(alternative);
            }
        }
        return setting.over(kept, HoconSource.usual(written));
    }
}
