package org.reweave.reconfig.paths;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTest {
    @ParameterizedTest
    @CsvSource({"0xFFFFFF, 0, 0", "1, 15, 0", "1, 0, 15", "0xEFFFFF, 15, 15"})
    void fieldsDoNotTouchEachOtherNorThePlaceAndTheMark(String lid, int level, int lane) {
        int dlid = Integer.decode(lid);
        long path = Path.failed(Path.of(dlid, level, lane));
        assertThat(Path.destinationLid(path)).isEqualTo(dlid);
        assertThat(Path.level(path)).isEqualTo(level);
        assertThat(Path.lane(path)).isEqualTo(lane);
        assertThat(Path.isUsable(path)).isFalse();
        assertThat(Path.plain(path)).isEqualTo(Path.of(dlid, level, lane));
        assertThat(path & 0xffffff | path & 1L << 63)
                .as("the keeper's bits: place and presence of an entry")
                .isZero();
    }
}
