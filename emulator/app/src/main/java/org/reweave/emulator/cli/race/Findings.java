package org.reweave.emulator.cli.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.race.Finding;
import org.reweave.emulator.race.FindingFolder;
import org.reweave.emulator.race.Orders;
import org.reweave.emulator.race.Race;
import org.reweave.emulator.race.RaceClass;
import org.reweave.emulator.race.RacePlan;
import org.reweave.emulator.race.RaceRun;
import org.reweave.emulator.race.RunVerdict;
import org.reweave.emulator.race.Shrinker;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** Gives the distinct failures of a race their folders. */
final class Findings {
    private static final String SHRUNK = "shrunk.json";
    private static final String EXPLORED = "explored.json";
    private static final String ORDER = "explored.txt";

    private final Path folder;
    private final RacePlan plan;
    private final Race race;
    private final ProgressLine progress;

    Findings(Path folder, RacePlan plan, Race race, ProgressLine progress) {
        this.folder = folder;
        this.plan = plan;
        this.race = race;
        this.progress = progress;
    }

    /**
     * @param most failures that get a folder; of the others only a line is made
     * @param candidates at most for shrinking each of them; 0 = they are not shrunk
     * @param explores whether the explorer is asked about each that is shrunk
     */
    List<RaceReport.Line> of(List<RaceRun> runs, int most, int candidates, boolean explores)
            throws IOException, BatchState.RefusedException {
        List<Finding> all = Finding.of(runs);
        List<RaceReport.Line> lines = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            lines.add(i < most ? written(all.get(i), candidates, explores) : line(all.get(i), null, null, null));
        }
        return lines;
    }

    private RaceReport.Line written(Finding finding, int candidates, boolean explores)
            throws IOException, BatchState.RefusedException {
        if (plan.isUpToThreads()) {
            Path kept = folder.resolve(finding.folderName());
            return line(finding, Files.exists(kept) ? kept.toString() : null, null, null);
        }
        boolean shrinks = candidates > 0 && finding.first().kind() != RaceClass.OUT_OF_ORDER;
        FindingFolder target = new FindingFolder(folder.resolve(finding.folderName() + (shrinks ? "-shrunk" : "")));
        if (!target.isComplete()) {
            if (shrinks) {
                shrink(finding, candidates, target);
            } else {
                progress.start("run again with a journal: " + finding.folderName(), -1);
                Scenario scenario =
                        plan.network(finding.seeds().get(0)).resolved().scenario();
                target.write(scenario, remark(finding, "A run of "));
                target.run(finding.first());
            }
        }
        if (explores && shrinks && !Files.exists(target.path().resolve(EXPLORED))) {
            explore(finding, target);
        }
        return line(finding, target.path().toString(), read(target, SHRUNK), explores ? read(target, EXPLORED) : null);
    }

    private static Map<String, Object> read(FindingFolder target, String file)
            throws IOException, BatchState.RefusedException {
        return target.document(file).orElse(null);
    }

    private void explore(Finding finding, FindingFolder target) throws IOException {
        progress.start("states of " + finding.folderName(), -1);
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.load(target.scenario(), List.of())));
        Orders.Answer answer = Orders.of(network, finding.first(), race.threads(), progress::reached);
        if (!answer.order().isEmpty()) {
            Files.writeString(target.path().resolve(ORDER), answer.order() + "\n");
        }
        Files.writeString(target.path().resolve(EXPLORED), JsonText.indented(answer.document()) + "\n");
    }

    private List<String> remark(Finding finding, String what) {
        return List.of(
                what + plan.base().name() + " that reweave race found (seed "
                        + finding.seeds().get(0) + ").",
                "How it ends: " + finding.first().text());
    }

    private void shrink(Finding finding, int candidates, FindingFolder target) throws IOException {
        progress.start("shrinking " + finding.folderName(), candidates);
        Path scratch = folder.resolve(".shrink");
        Shrinker shrinker = new Shrinker(race, scratch, candidates, progress::reached);
        Shrinker.Shrunk shrunk = shrinker.shrink(plan, finding.seeds().get(0), finding.first());
        Scenario scenario = shrunk.written(target.path());
        target.write(scenario, remark(finding, "What is left, after shrinking, of a run of "));
        RunVerdict verdict = target.runLike(finding.first());
        Map<String, Object> document = Shrinker.document(shrunk);
        document.put("fingerprint", verdict.fingerprint());
        Files.writeString(target.path().resolve(SHRUNK), JsonText.indented(document) + "\n");
    }

    private static RaceReport.Line line(
            Finding finding, String folder, Map<String, Object> shrunk, Map<String, Object> explored) {
        return new RaceReport.Line(
                finding.first().kind().label(),
                finding.first().signature(),
                finding.seeds().size(),
                finding.seeds().get(0),
                folder,
                shrunk == null ? finding.first().fingerprint() : String.valueOf(shrunk.get("fingerprint")),
                finding.first().brokenPromises(),
                shrunk,
                explored);
    }
}
