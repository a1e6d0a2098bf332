package org.reweave.reconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.spi.Scheme;

/** Every scheme of the registry keeps the contract. */
class SchemesContractTest extends SchemeContract {
    @Override
    protected List<Scheme> schemes() {
        return Schemes.names().stream().map(Schemes::get).toList();
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aSchemeIsFoundByItsName(Scheme scheme) {
        assertThat(Schemes.get(scheme.name())).isSameAs(scheme);
    }

    @Test
    void anUnknownNameIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Schemes.get("ebrx"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'ebrx'")
                .hasMessageContaining(String.join(", ", Schemes.names()));
    }
}
