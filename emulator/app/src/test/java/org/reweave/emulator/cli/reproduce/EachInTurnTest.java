package org.reweave.emulator.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.registry.Reproductions;

class EachInTurnTest {
    private final List<Reproduction> three = Reproductions.all().subList(0, 3);
    private final List<String> warnings = new ArrayList<>();
    private final List<String> computed = new ArrayList<>();

    private Optional<RuntimeException> compute(RuntimeException ofFirst, RuntimeException ofThird) {
        return new EachInTurn(warnings::add).compute(three, reproduction -> {
            int place = three.indexOf(reproduction);
            RuntimeException fault = place == 0 ? ofFirst : place == 2 ? ofThird : null;
            if (fault != null) {
                throw fault;
            }
            computed.add(reproduction.name());
        });
    }

    @Test
    void aFaultDoesNotKeepTheOthersFromBeingComputed() {
        RuntimeException fault = new IllegalStateException("no tree");
        RuntimeException another = new IllegalArgumentException("no path");
        assertThat(compute(fault, another)).containsSame(fault);
        assertThat(fault.getSuppressed()).containsExactly(another);
        assertThat(computed).containsExactly(three.get(1).name());
        assertThat(warnings)
                .containsExactly(
                        three.get(0).name() + " fails: no tree; the others go on",
                        three.get(2).name() + " fails: no path; the others go on");
    }

    @Test
    void badInputEndsItAtOnce() {
        UserErrors error = new UserErrors("--csv: no such folder");
        assertThatThrownBy(() -> compute(error, null)).isSameAs(error);
        assertThat(computed).isEmpty();
    }

    @Test
    void withoutAFaultNothingIsSaid() {
        assertThat(compute(null, null)).isEmpty();
        assertThat(computed).hasSize(3);
        assertThat(warnings).isEmpty();
    }
}
