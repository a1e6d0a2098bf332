package org.reweave.emulator.cli.common;

import java.util.List;
import java.util.stream.Stream;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.run.BuildIdentity;

/** The build by whose identity the results of studies are told apart: that of runs, of studies and of the commands. */
public final class StudyBuild {
    /** A class of each module; {@code StudyBuildTest} holds the list. */
    static final List<Class<?>> MEMBERS = Stream.concat(
                    BuildIdentity.RUNS.stream(), Stream.of(BatchState.class, StudyBuild.class))
            .toList();

    private StudyBuild() {}

    /** Reads it, as in {@code 0.1.0 (build 5e3a91c7)}. */
    public static String read() {
        return BuildIdentity.of(MEMBERS);
    }
}
