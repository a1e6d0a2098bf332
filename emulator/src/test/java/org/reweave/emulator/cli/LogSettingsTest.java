package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogSettingsTest {
    @Test
    void warningsAreLoggedButForWhatReweaveReportsItself() {
        LoggerContext context = new LoggerContext();
        new LogSettings().configure(context);
        assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel()).isEqualTo(Level.WARN);
        assertThat(context.getLogger("akka.persistence.jdbc").getEffectiveLevel())
                .isEqualTo(Level.OFF);
        assertThat(context.getLogger("akka.actor").getEffectiveLevel()).isEqualTo(Level.WARN);
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
