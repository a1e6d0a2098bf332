package org.reweave.emulator.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.reweave.emulator.scenario.HoconSource;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.routing.model.NearestName;

/** Reads the configuration of a node: a HOCON file and settings over it. */
public final class NodeConfig {
    private static final int LARGEST_PORT = 65535;

    private static final Config DEFAULTS = ConfigFactory.parseString("""
            node {
              host = "127.0.0.1" # name or address under which the other nodes reach this one
              port = 25520       # 0 = a free one
              line-port = 0      # on which the other nodes' lines come in, which carry frames; 0 = a free one
              seeds = ""         # host:port of nodes whose cluster it joins, with commas between them; none = it begins one
              threads = 0        # that run devices; 0 = all processors
              tls = ""           # folder with tls.crt, tls.key and ca.crt; none = no encryption and no authentication
              insecure = false   # true = a node without tls that others reach says nothing of that
              http = ""          # host:port of the pages /health, /ready and /metrics; none = no pages
            }
            """);

    private NodeConfig() {}

    /**
     * Reads it.
     *
     * @param sets {@code key=value}; a later one wins
     * @param environment for substitutions
     * @param processors of this machine
     * @throws ScenarioException with everything that is wrong
     */
    public static NodeSettings read(
            Optional<Path> file, List<String> sets, Map<String, String> environment, int processors) {
        Config config = written(file, sets, environment);
        String name = file.map(Path::toString).orElse("the node's settings");
        return HoconSource.explained(
                name, () -> checked(config, file.map(path -> path + ": ").orElse(""), processors));
    }

    private static NodeSettings checked(Config config, String place, int processors) {
        List<String> problems = new ArrayList<>(unknown(config, place));
        Config whole = config.withFallback(DEFAULTS);
        int port = whole.getInt("node.port");
        int linePort = whole.getInt("node.line-port");
        int threads = whole.getInt("node.threads");
        List<String> seeds = Stream.of(whole.getString("node.seeds").split(","))
                .map(String::strip)
                .filter(seed -> !seed.isEmpty())
                .toList();
        requirePort("node.port", port, place, problems);
        requirePort("node.line-port", linePort, place, problems);
        if (threads < 0) {
            problems.add(place + "node.threads = " + threads + " < 0; 0 stands for all processors");
        }
        seeds.forEach(seed -> address(seed).ifPresent(problem -> problems.add(place + "node.seeds: " + problem)));
        String http = whole.getString("node.http");
        if (!http.isEmpty()) {
            address(http).ifPresent(problem -> problems.add(place + "node.http: " + problem));
        }
        if (problems.isEmpty()) {
            String tls = whole.getString("node.tls");
            Optional<Credentials> credentials =
                    tls.isEmpty() ? Optional.empty() : Optional.of(Credentials.read(place + "node.tls: ", tls));
            return new NodeSettings(
                    whole.getString("node.host"),
                    port,
                    linePort,
                    seeds,
                    threads == 0 ? processors : threads,
                    credentials,
                    Optional.of(http).filter(text -> !text.isEmpty()),
                    whole.getBoolean("node.insecure"));
        }
        throw new ScenarioException(problems);
    }

    private static void requirePort(String key, int port, String place, List<String> problems) {
        if (port < 0 || port > LARGEST_PORT) {
            problems.add(place + key + " = " + port + " is not from 0 to " + LARGEST_PORT);
        }
    }

    /** The problem of {@code host:port}. */
    public static Optional<String> address(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = colon < 1 ? -1 : Integer.parseInt(text.substring(colon + 1));
            if (port >= 1 && port <= LARGEST_PORT) {
                return Optional.empty();
            }
        } catch (NumberFormatException e) {
            // said below
        }
        return Optional.of(text + " is no HOST:PORT with a port from 1 to " + LARGEST_PORT);
    }

    private static Config written(Optional<Path> file, List<String> sets, Map<String, String> environment) {
        if (file.isPresent() && !Files.isRegularFile(file.get())) {
            throw new ScenarioException(List.of(file.get() + ": no such file"));
        }
        Config written = file.map(HoconSource::file).orElse(ConfigFactory.empty());
        Config resolved = HoconSource.explained(
                file.map(Path::toString).orElse("--set"), () -> HoconSource.resolved(written, environment));
        return HoconSource.set(resolved, sets, DEFAULTS);
    }

    private static List<String> unknown(Config config, String place) {
        Map<String, Object> known = new TreeMap<>();
        DEFAULTS.entrySet().forEach(entry -> known.put(entry.getKey(), entry));
        return config.entrySet().stream()
                .map(Map.Entry::getKey)
                .filter(key -> !known.containsKey(key))
                .sorted()
                .map(key -> place + key + ": no such key; the nearest one is " + NearestName.of(key, known.keySet()))
                .toList();
    }
}
