package org.reweave.reconfig.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.SchemeOptions;

class EbrTest {
    private static final List<Integer> SWITCHES = List.of(4, 0, 2);
    private static final List<Integer> NICS = List.of(9, 7);

    static Stream<Ebr> schemes() {
        return Stream.of(Ebr.FULL, Ebr.DIFFERENCES);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aChangeMayEndAnotherWhereOverlapIsChosen(Ebr scheme) {
        assertThat(mayOverlap(scheme.manager(SchemeOptions.DEFAULT))).isFalse();
        assertThat(mayOverlap(scheme.manager(SchemeOptions.DEFAULT.with(EpochOptions.OVERLAP, true))))
                .isTrue();
        assertThat(mayOverlap(scheme.manager(SchemeOptions.DEFAULT.with(EpochOptions.BITS, 1))))
                .isFalse();
    }

    private static <S> boolean mayOverlap(ManagerProtocol<S> manager) {
        S detected = manager.step(manager.initial(), new ManagerInput.ChangeDetected(SWITCHES, NICS))
                .next();
        return manager.mayOverlap(manager.step(detected, new ManagerInput.TablesReady(SWITCHES, NICS))
                .next());
    }
}
