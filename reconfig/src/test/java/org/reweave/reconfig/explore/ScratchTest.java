package org.reweave.reconfig.explore;

import org.junit.jupiter.api.Test;

class ScratchTest {
    @Test
    void nothing() {}
}
