package org.reweave.emulator.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
