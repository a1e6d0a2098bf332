package org.reweave.emulator.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;

/**
 * Settings of the log: warnings, a line each, on stderr, since stdout carries results only. The environment's
 * {@code REWEAVE_LOG} names another level, and adds stack traces.
 *
 * <p>A class and no XML, which takes time to read at each start (emulator/docs/performance.md). A program that uses
 * reweave from Java keeps its own settings, if it has any.
 */
public final class LogSettings extends ContextAwareBase implements Configurator {
    private static final String LEVEL = "REWEAVE_LOG";
    private static final String OTHER_SETTINGS = "logback.configurationFile"; // a property that logback itself reads
    /** Settings that logback looks for; it reads the first one that there is. */
    private static final List<String> SETTINGS_OF_OTHERS = List.of("logback-test.xml", "logback.xml");

    private static final List<String> SILENT = List.of(
            // What fails in a journal ends the run with one message of its own.
            "org.reweave.emulator.journal",
            "akka.persistence",
            "com.zaxxer.hikari",
            "slick",
            // A connection that breaks is no news: the cluster says which node is gone.
            "akka.stream.Materializer",
            // A port that is taken: the command says so.
            "akka.io.TcpListener",
            // What a stranger sends, and what a node still sends after it was removed: a line each.
            "akka.remote",
            "akka.actor.RepointableActorRef",
            // Serializers of ours in the place of Akka's, which unpack without a limit: a line for each class. The
            // logger there has the system's name behind its own.
            "akka.serialization",
            // An error that ended a system: the command says so, or the node that it is lost.
            "org.reweave.emulator.actor.MemoryAwareSystem");

    private static volatile boolean isCommand;

    /** The process is a command of reweave: settings of another program are not looked for, which takes time, too. */
    static void ofCommand() {
        isCommand = true;
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(OTHER_SETTINGS) != null || !isCommand && haveOthersSettings()) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(level(Level.WARN));
        root.addAppender(stderr(context));
        SILENT.forEach(name -> context.getLogger(name).setLevel(level(Level.OFF)));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static boolean haveOthersSettings() {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = own == null ? LogSettings.class.getClassLoader() : own;
        return SETTINGS_OF_OTHERS.stream().anyMatch(name -> loader.getResource(name) != null);
    }

    private static Level level(Level usual) {
        return Level.toLevel(System.getProperty(LEVEL, System.getenv(LEVEL)), usual);
    }

    /** Whether the user wants to see what libraries log, with stack traces. */
    private static boolean isLevelGiven() {
        return System.getProperty(LEVEL, System.getenv(LEVEL)) != null;
    }

    /** In a command, not the stream of {@code System.err}, which libraries may have to themselves: {@link Main}. */
    private static OutputStreamAppender<ILoggingEvent> stderr(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{20} %msg" + (isLevelGiven() ? "%n" : "%nopex%n"));
        encoder.start();
        OutputStreamAppender<ILoggingEvent> stderr = new OutputStreamAppender<>();
        stderr.setContext(context);
        stderr.setEncoder(encoder);
        stderr.setOutputStream(isCommand ? new FileOutputStream(FileDescriptor.err) : System.err);
        stderr.start();
        return stderr;
    }
}
