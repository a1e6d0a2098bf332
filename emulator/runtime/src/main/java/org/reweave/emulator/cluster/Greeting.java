package org.reweave.emulator.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.reweave.emulator.cluster.messages.ClusterException;

/**
 * Connects to a node before the actor system does, and says in one line why the two will never talk. The actor system
 * would try again until it gives up, and does not know the reason then.
 */
final class Greeting {
    private static final int LONGEST_CONNECT_MILLIS = 5_000;

    /** A node without TLS waits for more of the greeting; one with TLS answers with an alert or hangs up. */
    private static final int LONGEST_SILENCE_MILLIS = 500;

    /** A node without TLS hangs up, too, while its streams begin anew; one with TLS does so every time. */
    private static final int GREETINGS = 3;

    private static final int BETWEEN_GREETINGS_MILLIS = 300;

    private static final int TLS_ALERT = 21; // RFC 5246, 6.2.1
    private static final byte[] ARTERY = "AKKA\1".getBytes(StandardCharsets.US_ASCII); // of the control stream

    private static final String NEEDS_CERTIFICATE =
            "it takes connections with a certificate only; name the folder of one in " + Credentials.VARIABLE;

    private Greeting() {}

    /**
     * Greets the node through which a process reaches a cluster.
     *
     * @throws NodeRefusedException when the two will never talk
     * @throws ClusterException when nobody answers
     */
    static void greet(String contact, Optional<Credentials> credentials) {
        try {
            refuse(contact, credentials);
        } catch (ConnectException e) {
            throw new ClusterException("no node answers at " + contact + ": " + e.getMessage());
        }
    }

    /**
     * Greets those of the nodes that are up already.
     *
     * @throws NodeRefusedException when this process will never talk to one of them
     */
    static void greetThoseThere(List<String> seeds, Optional<Credentials> credentials) {
        for (String seed : seeds) {
            try {
                refuse(seed, credentials);
            } catch (ConnectException e) {
                // This node is not up yet, or never again; the process joins when one of the nodes is up.
            }
        }
    }

    private static void refuse(String contact, Optional<Credentials> credentials) throws ConnectException {
        Optional<String> obstacle = obstacle(contact, credentials);
        for (int greeting = 2; obstacle.isPresent() && greeting <= GREETINGS; greeting++) {
            try {
                Thread.sleep(BETWEEN_GREETINGS_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClusterException("interrupted");
            }
            obstacle = obstacle(contact, credentials);
        }
        if (obstacle.isPresent()) {
            throw new NodeRefusedException("node " + contact + ": " + obstacle.get());
        }
    }

    /**
     * Greets a node.
     *
     * @param contact {@code host:port}
     * @param credentials of this process; empty = it has none
     * @return what keeps the two from each other for good
     * @throws ConnectException when nobody answers at that address
     */
    private static Optional<String> obstacle(String contact, Optional<Credentials> credentials)
            throws ConnectException {
        int colon = contact.lastIndexOf(':');
        InetSocketAddress address =
                new InetSocketAddress(contact.substring(0, colon), Integer.parseInt(contact.substring(colon + 1)));
        if (address.isUnresolved()) {
            throw new ConnectException("no machine has that name");
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, LONGEST_CONNECT_MILLIS);
            return credentials.isPresent() ? handshake(socket, contact, credentials.get()) : plain(socket);
        } catch (ConnectException e) {
            throw e;
        } catch (SocketTimeoutException e) {
            throw unreachable("no answer within " + LONGEST_CONNECT_MILLIS / 1000 + " s", e);
        } catch (IOException e) {
            throw unreachable(RemoteNode.oneLine(e), e);
        }
    }

    private static ConnectException unreachable(String reason, IOException cause) {
        ConnectException e = new ConnectException(reason);
        e.initCause(cause);
        return e;
    }

    private static Optional<String> plain(Socket socket) throws IOException {
        socket.setSoTimeout(LONGEST_SILENCE_MILLIS);
        socket.getOutputStream().write(ARTERY);
        InputStream in = socket.getInputStream();
        try {
            int first = in.read();
            return first == TLS_ALERT || first < 0 ? Optional.of(NEEDS_CERTIFICATE) : Optional.empty();
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        } catch (SocketException e) {
            return Optional.of(NEEDS_CERTIFICATE);
        }
    }

    private static Optional<String> handshake(Socket socket, String contact, Credentials credentials)
            throws IOException {
        socket.setSoTimeout(LONGEST_CONNECT_MILLIS);
        SSLSocket tls;
        try {
            tls = (SSLSocket) credentials.context().getSocketFactory().createSocket(socket, contact, 0, false);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("credentials of " + credentials.folder() + " were checked when read", e);
        }
        tls.setEnabledProtocols(new String[] {Credentials.PROTOCOL});
        tls.setEnabledCipherSuites(Credentials.CIPHERS.toArray(String[]::new));
        try {
            tls.startHandshake();
            return Optional.empty();
        } catch (SSLException e) {
            String reason = String.valueOf(e.getMessage());
            if (reason.contains("PKIX")) {
                return Optional.of("its certificate is not of the authority in " + credentials.folder() + "/"
                        + Credentials.AUTHORITY);
            }
            return Optional.of(
                    reason.contains("fatal alert")
                            ? "it refuses the certificate in " + credentials.folder()
                                    + "; both must be of one authority and valid today (" + reason + ")"
                            : doesNotUseTls(credentials));
        } catch (SocketException | SocketTimeoutException e) {
            return Optional.of(doesNotUseTls(credentials)); // it hangs up, or waits for a greeting that it understands
        }
    }

    private static String doesNotUseTls(Credentials credentials) {
        return "it does not use TLS, and this process has credentials in " + credentials.folder()
                + "; give all nodes credentials, or none";
    }

    /** The address of this machine under which a node can reach it. */
    static String addressTowards(String contact) {
        int colon = contact.lastIndexOf(':');
        InetSocketAddress node =
                new InetSocketAddress(contact.substring(0, colon), Integer.parseInt(contact.substring(colon + 1)));
        if (node.isUnresolved()) {
            throw new ClusterException("--cluster " + contact + ": no machine has that name");
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(node); // sends nothing; chooses the way
            return socket.getLocalAddress().getHostAddress();
        } catch (SocketException e) {
            throw new ClusterException("--cluster " + contact + ": no way leads there: " + e.getMessage());
        }
    }
}
