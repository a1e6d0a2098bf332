package com.example.reweave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.reweave.routing.io.IbnetdiscoverReader;
import org.reweave.routing.io.IbnetdiscoverWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.ShapeRules;

class StarTest {
    @Test
    void usersWriteItAsAnyOther() {
        Fabric star = FabricGenerators.parse("star:5");
        assertThat(star.switchCount()).isEqualTo(6);
        assertThat(ShapeRules.of(star.shape()).places()).isEqualTo(6);
        assertThatThrownBy(() -> FabricGenerators.parse("star:1")).hasMessageContaining("star:1");
    }

    @Test
    void aFileKeepsItsShape() {
        Fabric star = FabricGenerators.parse("star:4");
        Fabric again = IbnetdiscoverReader.read("again", IbnetdiscoverWriter.text(star))
                .fabric();
        assertThat(again.shape()).isEqualTo(star.shape());
    }
}
