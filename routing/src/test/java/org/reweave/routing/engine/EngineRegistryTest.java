package org.reweave.routing.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.engine.updown.UpDown;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

class EngineRegistryTest {
    @Test
    void namesOfOpenSmMeanTheEngineThatRoutesByTheSameRule() {
        EngineRegistry engines = EngineRegistry.load();
        assertThat(engines.engine("updn").name()).isEqualTo("updown");
        assertThat(engines.engine("minhop").name()).isEqualTo("min-hop");
        assertThat(engines.engine("ftree").name()).isEqualTo("fat-tree");
        assertThat(engines.engine("dor").name()).isEqualTo("dimension-order");
        assertThat(engines.names()).doesNotContain("updn", "minhop", "ftree", "dor");
    }

    /** What a user's jar would hold. */
    public static final class UsersEngine implements RoutingEngine {
        @Override
        public EngineDescription description() {
            return new EngineDescription("users-own", "an engine of a user's jar", Set.of());
        }

        @Override
        public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
            throw new UnroutableException("routes nothing");
        }
    }

    @Test
    void theEnginesOfTheCommandLineContractAreFoundByName() {
        EngineRegistry registry = EngineRegistry.load();
        for (String name : List.of("updown", "min-hop", "dimension-order", "fat-tree")) {
            assertThat(registry.engine(name).name()).isEqualTo(name);
        }
        assertThat(registry.names()).isSorted();
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearestAndAllKnownOnes() {
        assertThatThrownBy(() -> EngineRegistry.load().engine("up-down"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no routing engine is named 'up-down'; the nearest name is updown")
                .hasMessageContaining("dimension-order, fat-tree");
    }

    @Test
    void anEngineThatAJarOnTheClassPathDeclaresIsFound(@TempDir Path jar) throws IOException {
        Path services = Files.createDirectories(jar.resolve("META-INF/services"));
        Files.writeString(services.resolve(RoutingEngine.class.getName()), UsersEngine.class.getName());
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(EngineRegistry.load(Plugins.of(loader)).engine("users-own"))
                    .asString()
                    .startsWith(UsersEngine.class.getName());
        }
        assertThat(EngineRegistry.load().names()).doesNotContain("users-own");
    }

    @Test
    void twoEnginesOfOneNameAreRefused() {
        assertThatThrownBy(() -> EngineRegistry.with(List.of(new UpDown())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two engines are named updown");
    }
}
