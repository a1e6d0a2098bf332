package org.reweave.emulator.network;

import java.util.List;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.traffic.Pattern;
import org.reweave.emulator.traffic.Patterns;

/** Makes the scenario's pattern over the NICs that take part, if it can be made over that many. */
final class TrafficChecks {
    private final Scenario scenario;

    TrafficChecks(Scenario scenario) {
        this.scenario = scenario;
    }

    /** @throws ScenarioException when too few NICs take part, or not a power of two where the pattern needs that */
    Pattern pattern(List<Integer> participants, int nics) {
        int count = participants.size();
        if (count < 2) {
            throw refused(
                    "needs 2 NICs that stay connected, there are " + count,
                    "plan fewer faults or use a fabric with more NICs");
        }
        if (Patterns.needsPowerOfTwo(scenario.traffic().pattern()) && Integer.bitCount(count) != 1) {
            throw refused(
                    "needs a power of two of NICs, " + count + " of " + nics
                            + " stay connected after the planned faults",
                    "use uniform");
        }
        return Patterns.of(scenario.traffic(), participants, nics, scenario.seed());
    }

    private ScenarioException refused(String complaint, String remedy) {
        return new ScenarioException(List.of(scenario.sources().problem("traffic.pattern", complaint, remedy)));
    }
}
