package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A list of objects, such as {@code faults}.
 *
 * @param path of the list
 * @param keys of one element
 * @param example of an element
 */
record ListKeys<E>(String path, List<Key<E, ?>> keys, String example) {
    /** The path of one element. */
    String path(int index) {
        return path + "[" + index + "]";
    }

    /** Reads every element that is an object; an element of another type is reported as a problem. */
    List<Values> read(ConfigValue value, TimeBase time, Problems problems) {
        if (!(value instanceof ConfigList list)) {
            problems.refuse(
                    path, new Refusal("is " + Kinds.describe(value) + ", not a list", "write [ " + example + " ]"));
            return List.of();
        }
        List<Values> all = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof ConfigObject element) {
                all.add(new Reader(problems, element, path(i) + ".").read(keys, time, List.of()));
            } else {
                String complaint = "is " + Kinds.describe(list.get(i)) + ", not an object";
                problems.refuse(path(i), new Refusal(complaint, "write " + example));
            }
        }
        return all;
    }

    List<Object> write(List<E> elements, TimeBase time) {
        List<Object> all = new ArrayList<>();
        for (E element : elements) {
            Map<String, Object> written = new LinkedHashMap<>();
            keys.forEach(key -> key.write(element, time).ifPresent(value -> written.put(key.path(), value)));
            all.add(written);
        }
        return all;
    }
}
