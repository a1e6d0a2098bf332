package org.reweave.routing.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words of a file for devices beside their names: node descriptions of InfiniBand. A device goes by its whole
 * description, and by the part that is its host's or switch's own name: {@code stage97} of {@code stage97 mlx4_0} and
 * {@code ib5} of {@code MF0;ib5:SX6036/U1}. A text that fits several devices means none of them.
 */
final class Descriptions {
    private static final int SEVERAL = -2;
    private static final Pattern MANAGED_SWITCH = Pattern.compile("MF0;([^:;]+):.*");
    private static final Pattern ADAPTER = Pattern.compile("(\\S+) (?:HCA-\\d+|mlx\\d_\\w+|hfi\\d_\\d+|\\w*ib\\w*)");

    private final String[] texts;
    private final Map<String, Integer> devices = new HashMap<>();

    Descriptions(Fabric fabric, FabricBuilder builder) {
        texts = new String[fabric.deviceCount()];
        for (int device = 0; device < texts.length; device++) {
            texts[device] = "";
        }
        builder.descriptions.forEach((node, text) -> texts[node.resolve(fabric.switchCount())] = text);
        for (int device = 0; device < texts.length; device++) {
            for (String name : names(texts[device])) {
                devices.merge(name, device, (first, second) -> SEVERAL);
            }
        }
    }

    private static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        if (!text.isEmpty()) {
            names.add(text);
        }
        for (Pattern pattern : List.of(MANAGED_SWITCH, ADAPTER)) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.matches()) {
                names.add(matcher.group(1));
            }
        }
        return names;
    }

    String of(int device) {
        return texts[device];
    }

    /** @return the one device that goes by a text, or -1 */
    int device(String text) {
        return Math.max(devices.getOrDefault(text, -1), -1);
    }

    /** Names of all devices that go by a text, in order. */
    List<Integer> all(String text) {
        List<Integer> all = new ArrayList<>();
        for (int device = 0; device < texts.length; device++) {
            if (names(texts[device]).contains(text)) {
                all.add(device);
            }
        }
        return all;
    }

    /** Every text by which one device goes, for the nearest name in messages. */
    List<String> unambiguous() {
        return devices.entrySet().stream()
                .filter(entry -> entry.getValue() >= 0)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
