package org.reweave.emulator.cli.fabric;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.UpdatePlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave plan}: an order in which tables can be replaced switch by switch. */
@Command(
        name = "plan",
        description = {
            "Searches an order in which the forwarding tables of switches can be replaced one by one, so that no pair of"
                    + " NICs is lost and no cycle of channel dependencies appears.",
            "Between two steps, packets sent before the last step must have left the fabric. Where no order exists, says to"
                    + " which NICs nothing may be sent meanwhile. Exit code 1 when no order was found."
        })
public final class PlanCommand extends ReweaveCommand {
    @Mixin
    private FabricArgument fabricArgument = new FabricArgument();

    @Option(
            names = "--from",
            required = true,
            paramLabel = "ENGINE|DIR",
            description = "The present tables: a folder of dumps as route --import takes them, or an engine.")
    private String from;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "ENGINE|DIR",
            description = "The tables that are to come: likewise; an engine routes around what --fail names.")
    private String to;

    @Option(
            names = "--from-option",
            paramLabel = "KEY=VALUE",
            description = "Option of the engine that --from names, such as root=s0_0. Repeatable.")
    private Map<String, String> fromOptions = new LinkedHashMap<>();

    @Option(
            names = "--to-option",
            paramLabel = "KEY=VALUE",
            description = "Option of the engine that --to names. Repeatable.")
    private Map<String, String> toOptions = new LinkedHashMap<>();

    @Mixin
    private FailOption fail = new FailOption();

    @Option(
            names = "--budget",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Single steps that are checked at most; default ${DEFAULT-VALUE}.")
    private long budget;

    /** Document that {@code --json} prints; devices by name. */
    record Document(
            String fabric,
            String from,
            String to,
            List<String> failed,
            int differing,
            boolean found,
            boolean complete,
            long steps,
            List<String> order,
            List<String> obstacles,
            List<String> drain,
            List<String> drainOrder) {}

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Optional<Fabric> known = fabricArgument.fabric(input);
        input.require(budget > 0, "--budget " + budget + " < 1; raise it");
        Faults seen = fail.faults(input, known);
        input.throwIfAny();
        Fabric fabric = known.orElseThrow();
        Optional<RoutingTables> before =
                input.attempt("--from", () -> TableSource.of(from, fromOptions).tables(fabric, Faults.none()));
        Optional<RoutingTables> after =
                input.attempt("--to", () -> TableSource.of(to, toOptions).tables(fabric, seen));
        input.throwIfAny();
        Optional<UpdatePlan.Result> plan =
                input.attempt("plan", () -> UpdatePlan.of(before.orElseThrow(), after.orElseThrow(), seen, budget));
        input.throwIfAny();
        UpdatePlan.Result result = plan.orElseThrow();
        if (json()) {
            printJson(new Document(
                    fabric.name(),
                    from,
                    to,
                    fail.names(),
                    result.differing(),
                    result.found(),
                    result.complete(),
                    result.steps(),
                    result.order().stream().map(fabric::deviceName).toList(),
                    result.obstacles(),
                    result.drain().stream().map(fabric::deviceName).toList(),
                    result.drainOrder().stream().map(fabric::deviceName).toList()));
        } else {
            print(fabric, result);
        }
        return result.found() ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private void print(Fabric fabric, UpdatePlan.Result result) {
        PrintWriter out = out();
        out.println(fabric.name() + " from " + from + " to " + to + ": tables of "
                + Amounts.count(result.differing(), "switch") + " differ");
        if (result.found()) {
            out.println(
                    result.order().isEmpty()
                            ? "  nothing is to be updated"
                            : "  in this order no pair is lost and no cycle appears ("
                                    + Amounts.count(result.steps(), "step") + " checked):");
            list(fabric, result.order());
        } else if (!result.complete()) {
            out.println(
                    "  undecided: the budget of " + Amounts.count(budget, "step") + " ended; give more with --budget");
        } else {
            out.println("  no order exists: all were searched, " + Amounts.count(result.steps(), "step") + " checked");
            result.obstacles().forEach(obstacle -> out.println("  stuck: " + obstacle));
            if (result.drain().isEmpty()) {
                out.println("  no drain was found within the budget");
            } else {
                result.drain().forEach(nic -> out.println("  drain: send nothing to " + fabric.deviceTitle(nic)));
                out.println("  then in this order:");
                list(fabric, result.drainOrder());
            }
        }
    }

    private void list(Fabric fabric, List<Integer> order) {
        for (int i = 0; i < order.size(); i++) {
            out().printf("  %4d %s%n", i + 1, fabric.deviceTitle(order.get(i)));
        }
    }
}
