package org.reweave.routing.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.reweave.routing.plugin.Plugins.Provider;

/**
 * Everything of one kind by name: built-in ones, one line each in their registry, and those of users' jars.
 *
 * @param <T> the service
 */
public final class Registry<T> {
    private final String kinds;
    private final Map<String, Provider<T>> byName = new TreeMap<>();
    private final Map<String, String> classes = new TreeMap<>(); // by name, for messages

    private Registry(String kinds) {
        this.kinds = kinds;
    }

    /**
     * The built-in ones alone.
     *
     * @param kinds in the plural, for messages: {@code engines}
     * @throws PluginException when two have one name
     */
    public static <T> Registry<T> of(String kinds, List<? extends T> builtIn, Function<T, String> name) {
        Registry<T> registry = new Registry<>(kinds);
        builtIn.forEach(value -> registry.add(new Provider<>(value, Plugins.BUILT_IN), name, UnaryOperator.identity()));
        return registry;
    }

    /**
     * The built-in ones and those of jars.
     *
     * @throws PluginException when one of a jar cannot be made, or two have one name
     */
    public static <T> Registry<T> of(
            String kinds, Class<T> service, List<? extends T> builtIn, Function<T, String> name, Plugins plugins) {
        Registry<T> registry = of(kinds, builtIn, name);
        for (Provider<T> provider : plugins.providers(service)) {
            String origin = provider.origin();
            boolean isOurs = origin.equals(Plugins.BUILT_IN);
            registry.add(provider, name, value -> isOurs ? value : NoNulls.in(value, service, origin));
        }
        return registry;
    }

    /** @param kept what is kept of the value */
    private void add(Provider<T> provider, Function<T, String> naming, UnaryOperator<T> kept) {
        String name = nameOf(provider, naming);
        String described = provider.value().getClass().getName() + " (" + provider.origin() + ")";
        String other = classes.putIfAbsent(name, described);
        if (other != null) {
            throw new PluginException("two " + kinds + " are named " + name + ": " + other + " and " + described
                    + "; rename the one in your jar");
        }
        byName.put(name, new Provider<>(kept.apply(provider.value()), provider.origin()));
    }

    private String nameOf(Provider<T> provider, Function<T, String> naming) {
        String place =
                provider.origin() + ": class " + provider.value().getClass().getName() + ", one of the " + kinds;
        try {
            String name = naming.apply(provider.value());
            if (name == null || name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
                throw new PluginException(place + ", has "
                        + (name == null ? "null" : "'" + name.replaceAll("\\p{Cntrl}", "?") + "'")
                        + " as its name; a name is a line that is not empty; correct the jar or take it away");
            }
            return name;
        } catch (PluginException e) {
            throw e;
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) { // also an assertion that fails, a recursion without end, or a method that is missing
            throw new PluginException(place + ", does not say its name: " + e + "; correct the jar or take it away", e);
        }
    }

    /** The jar of the one with a name, or {@link Plugins#BUILT_IN}. */
    public Optional<String> origin(String name) {
        return Optional.ofNullable(byName.get(name)).map(Provider::origin);
    }

    /** Plural name of the things in this registry: {@code engines}. */
    public String kinds() {
        return kinds;
    }

    public Optional<T> find(String name) {
        return Optional.ofNullable(byName.get(name)).map(Provider::value);
    }

    /** All names, sorted. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /** All of them, by name. */
    public Collection<T> all() {
        List<T> all = new ArrayList<>();
        byName.values().forEach(provider -> all.add(provider.value()));
        return List.copyOf(all);
    }

    /** All of them with where they come from, built-in ones first, by name. */
    public List<Provider<T>> providers() {
        return byName.values().stream()
                .sorted(Comparator.comparing(provider -> !provider.origin().equals(Plugins.BUILT_IN)))
                .toList();
    }
}
