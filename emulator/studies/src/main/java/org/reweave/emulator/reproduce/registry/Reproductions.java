package org.reweave.emulator.reproduce.registry;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.fattree.FatTreeReproductions;
import org.reweave.emulator.reproduce.kns.KnsReproductions;
import org.reweave.emulator.reproduce.mikant.MikantReproductions;
import org.reweave.emulator.reproduce.thesis.ThesisReproductions;
import org.reweave.routing.model.NearestName;

/** All reproductions by name. A new one is a class, and a line in the list of its family. */
public final class Reproductions {
    /** First those that are computed from tables and fabrics, then those that are emulated; each by paper. */
    private static final List<Reproduction> ALL = Stream.of(
                    KnsReproductions.COMPUTED,
                    MikantReproductions.COMPUTED,
                    FatTreeReproductions.COMPUTED,
                    ThesisReproductions.COMPUTED,
                    KnsReproductions.EMULATED,
                    MikantReproductions.EMULATED,
                    FatTreeReproductions.EMULATED,
                    ThesisReproductions.EMULATED)
            .flatMap(List::stream)
            .toList();

    private Reproductions() {}

    /** All, by paper and in its order. */
    public static List<Reproduction> all() {
        return ALL;
    }

    /** @throws IllegalArgumentException for an unknown name, with the nearest one */
    public static Reproduction named(String name) {
        Map<String, Reproduction> byName = new TreeMap<>();
        ALL.forEach(reproduction -> byName.put(reproduction.name(), reproduction));
        Reproduction found = byName.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no reproduction is named '" + name + "'; the nearest name is "
                    + NearestName.of(name, byName.keySet()) + ", 'reweave reproduce --list' shows all");
        }
        return found;
    }
}
