package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cluster.messages.ClusterException;

/** A node that cannot have the port that it is told. */
class NodePortTest {
    @Test
    void aPortThatIsTakenIsSaidInOneLine() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            NodeSettings settings = new NodeSettings("127.0.0.1", other.getLocalPort(), List.of(), 1);
            assertThatThrownBy(() -> new NodeProcess(settings, "a test", false))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("the node cannot listen on 127.0.0.1:" + other.getLocalPort()
                            + ": Address already in use; see node.host and node.port");
        }
    }
}
