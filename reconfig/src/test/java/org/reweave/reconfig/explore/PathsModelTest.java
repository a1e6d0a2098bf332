package org.reweave.reconfig.explore;

import static org.reweave.reconfig.explore.PathFabrics.COMPLETE;
import static org.reweave.reconfig.explore.PathFabrics.MESH;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Schemes;

/** Paths that are added after a link has failed. */
class PathsModelTest {
    @Test
    void ring() {
        Explored.kept(PathFabrics.rftr(Schemes.get("rftr"), SmallFabrics.RING, 2, List.of("s0-s1"), 2, 13, 20, 31));
    }

    @Test
    void mesh() {
        Explored.kept(PathFabrics.rftr(Schemes.get("rftr"), MESH, 2, List.of("s0_1-s1_1"), 14, 41));
    }

    @Test
    void apmRing() {
        Explored.kept(PathFabrics.apm(Schemes.get("apm"), SmallFabrics.RING, 2, List.of("s0-s1"), 2, 13, 20, 31));
    }

    @Test
    void apmComplete() {
        Explored.kept(PathFabrics.apm(Schemes.get("apm"), COMPLETE, 3, List.of("s0-s1"), 01, 10));
    }

    @Test
    void combined() {
        Explored.kept(PathFabrics.combined(Schemes.get("combined"), COMPLETE, 2, 2, List.of("s0-s1"), 01, 10));
    }
}
