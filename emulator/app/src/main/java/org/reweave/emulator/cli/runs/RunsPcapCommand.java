package org.reweave.emulator.cli.runs;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.reweave.emulator.capture.CaptureFile;
import org.reweave.emulator.capture.LinkCapture;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.timetravel.DifferentPastException;
import org.reweave.emulator.timetravel.Past;
import org.reweave.routing.topology.LinkNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave runs pcap}: what crossed some links of a run, as a capture file. */
@Command(
        name = "pcap",
        description = {
            "Computes a run again and writes the packets and SMPs that crossed chosen links into a capture file, which Wireshark and"
                    + " tshark read: pcapng, an interface for each direction of a link, packets with InfiniBand's headers.",
            "Exit code 1 when the run differs from its journal on the way."
        })
final class RunsPcapCommand extends ReweaveCommand {
    /** What is printed as JSON. */
    private record Written(
            String file, int links, long packets, long smps, Map<String, Long> attributes, long broken) {}

    @Mixin
    private StoredRun stored = new StoredRun();

    @Option(
            names = "--links",
            paramLabel = "LINK,..",
            hideParamSyntax = true,
            split = ",",
            description = "Links, named as for a fault: s0_0-s0_1, or s0_0.3.")
    private List<String> links = new ArrayList<>();

    @Option(
            names = "--devices",
            paramLabel = "DEVICE,..",
            hideParamSyntax = true,
            split = ",",
            description =
                    "All links of these switches, NICs and the manager, by name; manager: the way of every SMP that it sends"
                            + " or gets.")
    private List<String> devices = new ArrayList<>();

    @Option(
            names = "--between",
            paramLabel = "DURATION",
            arity = "2",
            description =
                    "Packets that were on a link from the first of these emulated times to the second, as in 500us 900us;"
                            + " default: in the run.")
    private List<String> between = List.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The file to write; an existing one is replaced; default: RUN.pcapng in the current folder.")
    private Path file;

    @Override
    public Integer call() {
        if (links.isEmpty() && devices.isEmpty()) {
            throw new UserErrors(
                    "no link is chosen; name some: --links s0_0-s0_1, --devices s0_0, or --devices manager for all SMPs");
        }
        try (JournalReader journal = stored.journal()) {
            JournalReplay replay = JournalReplay.of(stored.name(), journal)
                    .orElseThrow(() -> new UserErrors(
                            stored.name() + ": its journal does not say what was run: its first record is missing"));
            return capture(new Past(stored.name(), replay, journal, stored.folder(), remark -> {}), replay);
        } catch (ScenarioException e) {
            throw new UserErrors(e.problems());
        } catch (DifferentPastException e) {
            err().println("reweave: " + stored.name() + ": " + e.getMessage() + "; nothing is written");
            return ExitCode.CHECKS_FAILED;
        }
    }

    private int capture(Past past, JournalReplay replay) {
        Network network = past.network();
        try {
            network.fabric().requireShortLids("an InfiniBand packet");
        } catch (IllegalArgumentException e) {
            throw new UserErrors(stored.name() + ": " + e.getMessage());
        }
        Set<Integer> chosenLinks = new TreeSet<>();
        links.forEach(name -> chosenLinks.add(link(network, name)));
        Set<Integer> chosenDevices = new TreeSet<>();
        devices.forEach(name -> chosenDevices.add(ReplayWatch.device(network, stored.name(), "--devices", name)));
        long first = between.isEmpty() ? 0 : replay.cycle("--between", between.get(0));
        long last = between.isEmpty() ? Long.MAX_VALUE : replay.cycle("--between", between.get(1));
        check(replay, first, last);
        Path to = file == null ? Path.of(stored.folder().getFileName() + ".pcapng") : file;
        AtomicReference<LinkCapture.Contents> contents = new AtomicReference<>();
        AtomicFile.writeBytes(to, out -> contents.set(write(past, chosenLinks, chosenDevices, first, last, out)));
        print(to, contents.get(), network, first, Math.min(last, replay.lastCycle()));
        return ExitCode.DONE;
    }

    private LinkCapture.Contents write(
            Past past, Set<Integer> chosenLinks, Set<Integer> chosenDevices, long first, long last, OutputStream to)
            throws IOException {
        BufferedOutputStream out = new BufferedOutputStream(to);
        String comment =
                "an emulated run: " + past.network().resolved().scenario().description();
        CaptureFile capture = CaptureFile.begin(out, "reweave runs pcap", comment);
        LinkCapture.Contents contents = LinkCapture.write(past, chosenLinks, chosenDevices, first, last, capture);
        out.flush();
        return contents;
    }

    private int link(Network network, String name) {
        try {
            return LinkNames.link(network.fabric(), name.strip());
        } catch (IllegalArgumentException e) {
            throw new UserErrors("--links " + name + ": " + e.getMessage());
        }
    }

    private void check(JournalReplay replay, long first, long last) {
        if (between.size() > 2) {
            throw new UserErrors("--between stands twice; give it once, with two times");
        }
        if (last < first) {
            throw new UserErrors("--between " + between.get(0) + " " + between.get(1)
                    + ": the second time is before the first; exchange them");
        }
        if (first > replay.lastCycle()) {
            throw new UserErrors("--between " + between.get(0) + ": the journal of " + stored.name() + " ends at "
                    + time(replay.network(), replay.lastCycle()) + "; lower it");
        }
    }

    private void print(Path to, LinkCapture.Contents contents, Network network, long first, long last) {
        int count = contents.directions() / 2;
        if (json()) {
            printJson(new Written(
                    to.toString(), count, contents.packets(), contents.allSmps(), contents.smps(), contents.broken()));
            return;
        }
        out().println(to + ": " + Amounts.count(contents.packets(), "packet") + " and "
                + Amounts.count(contents.allSmps(), "SMP") + " on " + Amounts.count(count, "link") + ", "
                + time(network, first) + " to " + time(network, last)
                + (contents.broken() == 0 ? "" : "; " + Amounts.count(contents.broken()) + " broken off with a link"));
        Map<String, Long> attributes = new LinkedHashMap<>(contents.smps());
        attributes.forEach((attribute, number) -> out().printf("  %-32s %s%n", attribute, Amounts.count(number)));
    }

    private static String time(Network network, long cycle) {
        return StateText.time(Scale.of(network).ns(cycle), cycle);
    }
}
