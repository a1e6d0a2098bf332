package org.reweave.emulator.network;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.reweave.routing.topology.Fabric;

/**
 * SHA-256 over everything of a fabric that a run depends on: devices and their LIDs, links with their ends, rates and
 * latencies.
 */
public final class FabricDigest {
    private final MessageDigest digest;

    private FabricDigest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The digest of a network's fabric, and of the plan of it where that is another. */
    public static String of(Network network) {
        Fabric plan = network.resolved().map().forEngines();
        return plan == network.fabric() ? of(plan) : of(network.fabric()) + "+" + of(plan);
    }

    /** @return in hexadecimal */
    public static String of(Fabric fabric) {
        FabricDigest digest = new FabricDigest();
        digest.add("fabric 1", fabric.switchCount(), fabric.nicCount(), fabric.linkCount());
        for (int device = 0; device < fabric.deviceCount(); device++) {
            digest.add(fabric.deviceName(device), fabric.portCount(device));
            if (fabric.isSwitch(device)) {
                digest.add("lid", fabric.switchLid(device));
            } else {
                for (int port = 1; port <= fabric.portCount(device); port++) {
                    digest.add("lid", fabric.nicLid(device, port));
                }
            }
        }
        for (int link = 0; link < fabric.linkCount(); link++) {
            digest.add(
                    String.valueOf(fabric.linkRate(link)),
                    fabric.linkDevice(link, 0),
                    fabric.linkPort(link, 0),
                    fabric.linkDevice(link, 1),
                    fabric.linkPort(link, 1),
                    fabric.linkLatencyPs(link));
        }
        return HexFormat.of().formatHex(digest.digest.digest());
    }

    private void add(String text, long... numbers) {
        StringBuilder line = new StringBuilder(text);
        for (long number : numbers) {
            line.append(' ').append(number);
        }
        digest.update(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }
}
