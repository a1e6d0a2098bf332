package org.reweave.emulator.cli.fabric;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.routing.io.FileFinding;
import org.reweave.routing.io.ImportResult;
import org.reweave.routing.layout.FabricDrawing;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMetrics;
import org.reweave.routing.topology.LinkNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave topo}: what a fabric is, what is odd about it, and its export. */
@Command(
        name = "topo",
        description = {
            "Measures a fabric, checks it and exports it.",
            "With --check, exit code 1 when there are findings or a part of the fabric is cut off."
        })
public final class TopoCommand extends ReweaveCommand {
    @Mixin
    private FabricArgument fabricArgument = new FabricArgument();

    @Option(
            names = "--export",
            paramLabel = "FILE",
            description = "Write the fabric to a file, at once or not at all; an existing file is replaced.")
    private Path export;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description =
                    "Format of --export: ibnetdiscover, ibsim, dot or graphml; default: dot, graphml or ibsim where FILE ends in"
                            + " .dot, .gv, .graphml, .xml or .net, else ibnetdiscover.")
    private String format;

    @Option(
            names = "--draw",
            paramLabel = "FILE",
            description = "Draw switches and the links between them as an SVG; an existing file is replaced.")
    private Path draw;

    @Option(names = "--check", description = "Exit with 1 when there are findings.")
    private boolean check;

    @Option(names = "--names", description = "List the names of switches, NICs and links, as other commands take them.")
    private boolean names;

    /**
     * Document that {@code --json} prints; {@code bisection} only where the fabric's shape gives a cut, {@code names}
     * only with {@code --names}.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Document(
            String fabric,
            int switches,
            int nics,
            int links,
            int radix,
            int components,
            int diameter,
            double averageDistance,
            Integer bisection,
            List<FileFinding> findings,
            Names names) {}

    /**
     * Names of everything in a fabric.
     *
     * @param descriptions of devices that have one, by name
     */
    record Names(List<String> switches, List<String> nics, List<String> links, Map<String, String> descriptions) {
        static Names of(Fabric fabric) {
            List<String> devices = fabric.deviceNames();
            Map<String, String> descriptions = new LinkedHashMap<>();
            for (int device = 0; device < fabric.deviceCount(); device++) {
                if (!fabric.description(device).isEmpty()) {
                    descriptions.put(fabric.deviceName(device), fabric.description(device));
                }
            }
            return new Names(
                    devices.subList(0, fabric.switchCount()),
                    devices.subList(fabric.switchCount(), fabric.deviceCount()),
                    LinkNames.all(fabric),
                    descriptions);
        }
    }

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Optional<ImportResult> imported = fabricArgument.imported(input);
        Optional<Function<Fabric, String>> writer = input.attempt("--format", () -> ExportFormats.writer(format()));
        if (format != null && export == null) {
            input.problem("--format: there is no --export FILE to write");
        }
        input.throwIfAny();

        Fabric fabric = imported.orElseThrow().fabric();
        if (export != null) {
            Optional<String> text =
                    input.attempt("--export", () -> writer.orElseThrow().apply(fabric));
            input.throwIfAny();
            export(text.orElseThrow());
        }
        if (draw != null) {
            AtomicFile.write(draw, FabricDrawing.svg(fabric));
        }
        FabricMetrics metrics = FabricMetrics.of(fabric);
        List<FileFinding> findings = findings(imported.orElseThrow(), metrics);
        if (json()) {
            printJson(document(fabric, metrics, findings));
        } else {
            print(fabric, metrics, findings);
        }
        return check && !findings.isEmpty() ? ExitCode.CHECKS_FAILED : ExitCode.DONE;
    }

    private String format() {
        if (format != null) {
            return format;
        }
        return export == null ? ExportFormats.IBNETDISCOVER : ExportFormats.of(export);
    }

    /** Findings of the imported file; a fabric in parts always has a finding of that kind. */
    private static List<FileFinding> findings(ImportResult imported, FabricMetrics metrics) {
        List<FileFinding> findings = new ArrayList<>(imported.findings());
        boolean told = findings.stream().anyMatch(f -> f.kind() == FileFinding.Kind.DISCONNECTED);
        if (metrics.components() > 1 && !told) {
            findings.add(new FileFinding(
                    0,
                    FileFinding.Kind.DISCONNECTED,
                    "the fabric is in " + metrics.components() + " parts that no link joins"));
        }
        return findings;
    }

    private void export(String content) {
        boolean replaced = Files.exists(export);
        AtomicFile.write(export, content);
        err().println("reweave: " + (replaced ? "replaced " : "wrote ") + export + " (" + format() + ")");
    }

    private Document document(Fabric fabric, FabricMetrics metrics, List<FileFinding> findings) {
        return new Document(
                fabric.name(),
                metrics.switches(),
                metrics.nics(),
                metrics.links(),
                metrics.radix(),
                metrics.components(),
                metrics.diameter(),
                metrics.averageDistance(),
                metrics.bisection().isPresent() ? metrics.bisection().getAsInt() : null,
                findings,
                names ? Names.of(fabric) : null);
    }

    private void print(Fabric fabric, FabricMetrics metrics, List<FileFinding> findings) {
        PrintWriter out = out();
        out.println(fabric.name());
        row("switches", metrics.switches(), "");
        row("NICs", metrics.nics(), "");
        row("links", metrics.links(), "links of NICs included");
        row("radix", metrics.radix(), "wired ports on the largest switch");
        row("diameter", metrics.diameter(), "links between switches that have NICs");
        row(
                "average distance",
                String.format(Locale.ROOT, "%.4f", metrics.averageDistance()),
                "links between switches");
        metrics.bisection().ifPresent(links -> row("bisection", links, "links across a constructed cut into halves"));
        row("findings", findings.size(), "");
        FileFinding.grouped(findings).forEach(finding -> out.println("finding: " + finding));
        if (names) {
            for (int device = 0; device < fabric.deviceCount(); device++) {
                out.println((fabric.isSwitch(device) ? "switch: " : "NIC: ") + fabric.deviceTitle(device));
            }
            LinkNames.all(fabric).forEach(name -> out.println("link: " + name));
        }
    }

    private void row(String label, Object value, String unit) {
        out().println(String.format(Locale.ROOT, "  %-17s %8s  %s", label, value, unit)
                .stripTrailing());
    }
}
