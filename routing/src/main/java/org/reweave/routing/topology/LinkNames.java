package org.reweave.routing.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.reweave.routing.model.NearestName;

/**
 * Resolves the names that users write for the devices and links of a fabric, and writes such names.
 *
 * <p>A device goes by its own name, or by a description that no other device has. A link is {@code DEVICE.PORT},
 * {@code DEVICE-DEVICE}, {@code DEVICE-DEVICE#k} for the k-th of several parallel links (from 1, by their ports at the
 * device that comes first in the fabric), or both its ends as messages print them ({@code s0.3-s1.4}). Device names may
 * themselves contain dots, dashes and number signs: a text is split wherever both parts name something.
 */
public final class LinkNames {
    private static final Pattern PARALLEL = Pattern.compile("(.+)#([0-9]{1,9})");
    private static final Pattern PORT = Pattern.compile("(.+)\\.([0-9]{1,9})");

    /** No number is given: one link only must join the two devices. */
    private static final int ONLY = -1;

    /**
     * The device or link that a name stands for.
     *
     * @param number of the device or link in its fabric
     */
    public record Target(Kind kind, int number) {
        /** The kinds of things that have names. */
        public enum Kind {
            DEVICE,
            LINK
        }

        /** The name for people, with descriptions. */
        public String title(Fabric fabric) {
            return kind == Kind.LINK ? fabric.linkTitle(number) : fabric.deviceTitle(number);
        }

        /** The given faults and this one. */
        public Faults addTo(Faults faults) {
            return kind == Kind.LINK ? faults.withLink(number) : faults.withDevice(number);
        }
    }

    private LinkNames() {}

    /**
     * Resolves a device or, where no device has that name, a link.
     *
     * @throws IllegalArgumentException saying why not, with the nearest name
     */
    public static Target resolve(Fabric fabric, String name) {
        int device = fabric.deviceByName(name);
        return device >= 0 ? new Target(Target.Kind.DEVICE, device) : new Target(Target.Kind.LINK, link(fabric, name));
    }

    /**
     * Resolves a switch.
     *
     * @throws IllegalArgumentException saying why not, with the nearest name
     */
    public static int switchDevice(Fabric fabric, String name) {
        int device = fabric.deviceByName(name);
        if (device >= 0 && fabric.isSwitch(device)) {
            return device;
        }
        refuseAmbiguous(fabric, name);
        String met = device >= 0 ? "'" + name + "' is a NIC of " : "no switch is named '" + name + "' in ";
        String nearest = NearestName.of(name, fabric.deviceNames().subList(0, fabric.switchCount()));
        throw new IllegalArgumentException(met + fabric.name() + "; the switch with the nearest name is " + nearest);
    }

    /**
     * Resolves a NIC.
     *
     * @throws IllegalArgumentException saying why not, with the nearest name
     */
    public static int nicDevice(Fabric fabric, String name) {
        int device = fabric.deviceByName(name);
        if (device >= 0 && !fabric.isSwitch(device)) {
            return device;
        }
        refuseAmbiguous(fabric, name);
        String met = device >= 0 ? "'" + name + "' is a switch of " : "no NIC is named '" + name + "' in ";
        String nearest = NearestName.of(
                name,
                fabric.deviceNames()
                        .subList(fabric.switchCount(), fabric.deviceNames().size()));
        throw new IllegalArgumentException(met + fabric.name() + "; the NIC with the nearest name is " + nearest);
    }

    /**
     * Resolves a link.
     *
     * @throws IllegalArgumentException saying why not, with the nearest name
     */
    public static int link(Fabric fabric, String name) {
        int byPort = byPort(fabric, name);
        if (byPort >= 0) {
            return byPort;
        }
        int byEnds = byEnds(fabric, name, ONLY);
        if (byEnds >= 0) {
            return byEnds;
        }
        Matcher parallel = PARALLEL.matcher(name);
        if (parallel.matches()) {
            int numbered = byEnds(fabric, parallel.group(1), Integer.parseInt(parallel.group(2)));
            if (numbered >= 0) {
                return numbered;
            }
        }
        throw unknown(fabric, name);
    }

    /**
     * The shortest name that {@link #link} understands: {@code s0-s1}, or {@code s0-s1#2} for one of several parallel
     * links. It depends on devices and ports only, so it outlives an export, which numbers links anew.
     */
    public static String nameOf(Fabric fabric, int link) {
        int a = Math.min(fabric.linkDevice(link, 0), fabric.linkDevice(link, 1));
        int b = Math.max(fabric.linkDevice(link, 0), fabric.linkDevice(link, 1));
        String pair = fabric.deviceName(a) + "-" + fabric.deviceName(b);
        List<Integer> parallel = linksBetween(fabric, a, b);
        return parallel.size() == 1 ? pair : pair + "#" + (parallel.indexOf(link) + 1);
    }

    /** The names of all links, by the device that comes first in the fabric, then by its ports. */
    public static List<String> all(Fabric fabric) {
        List<String> names = new ArrayList<>();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            for (int port = 1; port <= fabric.portCount(device); port++) {
                if (fabric.peer(device, port) > device) {
                    names.add(nameOf(fabric, fabric.link(device, port)));
                }
            }
        }
        return names;
    }

    /** @return the link of {@code DEVICE.PORT}, or -1 when the text is not of that form */
    private static int byPort(Fabric fabric, String name) {
        Matcher text = PORT.matcher(name);
        int device = text.matches() ? fabric.deviceByName(text.group(1)) : -1;
        if (device < 0) {
            return -1;
        }
        int port = Integer.parseInt(text.group(2));
        if (port < 1 || port > fabric.portCount(device)) {
            throw new IllegalArgumentException(
                    name + ": " + text.group(1) + " has ports 1.." + fabric.portCount(device) + ", not " + port);
        }
        int link = fabric.link(device, port);
        if (link < 0) {
            throw new IllegalArgumentException(
                    name + ": nothing is plugged into that port; linked are ports " + linkedPorts(fabric, device));
        }
        return link;
    }

    private static String linkedPorts(Fabric fabric, int device) {
        List<String> linked = new ArrayList<>();
        for (int port = 1; port <= fabric.portCount(device); port++) {
            if (fabric.link(device, port) >= 0) {
                linked.add(Integer.toString(port));
            }
        }
        return linked.isEmpty() ? "none" : String.join(", ", linked);
    }

    /**
     * @param number which of several parallel links, from 1, or {@link #ONLY}
     * @return the link between two devices or ports, or -1 when the text names no two of them
     */
    private static int byEnds(Fabric fabric, String ends, int number) {
        for (int dash = ends.indexOf('-'); dash >= 0; dash = ends.indexOf('-', dash + 1)) {
            String left = ends.substring(0, dash);
            String right = ends.substring(dash + 1);
            int a = fabric.deviceByName(left);
            int b = fabric.deviceByName(right);
            if (a >= 0 && b >= 0) {
                return between(fabric, a, b, number);
            }
            if (number == ONLY && a < 0 && b < 0) {
                int link = byPort(fabric, left);
                if (link >= 0 && link == byPort(fabric, right)) {
                    return link;
                }
            }
        }
        return -1;
    }

    private static int between(Fabric fabric, int a, int b, int number) {
        List<Integer> links = linksBetween(fabric, a, b);
        String pair = fabric.deviceName(a) + "-" + fabric.deviceName(b);
        if (links.isEmpty()) {
            throw new IllegalArgumentException(
                    pair + ": no link joins them; " + fabric.deviceName(a) + " is linked to " + neighbours(fabric, a));
        }
        if (number == ONLY && links.size() > 1) {
            throw new IllegalArgumentException(pair + " names " + links.size() + " parallel links; write " + pair
                    + "#1 to " + pair + "#" + links.size());
        }
        if (number == 0 || number > links.size()) {
            throw new IllegalArgumentException(pair + "#" + number + ": " + links.size()
                    + (links.size() == 1 ? " link joins them" : " links join them") + "; count from 1");
        }
        return links.get(Math.max(number - 1, 0));
    }

    /** Links of two devices, by their ports at the device that comes first in the fabric. */
    private static List<Integer> linksBetween(Fabric fabric, int a, int b) {
        int first = Math.min(a, b);
        int second = Math.max(a, b);
        List<Integer> links = new ArrayList<>();
        for (int port = 1; port <= fabric.portCount(first); port++) {
            if (fabric.peer(first, port) == second) {
                links.add(fabric.link(first, port));
            }
        }
        return links;
    }

    private static String neighbours(Fabric fabric, int device) {
        List<String> names = new ArrayList<>();
        for (int port = 1; port <= fabric.portCount(device); port++) {
            int peer = fabric.peer(device, port);
            if (peer >= 0 && !names.contains(fabric.deviceName(peer))) {
                names.add(fabric.deviceName(peer));
            }
        }
        return names.isEmpty()
                ? "nothing"
                : names.stream().limit(8).collect(Collectors.joining(", "))
                        + (names.size() > 8 ? " and " + (names.size() - 8) + " more" : "");
    }

    /** @throws IllegalArgumentException where several devices are described by a text */
    private static void refuseAmbiguous(Fabric fabric, String name) {
        List<Integer> described = fabric.devicesDescribed(name);
        if (described.size() > 1) {
            throw new IllegalArgumentException("'" + name + "' describes " + described.size() + " devices of "
                    + fabric.name() + ": "
                    + described.stream().limit(8).map(fabric::deviceTitle).collect(Collectors.joining(", "))
                    + (described.size() > 8 ? " and " + (described.size() - 8) + " more" : "")
                    + "; name one of them");
        }
    }

    private static IllegalArgumentException unknown(Fabric fabric, String name) {
        refuseAmbiguous(fabric, name);
        List<String> known = new ArrayList<>(fabric.deviceNames());
        known.addAll(fabric.descriptions());
        known.addAll(all(fabric));
        String nearest = known.isEmpty() ? "it has no devices" : "the nearest name is " + NearestName.of(name, known);
        return new IllegalArgumentException("no device or link is named '" + name + "' in " + fabric.name() + "; "
                + nearest + " (a link is DEVICE.PORT, DEVICE-DEVICE or DEVICE-DEVICE#k)");
    }
}
