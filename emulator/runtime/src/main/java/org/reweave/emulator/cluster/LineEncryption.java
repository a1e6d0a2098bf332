package org.reweave.emulator.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.reweave.emulator.cluster.line.Lines;
import org.reweave.emulator.scenario.ScenarioException;
import tlschannel.ClientTlsChannel;
import tlschannel.ServerTlsChannel;
import tlschannel.TlsChannel;

/** TLS for lines, with the credentials of the process: both ends show a certificate of the same authority. */
final class LineEncryption implements Lines.Encryption {
    /** As long as Akka keeps what it has read. */
    private static final long RENEWED_AFTER_NANOS = Duration.ofMinutes(5).toNanos();

    private final Credentials first;
    private SSLContext context; // null = not read yet
    private long readAt; // nanoseconds

    LineEncryption(Credentials credentials) {
        this.first = credentials;
    }

    @Override
    public TlsChannel connecting(SocketChannel socket, InetSocketAddress to) throws IOException {
        SSLEngine engine = context().createSSLEngine(to.getHostString(), to.getPort());
        engine.setUseClientMode(true);
        return ClientTlsChannel.newBuilder(socket, restricted(engine)).build();
    }

    @Override
    public TlsChannel accepting(SocketChannel socket) throws IOException {
        return ServerTlsChannel.newBuilder(socket, context())
                .withEngineFactory(from -> {
                    SSLEngine engine = from.createSSLEngine();
                    engine.setUseClientMode(false);
                    engine.setNeedClientAuth(true);
                    return restricted(engine);
                })
                .build();
    }

    private static SSLEngine restricted(SSLEngine engine) {
        engine.setEnabledProtocols(new String[] {Credentials.PROTOCOL});
        engine.setEnabledCipherSuites(Credentials.CIPHERS.toArray(String[]::new));
        return engine;
    }

    /** Certificates can be renewed while a node runs. */
    private synchronized SSLContext context() throws IOException {
        long now = System.nanoTime();
        if (context == null || now - readAt > RENEWED_AFTER_NANOS) {
            try {
                context = Credentials.read("node.tls: ", first.folder()).context();
                readAt = now;
            } catch (GeneralSecurityException | ScenarioException e) {
                throw new IOException("credentials of " + first.folder() + ": " + e.getMessage(), e);
            }
        }
        return context;
    }
}
