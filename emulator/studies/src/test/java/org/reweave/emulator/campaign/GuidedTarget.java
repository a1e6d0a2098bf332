package org.reweave.emulator.campaign;

import java.io.IOException;
import java.nio.file.Path;

/**
 * One reader as the fuzzer Jazzer calls it, in a JVM of its own which {@link GuidedCampaignTest} starts. The names and
 * shapes of the two methods are Jazzer's.
 */
public final class GuidedTarget {
    static final String READER = "reweave.campaign.reader";
    static final String FOLDER = "reweave.campaign.folder";

    private static Trial trial;

    private GuidedTarget() {}

    public static void fuzzerInitialize() throws IOException {
        Target target = Targets.named(System.getProperty(READER), Path.of(System.getProperty(FOLDER)));
        trial = new Trial(target);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.println(GuidedCampaignTest.TOOK + trial)));
    }

    public static void fuzzerTestOneInput(byte[] input) throws Trial.Complaint {
        trial.of(input);
    }
}
