package org.reweave.emulator.cluster;

import akka.actor.ActorSystem;
import akka.remote.artery.tcp.SSLEngineProvider;
import akka.remote.artery.tcp.ssl.RotatingKeysSSLEngineProvider;
import java.time.Duration;
import java.util.OptionalLong;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Akka's engines for TLS, with a line in the log for each peer that is refused: Akka itself closes the connection
 * without a word. Akka makes one from the configuration.
 */
public final class WatchedEngines implements SSLEngineProvider {
    private static final Logger LOG = LoggerFactory.getLogger("reweave");
    private static final long BETWEEN_LINES_NANOS = Duration.ofSeconds(1).toNanos();

    private final SSLEngineProvider engines;
    private OptionalLong lineAt = OptionalLong.empty(); // none yet
    private long unsaid; // refusals since then

    public WatchedEngines(ActorSystem system) {
        this.engines = new RotatingKeysSSLEngineProvider(system);
    }

    @Override
    public SSLEngine createServerSSLEngine(String hostname, int port) {
        return new WatchedEngine(engines.createServerSSLEngine(hostname, port), e -> refused("from a peer", e));
    }

    @Override
    public SSLEngine createClientSSLEngine(String hostname, int port) {
        return new WatchedEngine(
                engines.createClientSSLEngine(hostname, port), e -> refused("to " + hostname + ":" + port, e));
    }

    @Override
    public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
        return watched("to " + hostname, engines.verifyClientSession(hostname, session));
    }

    @Override
    public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
        return watched("from a peer", engines.verifyServerSession(hostname, session));
    }

    private Option<Throwable> watched(String which, Option<Throwable> problem) {
        if (problem.isDefined()) {
            refused(which, problem.get());
        }
        return problem;
    }

    /** Writes at most one line a second, so that a stranger cannot fill the log. */
    private synchronized void refused(String which, Throwable cause) {
        long now = System.nanoTime();
        if (lineAt.isPresent() && now - lineAt.getAsLong() < BETWEEN_LINES_NANOS) {
            unsaid++;
            return;
        }
        String more = unsaid == 0 ? "" : ", and " + unsaid + " more since the last such line";
        lineAt = OptionalLong.of(now);
        unsaid = 0;
        LOG.warn("refused a connection {}: {}{}", which, inWords(String.valueOf(cause.getMessage())), more);
    }

    /** Words for the JDK's messages. */
    private static String inWords(String message) {
        String meaning;
        if (message.contains("Empty client certificate chain")) {
            meaning = "it shows no certificate";
        } else if (message.contains("PKIX")) {
            meaning = "its certificate is of another authority, or not valid today";
        } else if (message.contains("plaintext connection") || message.contains("Unsupported or unrecognized SSL")) {
            meaning = "it does not use TLS";
        } else if (message.contains("fatal alert")) {
            meaning = "it does not accept this process's certificate";
        } else {
            meaning = "TLS fails";
        }
        return meaning + " (" + message.replaceAll("\\R", " ") + ")";
    }
}
