package org.reweave.emulator.scenario;

import java.nio.file.Path;
import java.util.function.Function;

/** Where the fabric comes from. */
public sealed interface FabricSource {
    /** @param spec as {@code FabricGenerators} parses it: {@code torus:8x8} */
    record Generated(String spec) implements FabricSource {
        @Override
        public <R> R fold(Function<Generated, R> generated, Function<FromFile, R> fromFile) {
            return generated.apply(this);
        }
    }

    /** @param file absolute and normalised */
    record FromFile(Path file) implements FabricSource {
        @Override
        public <R> R fold(Function<Generated, R> generated, Function<FromFile, R> fromFile) {
            return fromFile.apply(this);
        }
    }

    <R> R fold(Function<Generated, R> generated, Function<FromFile, R> fromFile);
}
