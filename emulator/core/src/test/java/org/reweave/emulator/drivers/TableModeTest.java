package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Faults;

/** Blocks of a table in force as they come ({@code device.switch.tables = per-block}) beside whole tables, in runs. */
class TableModeTest {
    private static final String TORUS = SmallScenarios.texts().get("torus loses a link");
    private static final String PER_BLOCK = "device.switch.tables=per-block";

    private static ManagedRun run(String scheme, String... more) {
        String[] overrides = new String[more.length + 1];
        overrides[0] = "reconfiguration.scheme=" + scheme;
        System.arraycopy(more, 0, overrides, 1, more.length);
        return ManagedRun.of(TORUS, overrides);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr"})
    void packetsGoByHalfWrittenTablesAndTheSwitchesEndWithWholeOnes(String scheme) {
        String pieces = "manager.table-packet=pieces";
        ManagedRun staged = run(scheme, pieces);
        ManagedRun perBlock = run(scheme, pieces, PER_BLOCK);
        assertThat(perBlock.result.last().fingerprint())
                .isNotEqualTo(staged.result.last().fingerprint());
        assertThat(perBlock.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(perBlock.events(EventKind.RECONFIGURED)).hasSize(1);
        Faults failed = Faults.none()
                .withLink(perBlock.network.resolved().faults().get(0).number());
        assertThat(perBlock.pairsCutOff(failed)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sr-la", "sr-pda", "double-scheme"})
    void tablesThatAreStoredAreUsedAsAWhole(String scheme) {
        String vls = "device.switch.vls=2";
        String before = run(scheme, vls).result.last().fingerprint();
        assertThat(run(scheme, vls, PER_BLOCK).result.last().fingerprint()).isEqualTo(before);
    }

    @Test
    void aTableInOneSmpIsNeverHalfWritten() {
        String whole = "manager.table-packet=whole";
        String before = run("ebr", whole).result.last().fingerprint();
        assertThat(run("ebr", whole, PER_BLOCK).result.last().fingerprint()).isEqualTo(before);
    }
}
