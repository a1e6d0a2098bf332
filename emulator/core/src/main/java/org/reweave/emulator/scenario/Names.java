package org.reweave.emulator.scenario;

import java.util.Collection;
import java.util.List;
import org.reweave.routing.model.NearestName;

/** Texts about names: lists in prose, and the name that was probably meant. */
final class Names {
    private Names() {}

    /** {@code a, b or c}. */
    static String anyOf(Collection<String> names) {
        List<String> all = List.copyOf(names);
        if (all.size() < 2) {
            return String.join("", all);
        }
        return String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.get(all.size() - 1);
    }

    /**
     * The known path nearest to a given one. A path with the same last part in another section comes first:
     * {@code device.packet} means {@code device.nic.packet}.
     */
    static String nearestPath(String given, Collection<String> known) {
        List<String> sameName = known.stream()
                .filter(path -> lastPart(path).equals(lastPart(given)))
                .toList();
        return NearestName.of(given, sameName.isEmpty() ? known : sameName);
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
