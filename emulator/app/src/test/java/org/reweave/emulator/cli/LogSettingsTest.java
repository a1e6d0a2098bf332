package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LogSettingsTest {
    @Test
    void warningsAreLoggedButForWhatReweaveReportsItself() {
        LoggerContext context = new LoggerContext();
        new LogSettings().configure(context);
        assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel()).isEqualTo(Level.WARN);
        assertThat(context.getLogger("akka.persistence.jdbc").getEffectiveLevel())
                .isEqualTo(Level.OFF);
        assertThat(context.getLogger("akka.remote.artery.Decoder").getEffectiveLevel())
                .as("what a stranger sends a node")
                .isEqualTo(Level.OFF);
        assertThat(context.getLogger("akka.serialization.Serialization(akka://reweave)")
                        .getEffectiveLevel())
                .as("serializers of ours in the place of Akka's")
                .isEqualTo(Level.OFF);
        assertThat(context.getLogger("akka.cluster.Cluster").getEffectiveLevel())
                .isEqualTo(Level.WARN);
    }

    @Test
    void aProgramThatUsesReweaveKeepsItsOwnSettings(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("logback.xml"), "<configuration/>");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        LoggerContext context = new LoggerContext();
        try (URLClassLoader programs =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(programs);
            assertThat(new LogSettings().configure(context)).isEqualTo(Configurator.ExecutionStatus.INVOKE_NEXT_IF_ANY);
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(context.getLogger("slick").getLevel()).isNull();
    }

    @Test
    void logbackFindsTheseSettings() {
        assertThat(ServiceLoader.load(Configurator.class)).hasAtLeastOneElementOfType(LogSettings.class);
        assertThat(((LoggerContext) LoggerFactory.getILoggerFactory())
                        .getLogger("slick")
                        .getLevel())
                .isEqualTo(Level.OFF);
    }
}
