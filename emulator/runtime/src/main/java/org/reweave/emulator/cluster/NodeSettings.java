package org.reweave.emulator.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.actor.ActorSystems;

/**
 * How a process takes part in a cluster.
 *
 * @param host name or address under which others reach it
 * @param port 0 = a free one
 * @param linePort of lines to other nodes, which carry frames; 0 = a free one
 * @param seeds {@code host:port} of nodes to join; empty = it begins a cluster of its own
 * @param threads that run devices
 * @param credentials of the process; empty = connections are neither encrypted nor authenticated
 * @param http {@code host:port} of the node's pages; empty = it has none
 * @param insecure whether the user knows that anybody who reaches the process can use it
 */
public record NodeSettings(
        String host,
        int port,
        int linePort,
        List<String> seeds,
        int threads,
        Optional<Credentials> credentials,
        Optional<String> http,
        boolean insecure) {
    NodeSettings(
            String host,
            int port,
            List<String> seeds,
            int threads,
            Optional<Credentials> credentials,
            Optional<String> http) {
        this(host, port, 0, seeds, threads, credentials, http, false);
    }

    /** A line for a user whose node anybody can use who reaches its address; empty when that is not so, or known. */
    public Optional<String> warning() {
        boolean isLocal = host.startsWith("127.") || host.equals("localhost") || host.matches("\\[?::1]?");
        return isLocal || insecure || credentials.isPresent()
                ? Optional.empty()
                : Optional.of("WARNING: node.host = " + host + " is not a loopback address and node.tls is not set:"
                        + " whoever reaches this node can run on it, read its traffic, or end it; set node.tls"
                        + " ('reweave cluster certificates' makes some), or node.insecure = true if only"
                        + " trusted machines reach it");
    }

    /** Settings of a process without pages. */
    NodeSettings(String host, int port, List<String> seeds, int threads, Optional<Credentials> credentials) {
        this(host, port, seeds, threads, credentials, Optional.empty());
    }

    /** Settings of a process without credentials. */
    NodeSettings(String host, int port, List<String> seeds, int threads) {
        this(host, port, seeds, threads, Optional.empty());
    }

    /** Role of members that host parts of runs. */
    static final String NODE = "node";

    /** Role of members that coordinate a run and host nothing. */
    static final String RUN = "run";

    /** Role of members that ask or order something and leave again. */
    static final String CLIENT = "client";

    static final String SYSTEM = "reweave";

    /**
     * Settings of Akka; system properties {@code akka.*} and {@code reweave.cluster.*} override them, but for what is
     * written here.
     *
     * @param role {@link #NODE}, {@link #RUN} or {@link #CLIENT}
     * @param attached whether the process is one of a run on this machine: the run says what goes wrong and knows which
     *     processes have ended, and the cluster ends as a whole, without anybody leaving it first
     */
    Config config(String role, boolean attached) {
        Config whole = ConfigFactory.parseString(
                attached
                        ? "akka { loglevel = ERROR, coordinated-shutdown.run-by-actor-system-terminate = off,"
                                + " cluster.downing-provider-class = \"\" }"
                        : "");
        return ConfigFactory.defaultOverrides()
                .withOnlyPath("akka")
                .withFallback(ConfigFactory.defaultOverrides().withOnlyPath("reweave.cluster"))
                .withFallback(whole)
                .withFallback(credentials.map(NodeSettings::tls).orElse(ConfigFactory.empty()))
                .withValue("akka.remote.artery.canonical.hostname", ConfigValueFactory.fromAnyRef(host))
                .withValue("akka.remote.artery.canonical.port", ConfigValueFactory.fromAnyRef(port))
                .withValue("akka.cluster.roles", ConfigValueFactory.fromIterable(List.of(role)))
                .withValue(
                        "akka.cluster.seed-nodes",
                        ConfigValueFactory.fromIterable(
                                seeds.stream().map(NodeSettings::uri).toList()))
                .withValue("reweave.node.threads", ConfigValueFactory.fromAnyRef(threads))
                .withFallback(ConfigFactory.parseResources("cluster.conf"))
                .withFallback(ActorSystems.CLUSTERED.defaults())
                .resolve();
    }

    /** Akka's provider reads the files again every five minutes, so certificates can be renewed while a node runs. */
    private static Config tls(Credentials credentials) {
        String engine = "akka.remote.artery.ssl.rotating-keys-engine.";
        Path folder = credentials.folder().toAbsolutePath();
        return ConfigFactory.parseMap(Map.of(
                "akka.remote.artery.transport",
                "tls-tcp",
                "akka.remote.artery.ssl.ssl-engine-provider",
                WatchedEngines.class.getName(),
                engine + "cert-file",
                folder.resolve(Credentials.CERTIFICATE).toString(),
                engine + "key-file",
                folder.resolve(Credentials.KEY).toString(),
                engine + "ca-cert-file",
                folder.resolve(Credentials.AUTHORITY).toString(),
                engine + "protocol",
                Credentials.PROTOCOL,
                engine + "enabled-algorithms",
                Credentials.CIPHERS));
    }

    static String uri(String hostAndPort) {
        return "akka://" + SYSTEM + "@" + hostAndPort;
    }
}
