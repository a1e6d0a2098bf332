package org.reweave.emulator.benchmarks;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles source files with planted faults against the class path of this process. */
final class FaultCompiler {
    private final Path root;

    /** @param root of the checkout */
    FaultCompiler(Path root) {
        this.root = root;
    }

    /** A source file in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(PlantedFault fault, String text) {
            super(URI.create("string:///org/reweave/" + fault.file() + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /**
     * Compiles faults of different classes.
     *
     * @param folder gets the classes
     * @throws IllegalStateException with the compiler's words when one does not compile
     */
    void compile(List<PlantedFault> faults, Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("this Java has no compiler; use a JDK");
        }
        Files.createDirectories(folder);
        List<JavaFileObject> sources = new ArrayList<>();
        for (PlantedFault fault : faults) {
            sources.add(new Source(fault, fault.planted(root)));
        }
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"), "-d", folder.toString());
        if (!compiler.getTask(said, null, null, options, null, sources).call()) {
            throw new IllegalStateException(
                    "planted faults " + faults.stream().map(PlantedFault::name).toList() + ":\n" + said);
        }
    }
}
