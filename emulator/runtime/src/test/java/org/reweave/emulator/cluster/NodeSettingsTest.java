package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeSettingsTest {
    private final Config config = new NodeSettings("127.0.0.1", 25520, List.of(), 3).config(NodeSettings.NODE, false);

    @Test
    void islandsOfEitherKindShareOneQueueWithWhatComesFromOtherNodes() {
        for (String dispatcher : List.of("reweave.device-dispatcher", "reweave.lax-dispatcher")) {
            Config own = config.getConfig(dispatcher);
            assertThat(own.getString("executor")).as(dispatcher).isEqualTo("thread-pool-executor");
            assertThat(own.getInt("thread-pool-executor.fixed-pool-size"))
                    .as(dispatcher)
                    .isEqualTo(3);
        }
    }

    @Test
    void aLaxDeviceHasItsTurnForOneMessage() {
        assertThat(config.getInt("reweave.lax-dispatcher.throughput")).isEqualTo(1);
    }
}
