package org.reweave.routing.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    @Test
    void theFewestEditsWinAndTiesGoToTheFirstAlphabetically() {
        List<String> known = List.of("updown", "min-hop", "fat-tree");
        assertThat(NearestName.of("minhop", known)).isEqualTo("min-hop");
        assertThat(NearestName.of("Fattree", known)).isEqualTo("fat-tree");
        assertThat(NearestName.of("", List.of("bb", "aa"))).isEqualTo("aa");
    }

    @Test
    void onlyANameThatWasProbablyMeantIsNear() {
        List<String> known = List.of("run", "runs", "topo", "cluster");
        assertThat(NearestName.near("rnu", known)).contains("run");
        assertThat(NearestName.near("clustre", known)).contains("cluster");
        assertThat(NearestName.near("version", known)).isEmpty();
        assertThat(NearestName.near("nonsense", List.of())).isEmpty();
    }

    @Test
    void withNothingKnownNothingIsNear() {
        assertThatThrownBy(() -> NearestName.of("x", List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
