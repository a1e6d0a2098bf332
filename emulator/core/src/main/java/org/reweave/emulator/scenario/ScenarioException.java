package org.reweave.emulator.scenario;

import java.util.List;

/** All problems of a scenario, one message each: {@code ring.conf:14: device.switch.vls = 19 > 15; lower it}. */
public final class ScenarioException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final List<String> problems;

    public ScenarioException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
