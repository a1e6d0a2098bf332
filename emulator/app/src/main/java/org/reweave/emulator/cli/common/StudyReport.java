package org.reweave.emulator.cli.common;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.run.SoftwareVersion;
import org.reweave.emulator.scenario.FabricSource;
import org.reweave.emulator.scenario.Scenario;

/** The results of a study of many runs, for each of their readers. */
public interface StudyReport {
    /** The lines for a terminal. */
    List<String> lines();

    /** The document of {@code --json} and of a file in the study's folder; the same whatever the number of threads. */
    Map<String, Object> document();

    /** Further files of the study's folder: contents by name. */
    Map<String, String> files();

    /** Whether the study's checks hold; the exit code says so. */
    boolean isGood();

    /** A document that begins with the study's scenario. */
    static Map<String, Object> document(Scenario base) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("scenario", base.name());
        document.put("description", base.description());
        document.put("software", SoftwareVersion.read());
        return document;
    }

    /** The fabric of the runs, for the title of a figure, whatever the scenario's name and words say. */
    static String fabric(Scenario base) {
        return base.fabric().fold(FabricSource.Generated::spec, file -> file.file()
                .getFileName()
                .toString());
    }

    /**
     * The scenario in one line. Its own description is left out where keys were overridden: it describes another run.
     *
     * @param sets as {@code --set} has them
     */
    static String setup(Scenario base, List<String> sets) {
        return "scenario " + base.name()
                + (sets.isEmpty() ? ": " + base.description() : ", changed by " + String.join("; ", sets));
    }

    /** The last words on the runs of a study: whether intervals say how far seeds are apart. */
    static String intervals(int seeds) {
        return seeds > 1
                ? "; +- is the 95% confidence interval over seeds (Student's t)"
                : "; one seed has no confidence interval";
    }
}
