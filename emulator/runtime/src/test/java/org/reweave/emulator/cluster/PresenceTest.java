package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cluster.protocol.Node;

class PresenceTest {
    @Test
    void aNodeIsGoneOnceNobodyListensAtItsAddressAndNotBefore() throws IOException, InterruptedException {
        BlockingQueue<Node> gone = new LinkedBlockingQueue<>();
        try (ServerSocket there = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            ServerSocket closed = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            closed.close();
            Node stays = new Node("127.0.0.1:" + there.getLocalPort(), 1, 1);
            Node ended = new Node("127.0.0.1:" + closed.getLocalPort(), 2, 2);

            Presence.look(List.of(stays, ended), gone::add);

            assertThat(gone.poll(20, TimeUnit.SECONDS)).isEqualTo(ended);
            assertThat(Presence.isRefused(stays.address())).isFalse();
        }
    }

    @Test
    void aNameThatNoMachineHasSaysNothing() {
        assertThat(Presence.isRefused("no-such-machine.invalid:25520")).isFalse();
    }
}
