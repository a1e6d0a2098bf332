package org.reweave.emulator.actor;

import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.setup.Setup;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.regex.Pattern;

/**
 * Starts actor systems with the settings of those modules of Akka that they use. A system starts the serializers of
 * every module whose {@code reference.conf} is on the class path, used or not.
 */
public enum ActorSystems {
    /** Actors of one process that send no bytes to others, and keep nothing or a file. */
    LOCAL("/(akka-(cluster|coordination|distributed-data|persistence-jdbc|persistence-query|pki|remote"
            + "|serialization-jackson|stream)|slick|ssl-config)[^/]*\\.jar!"),

    /** Actors of one process that keep something in a database server. */
    DATABASE("/akka-(cluster|coordination|distributed-data|pki|remote|serialization-jackson)[^/]*\\.jar!"),

    /** Members of a cluster. */
    CLUSTERED("(?!)");

    @SuppressWarnings("ImmutableEnumChecker") // nothing in it changes
    private final ClassLoader classes;

    /** @param unused finds something in the addresses of the modules that such a system does not use */
    ActorSystems(String unused) {
        this.classes = new UsedModules(ActorSystems.class.getClassLoader(), Pattern.compile(unused));
    }

    /**
     * Settings of {@code application.conf}, of {@code reference.conf} of each used library and of system properties.
     */
    public Config defaults() {
        return ConfigFactory.load(classes);
    }

    /**
     * @param config all of it, on top of {@link #defaults()}
     * @param parts that extensions of the system take from its settings
     */
    public <T> ActorSystem<T> start(Behavior<T> guardian, String name, Config config, Setup... parts) {
        ActorSystemSetup setup = ActorSystemSetup.create(parts)
                .withSetup(BootstrapSetup.create(config).withClassloader(classes));
        return MemoryAwareSystem.start(guardian, name, config, classes, setup);
    }

    /**
     * The classes of the process, and its resources but for settings of modules that are not used, and for manifests of
     * jars other than Akka's. Akka reads all manifests to compare the versions of its modules when a system starts; for
     * a signed jar this checks its signatures, which takes more processor time than the rest of the start.
     */
    private static final class UsedModules extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private static final Pattern AKKA = Pattern.compile("/akka-[^/]*\\.jar!");

        private final Pattern unused;

        UsedModules(ClassLoader parent, Pattern unused) {
            super(parent);
            this.unused = unused;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            Enumeration<URL> all = super.getResources(name);
            return switch (name) {
                case "META-INF/MANIFEST.MF" -> only(all, AKKA, true);
                case "reference.conf" -> only(all, unused, false);
                default -> all;
            };
        }

        private static Enumeration<URL> only(Enumeration<URL> all, Pattern pattern, boolean found) {
            return Collections.enumeration(Collections.list(all).stream()
                    .filter(url -> pattern.matcher(url.getPath()).find() == found)
                    .toList());
        }
    }
}
