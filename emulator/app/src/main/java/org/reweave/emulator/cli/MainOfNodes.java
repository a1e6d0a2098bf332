package org.reweave.emulator.cli;

import org.reweave.emulator.cluster.NodeProgram;

/** Processes that host parts of runs are processes of this command line. */
public final class MainOfNodes implements NodeProgram {
    @Override
    public Class<?> mainClass() {
        return Main.class;
    }
}
