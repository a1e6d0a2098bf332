package org.reweave.routing.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {
    /** A service of this test. */
    public interface Greeting extends Supplier<String> {}

    /** A provider of it. */
    public static final class Hello implements Greeting {
        @Override
        public String get() {
            return "hello";
        }
    }

    /** A provider that lacks a public constructor. */
    public static final class Shy implements Greeting {
        private Shy() {}

        @Override
        public String get() {
            return "";
        }
    }

    /** A provider whose constructor fails. */
    public static final class Broken implements Greeting {
        public Broken() {
            throw new IllegalStateException("no voice");
        }

        @Override
        public String get() {
            return "";
        }
    }

    @TempDir
    private Path temporary;

    private Path folder;

    @BeforeEach
    void aFolderWhoseNameHasASpace() throws IOException {
        folder = Files.createDirectory(temporary.resolve("my jars"));
    }

    /** A jar that names classes as providers; the classes themselves are on the class path. */
    private void jar(String name, String providers) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + Greeting.class.getName()));
            jar.write(providers.getBytes(StandardCharsets.UTF_8));
        }
    }

    private List<Plugins.Provider<Greeting>> found() {
        return Plugins.of(List.of(folder)).providers(Greeting.class);
    }

    @Test
    void providersOfEachJarAreFoundAndCommentsAreNot() throws IOException {
        jar("b.jar", "# ours\n" + Hello.class.getName() + " # says hello\n\n");
        assertThat(found())
                .singleElement()
                .satisfies(provider -> assertThat(provider.value().get()).isEqualTo("hello"));
        assertThat(Plugins.of(List.of(folder)).jars()).containsExactly(folder.resolve("b.jar"));
    }

    @Test
    void aClassThatCannotBeMadeIsNamedWithItsJarAndService() throws IOException {
        refused("org.example.Absent", "class org.example.Absent is missing");
        refused(Shy.class.getName(), "has no public constructor without parameters");
        refused(Broken.class.getName(), "fails: java.lang.IllegalStateException: no voice");
        refused(String.class.getName(), "does not implement the service");
    }

    @Test
    void aJarThatCannotBeOpenedIsNamed() throws IOException {
        Files.writeString(folder.resolve("a.jar"), "PK and nothing more");
        assertThatThrownBy(this::found)
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("a.jar cannot be read: ", "; replace the jar or take it away");
    }

    @Test
    void aJarWhoseListOfProvidersIsDamagedIsNamed() throws IOException {
        jar("a.jar", Hello.class.getName());
        byte[] bytes = Files.readAllBytes(folder.resolve("a.jar"));
        bytes[0] ^= 1; // of the entry's header; the directory at the end of the jar is whole
        Files.write(folder.resolve("a.jar"), bytes);
        assertThatThrownBy(this::found)
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(
                        "a.jar: service " + Greeting.class.getName() + ": its list cannot be read: ",
                        "; replace the jar or take it away");
    }

    /** A service that gives another one of its kind for a case. */
    public interface Chain {
        Chain next();

        String word();
    }

    @Test
    void aNullOfAJarsProviderIsRefusedWhereItComesFrom() {
        Chain nothing = new Chain() {
            @Override
            public Chain next() {
                return this;
            }

            @Override
            public String word() {
                return null;
            }
        };
        Chain guarded = NoNulls.in(nothing, Chain.class, "a.jar");
        for (Chain one : List.of(guarded, guarded.next(), guarded.next().next())) {
            assertThatThrownBy(one::word)
                    .isInstanceOf(PluginException.class)
                    .hasMessage("a.jar: class " + nothing.getClass().getName()
                            + ": word() gives null where a value is needed; correct the jar or take it away");
        }
        Greeting failing = NoNulls.in(
                () -> {
                    throw new IllegalStateException("no voice");
                },
                Greeting.class,
                "a.jar");
        assertThatThrownBy(failing::get)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no voice");
    }

    private void refused(String provider, String message) throws IOException {
        jar("a.jar", provider);
        assertThatThrownBy(this::found)
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("a.jar: service " + Greeting.class.getName() + ": class " + provider)
                .hasMessageContaining(message)
                .hasMessageEndingWith("; correct the jar or take it away");
    }

    @Test
    void oneClassInTwoJarsIsRefused() throws IOException {
        jar("a.jar", Hello.class.getName());
        jar("b.jar", Hello.class.getName());
        assertThatThrownBy(this::found)
                .hasMessageContaining("a.jar and ")
                .hasMessageContaining("b.jar")
                .hasMessageContaining("is in both; take one away");
    }

    @Test
    void aFolderThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> Plugins.of(List.of(folder.resolve("none"))))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("none is no folder of plugins");
    }

    @Test
    void aRegistryRefusesANameThatNobodyCanWrite() {
        List<Greeting> one = List.of(new Hello());
        refuses(one, null, "has null as its name");
        refuses(one, " ", "has ' ' as its name");
        refuses(one, "a\nb", "has 'a?b' as its name");
    }

    private static void refuses(List<Greeting> greetings, String name, String reason) {
        assertThatThrownBy(() -> Registry.of("greetings", greetings, greeting -> name))
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith(
                        "built-in: class " + Hello.class.getName() + ", one of the greetings, " + reason);
    }

    @Test
    void aRegistryNamesTheClassWhoseNameEndsInAnError() {
        List<Greeting> one = List.of(new Hello());
        for (Error error : List.of(new AssertionError("three"), new StackOverflowError(), new NoSuchMethodError("m"))) {
            assertThatThrownBy(() -> Registry.of("greetings", one, greeting -> {
                        throw error;
                    }))
                    .isInstanceOf(PluginException.class)
                    .hasMessage("built-in: class " + Hello.class.getName()
                            + ", one of the greetings, does not say its name: " + error
                            + "; correct the jar or take it away");
        }
        assertThatThrownBy(() -> Registry.of("greetings", one, greeting -> {
                    throw new OutOfMemoryError();
                }))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void aRegistryRefusesTwoOfOneName() {
        List<Greeting> both = List.of(new Hello(), new Hello());
        assertThatThrownBy(() -> Registry.of("greetings", both, Greeting::get))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("two greetings are named hello: " + Hello.class.getName() + " (built-in) and ");
        Registry<Greeting> one = Registry.of("greetings", List.of(new Hello()), Greeting::get);
        assertThat(one.names()).containsExactly("hello");
        assertThat(one.find("good day")).isEmpty();
    }
}
