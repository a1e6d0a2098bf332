package org.reweave.emulator.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.reweave.routing.model.SeededSequence;

class CsvTextTest {
    @Test
    void cellsAreQuotedWhereTheyMustBeAndNothingIsEmpty() {
        CsvText csv = new CsvText(List.of("name", "value", "note"));
        csv.row(Arrays.asList("torus:4x4", 1, null));
        csv.row(List.of("kns:8,2", CsvText.decimals(0.5, 3), "a \"b\"\nc"));
        assertThat(csv).hasToString("name,value,note\ntorus:4x4,1,\n\"kns:8,2\",0.500,\"a \"\"b\"\"\nc\"\n");
    }

    @Test
    void aRowHasACellForEachColumn() {
        CsvText csv = new CsvText(List.of("a", "b"));
        assertThatThrownBy(() -> csv.row(List.of(1))).hasMessage("1 cells for 2 columns: [1]");
    }

    @Test
    void decimalsAreRoundedAsThePrintedNumberIs() {
        assertThat(List.of(
                        CsvText.decimals(0.1234565, 6),
                        CsvText.decimals(-2.5, 0),
                        CsvText.decimals(1e21, 2),
                        CsvText.decimals(3e-9, 6),
                        CsvText.decimals(-3e-9, 6),
                        CsvText.decimals(0.0, 3),
                        CsvText.decimals(Double.NaN, 3)))
                .containsExactly(
                        "0.123457", "-3", "1000000000000000000000.00", "0.000000", "-0.000000", "0.000", "NaN");
        assertThat(CsvText.decimals(null, 3)).isNull();
        SeededSequence random = new SeededSequence(1);
        for (int i = 0; i < 2000; i++) {
            double value = (random.below(2_000_000) - 1_000_000) / Math.pow(10, random.below(9));
            int digits = random.below(8);
            assertThat(CsvText.decimals(value, digits))
                    .isEqualTo(String.format(Locale.ROOT, "%." + digits + "f", value));
        }
    }
}
