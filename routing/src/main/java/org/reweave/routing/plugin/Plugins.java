package org.reweave.routing.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The jars that users add, behind one class loader, and the providers of services in them. A provider is a class with a
 * public constructor without parameters that a file {@code META-INF/services/SERVICE} of its jar names, as for
 * {@link java.util.ServiceLoader}; unlike that, each error names the jar. Jars are chosen once, before anything is
 * looked up, since registries keep what they have found.
 */
public final class Plugins {
    private static final AtomicReference<Plugins> IN_USE = new AtomicReference<>();

    private final ClassLoader loader;
    private final List<Path> folders;
    private final List<Path> jars;

    /**
     * Something that implements a service.
     *
     * @param origin the jar's path; {@link #BUILT_IN} for those beside the service itself
     */
    public record Provider<T>(T value, String origin) {}

    /** Origin of providers that come with the software. */
    public static final String BUILT_IN = "built-in";

    private Plugins(ClassLoader loader, List<Path> folders, List<Path> jars) {
        this.loader = loader;
        this.folders = List.copyOf(folders);
        this.jars = List.copyOf(jars);
    }

    /** The providers that a class loader sees. */
    public static Plugins of(ClassLoader loader) {
        return new Plugins(loader, List.of(), List.of());
    }

    /**
     * All jars of some folders, in the order of their names, beside the class path.
     *
     * @throws PluginException when a folder or a jar cannot be read
     */
    public static Plugins of(List<Path> folders) {
        List<Path> jars = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
            } catch (IOException e) {
                throw new PluginException(folder + " is no folder of plugins that can be read", e);
            }
        }
        jars.forEach(Plugins::checkOpens);
        ClassLoader classPath = Plugins.class.getClassLoader();
        return jars.isEmpty()
                ? new Plugins(classPath, folders, jars)
                : new Plugins(
                        new URLClassLoader(
                                "plugins", jars.stream().map(Plugins::url).toArray(URL[]::new), classPath),
                        folders,
                        jars);
    }

    /** A class loader passes over a jar that it cannot open, without a word. */
    private static void checkOpens(Path jar) {
        try {
            new JarFile(jar.toFile()).close();
        } catch (IOException e) {
            throw new PluginException(
                    jar + " cannot be read: " + e.getMessage() + "; replace the jar or take it away", e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Chooses what all registries use.
     *
     * @throws IllegalStateException when something has been looked up already
     */
    public static void use(Plugins plugins) {
        if (!IN_USE.compareAndSet(null, plugins)) {
            throw new IllegalStateException("plugins are chosen after registries were read");
        }
    }

    /** The plugins that all registries use: those of the class path alone unless {@link #use} has chosen others. */
    public static Plugins inUse() {
        if (IN_USE.get() == null) {
            IN_USE.compareAndSet(null, of(List.of()));
        }
        return IN_USE.get();
    }

    /** The folders of the users' jars: another process that gets them has the same jars. */
    public List<Path> folders() {
        return folders;
    }

    /** The users' jars. */
    public List<Path> jars() {
        return jars;
    }

    /** The jar of the user that has a class. */
    public Optional<Path> jarOf(String className) {
        URL found = loader.getResource(className.replace('.', '/') + ".class");
        return found == null ? Optional.empty() : jarOf(found);
    }

    /**
     * Every provider of a service, made anew.
     *
     * @throws PluginException for the first one that cannot be read or made
     */
    public <T> List<Provider<T>> providers(Class<T> service) {
        List<Provider<T>> providers = new ArrayList<>();
        Map<String, String> seen = new HashMap<>(); // where each class is named
        try {
            for (URL list : Collections.list(loader.getResources("META-INF/services/" + service.getName()))) {
                for (String name : names(service, list)) {
                    String other = seen.putIfAbsent(name, place(list));
                    if (other == null) {
                        providers.add(provider(service, name, list));
                    } else if (!other.equals(place(list)) && jarOf(list).isPresent()) {
                        throw new PluginException(other + " and " + place(list) + ": service " + service.getName()
                                + ": class " + name + " is in both; take one away");
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return providers;
    }

    private List<String> names(Class<?> service, URL list) {
        try {
            URLConnection connection = list.openConnection();
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.replaceFirst("#.*", "").trim())
                        .filter(line -> !line.isEmpty())
                        .toList();
            }
        } catch (IOException e) {
            throw new PluginException(
                    place(list) + ": service " + service.getName() + ": its list cannot be read: " + e.getMessage()
                            + "; replace the jar or take it away",
                    e);
        }
    }

    private <T> Provider<T> provider(Class<T> service, String name, URL list) {
        String origin = jarOf(name).map(Path::toString).orElse(place(list));
        try {
            Class<?> type = Class.forName(name, true, loader);
            Objects.requireNonNull(type.getDeclaredMethods()); // fails when a class is missing that they mention
            T value = service.cast(type.getConstructor().newInstance());
            boolean ours = location(type).equals(location(service));
            return new Provider<>(value, ours ? BUILT_IN : origin);
        } catch (InvocationTargetException e) {
            throw failure(origin, service, name, e.getCause());
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            throw failure(origin, service, name, e);
        }
    }

    private static Optional<URL> location(Class<?> type) {
        return Optional.ofNullable(type.getProtectionDomain().getCodeSource()).map(CodeSource::getLocation);
    }

    /** The jar or folder of a list of providers. */
    private String place(URL list) {
        return jarOf(list).map(Path::toString).orElse(list.toString().replaceFirst("!?/META-INF/.*", ""));
    }

    /** The jar of the user that has a file. */
    private Optional<Path> jarOf(URL file) {
        return jars.stream()
                .filter(jar -> file.toString().startsWith("jar:" + url(jar) + "!/"))
                .findFirst();
    }

    private static PluginException failure(String origin, Class<?> service, String name, Throwable cause) {
        String why =
                switch (cause.getClass().getSimpleName()) {
                    case "ClassNotFoundException" ->
                        cause.getMessage().equals(name)
                                ? "is missing"
                                : "needs " + cause.getMessage() + ", which is missing";
                    case "NoClassDefFoundError" -> "needs " + className(cause.getMessage()) + ", which is missing";
                    case "NoSuchMethodException" -> "has no public constructor without parameters";
                    case "ClassCastException" -> "does not implement the service";
                    case "UnsupportedClassVersionError" -> "is for a newer Java than this one";
                    default -> "fails: " + cause;
                };
        return new PluginException(
                origin + ": service " + service.getName() + ": class " + name + " " + why
                        + "; correct the jar or take it away",
                cause);
    }

    private static String className(String internal) {
        return internal == null ? "a class" : internal.replace('/', '.');
    }
}
