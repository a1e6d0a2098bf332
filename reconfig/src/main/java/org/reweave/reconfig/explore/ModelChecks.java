package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.List;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.explore.Model.Routing;
import org.reweave.reconfig.spi.OptionRule;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.topology.Fabric;

/** What the parts of a model exclude of each other. */
final class ModelChecks {
    private static final int MAX_PACKETS = 8;
    private static final int MAX_DEVICES = 64;
    private static final int MAX_LINKS = Long.SIZE - 2;

    private final String scheme;
    private final SchemeDescription description;
    private final SchemeOptions options;
    private final Routing routing;
    private final Fabric fabric;
    private final Bounds bounds;
    private final Frailty frailty;
    private final boolean perBlock;
    private final List<String> wrong = new ArrayList<>();

    ModelChecks(
            Scheme scheme, SchemeOptions options, Routing routing, Bounds bounds, Frailty frailty, boolean perBlock) {
        this.scheme = scheme.name();
        this.description = scheme.description();
        this.options = options;
        this.routing = routing;
        this.fabric = routing.before().fabric();
        this.bounds = bounds;
        this.frailty = frailty;
        this.perBlock = perBlock;
    }

    /** @throws IllegalArgumentException naming all that is wrong */
    void check(String name, List<Packet> packets) {
        if (packets.size() > MAX_PACKETS) {
            wrong.add(packets.size() + " packets, limit " + MAX_PACKETS);
        }
        for (OptionRule rule : description.rules()) {
            if (!rule.keeps().test(options)) {
                wrong.add(rule.at() + " = " + options.text(rule.at()) + " " + rule.complaint());
            }
        }
        checkSources();
        checkFabric();
        checkSwitches();
        checkNicLinks();
        if (perBlock && !isEngineAlone()) {
            wrong.add("tables block by block for " + scheme + ", which adds entries for further paths");
        }
        if (bounds.takeovers() > 0) {
            checkTakeover();
        }
        if (bounds.restarts() > 0) {
            checkRestarts();
            checkAway();
        }
        if (routing.bare()) {
            checkBareStart();
        }
        if (routing.before().rings().isPresent()) {
            checkRings();
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("model " + name + ": " + String.join("; ", wrong));
        }
    }

    private boolean hasManager() {
        return description.hasManager(options);
    }

    private boolean isEngineAlone() {
        return description.sources().equals(List.of(PathSource.ENGINE));
    }

    private void checkSources() {
        List<PathSource> sources = description.sources();
        if (routing.planned() && !hasManager()) {
            wrong.add("a planned change for scheme " + scheme + ", which has no manager");
        }
        if ((routing.joined() != null) != sources.contains(PathSource.JOINED)) {
            wrong.add(scheme + " takes paths from " + sources + ", and RFTR's are "
                    + (routing.joined() == null ? "not " : "") + "given");
        }
        if (sources.contains(PathSource.DISJOINT) && routing.before().paths().isEmpty()) {
            wrong.add(scheme + " takes paths from " + sources + ", and the tables of "
                    + routing.before().engine() + " have no disjoint ones");
        }
        if (routing.planned() && !isEngineAlone()) {
            wrong.add("a planned change for " + scheme + ", which would be an engine's");
        }
    }

    private void checkFabric() {
        if (fabric.linkCount() > MAX_LINKS || fabric.deviceCount() > MAX_DEVICES) {
            wrong.add("a fabric of " + fabric.linkCount() + " links and " + fabric.deviceCount() + " devices, limits "
                    + MAX_LINKS + " and " + MAX_DEVICES);
        }
    }

    private void checkSwitches() {
        if (!frailty.switches().isEmpty() && hasManager()) {
            wrong.add("switches that fail under scheme " + scheme + ", whose manager would have to notice");
        }
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int first = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (frailty.switches().contains(first)) {
                wrong.add("switch " + fabric.deviceName(first) + " has NICs; only switches without them fail");
            }
        }
    }

    private void checkNicLinks() {
        List<Integer> nicLinks =
                frailty.links().stream().filter(link -> !fabric.isTrunk(link)).toList();
        if (nicLinks.isEmpty()) {
            return;
        }
        if (!hasManager() || !isEngineAlone()) {
            wrong.add("links of NICs that fail for " + scheme + ", which has no manager or adds paths");
        }
        if (bounds.takeovers() > 0) {
            wrong.add("links of NICs that fail with two managers; leave one of them out");
        }
        int own = fabric.nicDevice(ManagerPart.FIRST_NIC);
        if (nicLinks.contains(fabric.link(own, fabric.attachedPort(own)))) {
            wrong.add(
                    "the link of " + fabric.deviceName(own) + " fails, which the manager is behind; use another NIC's");
        }
    }

    private void checkTakeover() {
        if (!hasManager() || !isEngineAlone()) {
            wrong.add("two managers for " + scheme + ", which has none or adds paths");
        }
        if (perBlock) {
            wrong.add("two managers with tables block by block; leave one of them out");
        }
    }

    private void checkRestarts() {
        if (!hasManager() || !isEngineAlone()) {
            wrong.add("switches that restart for " + scheme + ", which has no manager or adds paths");
        }
        if (perBlock) {
            wrong.add("switches that restart with tables block by block; leave one of them out");
        }
        for (int device : frailty.restarting()) {
            if (!fabric.isSwitch(device)) {
                wrong.add(fabric.deviceName(device) + " restarts, which is no switch");
            }
        }
    }

    private void checkAway() {
        if (!frailty.away()) {
            return;
        }
        if (description.emptiesFabric(options)) {
            wrong.add("a switch that is away for " + scheme
                    + ", which counts packets, and the model counts none that cross to that switch");
        }
        int own = fabric.attachedSwitch(fabric.nicDevice(ManagerPart.FIRST_NIC));
        if (frailty.restarting().contains(own)) {
            wrong.add(fabric.deviceName(own) + " is away, which the manager is behind; let another switch restart");
        }
        if (bounds.faults() > 0) {
            wrong.add("a switch that is away with links that fail; leave one of them out");
        }
    }

    private void checkBareStart() {
        if (!hasManager() || !isEngineAlone()) {
            wrong.add("a bare start for " + scheme + ", which has no manager or adds paths");
        }
        if (perBlock) {
            wrong.add("a bare start with tables block by block; leave one of them out");
        }
        if (bounds.takeovers() > 0) {
            wrong.add("a bare start with two managers; leave one of them out");
        }
        if (frailty.oldTables()) {
            wrong.add("a bare start, where no switch has tables to come back with, with old tables after a restart;"
                    + " leave one of them out");
        }
        if (routing.planned() && (frailty.away() || frailty.links().stream().anyMatch(fabric::isTrunk))) {
            wrong.add("a bare start before a planned change with links between switches that fail or a switch that is"
                    + " away, for which there are no first tables; leave the planned change out");
        }
    }

    /** A packet enters a ring only where two have room, and packets of old and new tables must not meet. */
    private void checkRings() {
        boolean isBuffered = bounds.outputSlots() > 0;
        int slots = isBuffered ? bounds.outputSlots() : bounds.inputSlots();
        if (slots < 2) {
            wrong.add("bubble flow control with " + slots + " packet per " + (isBuffered ? "out" : "in")
                    + "put queue, and a packet enters a ring only where two have room; raise it to 2");
        }
        if (hasManager() && !description.emptiesFabric(options)) {
            wrong.add("tables with bubble flow control for scheme " + scheme
                    + ", which changes them under packets; use static");
        }
    }
}
