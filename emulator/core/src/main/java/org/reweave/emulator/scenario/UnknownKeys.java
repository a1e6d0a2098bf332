package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds unknown keys, and plain values in place of sections. */
final class UnknownKeys {
    private final Problems problems;

    UnknownKeys(Problems problems) {
        this.problems = problems;
    }

    void check(ConfigObject root) {
        check(root, "", Schema.paths());
        for (ListKeys<?> list : Schema.LISTS) {
            if (root.get(list.path()) instanceof ConfigList elements) {
                checkElements(list, elements);
            }
        }
    }

    private void checkElements(ListKeys<?> list, ConfigList elements) {
        Set<String> known = list.keys().stream().map(Key::path).collect(Collectors.toCollection(TreeSet::new));
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof ConfigObject element) {
                checkElement(element, list.path(i), known);
            }
        }
    }

    private void check(ConfigObject object, String path, Set<String> known) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            String child = Sources.child(path, entry.getKey());
            if (known.contains(child)) {
                continue;
            }
            if (known.stream().noneMatch(key -> key.startsWith(child + "."))) {
                unknown(child, Names.nearestPath(child, Schema.pathsAndSections()));
            } else if (entry.getValue() instanceof ConfigObject section) {
                check(section, child, known);
            } else {
                String complaint = "is " + Kinds.describe(entry.getValue()) + ", not a section";
                problems.refuse(child, new Refusal(complaint, "write " + child + " { ... }"));
            }
        }
    }

    private void checkElement(ConfigObject element, String path, Set<String> known) {
        for (String name : element.keySet()) {
            if (!known.contains(name)) {
                unknown(Sources.child(path, name), Names.nearestPath(name, List.copyOf(known)));
            }
        }
    }

    private void unknown(String path, String nearest) {
        problems.refuseKey(path, "is not a key", "did you mean " + nearest + "?");
    }
}
