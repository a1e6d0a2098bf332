package com.example.reweave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.SchemeContract;
import org.reweave.reconfig.explore.Examples;
import org.reweave.reconfig.explore.Exploration;
import org.reweave.reconfig.explore.Explorer;
import org.reweave.reconfig.explore.Model;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;

class StaleDropTest extends SchemeContract {
    @Override
    protected List<Scheme> schemes() {
        return List.of(new StaleDrop());
    }

    private static Model triangle() {
        Examples.Example triangle = Examples.all().get(0);
        return triangle.build().apply(new StaleDrop(), triangle.packets());
    }

    @Test
    void everyOrderOfEventsKeepsItsPromises() {
        Exploration found = Explorer.explore(triangle());
        assertThat(found.broken()).as(found::toString).isNull();
    }

    @Test
    void packetsThatMayLagBehindDeadlock() {
        Model lagging = triangle().with(SchemeOptions.DEFAULT.with(StaleDrop.LAG, 1));
        Exploration found = Explorer.explore(lagging, EnumSet.of(Promise.NO_DEADLOCK));
        assertThat(found.broken()).isEqualTo(Promise.NO_DEADLOCK);
    }

    @Test
    void theReductionOfTheExplorerLosesNoEnd() {
        int ends = Explorer.explore(triangle().withPackets(List.of(new Model.Packet(0, 2))))
                .ends();
        Model all = triangle().withPackets(List.of(new Model.Packet(0, 2))).withLocalFirst(false);
        assertThat(Explorer.explore(all).ends()).isEqualTo(ends);
    }
}
