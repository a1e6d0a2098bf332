package org.reweave.emulator.cluster;

import java.util.ServiceLoader;
import org.reweave.emulator.cluster.messages.ClusterException;

/** The program whose processes host parts of runs; the command line registers itself as a service. */
public interface NodeProgram {
    /** The class whose {@code main} takes the arguments of {@code reweave node}. */
    Class<?> mainClass();

    /**
     * The registered program.
     *
     * @throws ClusterException when none is on the class path
     */
    static NodeProgram registered() {
        return ServiceLoader.load(NodeProgram.class, NodeProgram.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new ClusterException(
                        "nodes on this machine are processes of the command line, which is not on the class path;"
                                + " add reweave-app"));
    }
}
