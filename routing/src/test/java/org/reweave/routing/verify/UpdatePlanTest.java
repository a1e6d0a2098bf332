package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class UpdatePlanTest {
    private static final long ENOUGH = 1_000_000;

    private static RoutingTables updown(Fabric fabric, String root) {
        return EngineRegistry.load()
                .engine("updown")
                .route(fabric, Faults.none(), new EngineOptions(Map.of("root", root)));
    }

    /** Fifty fabrics of five or six switches, up/down from one root to another. */
    @Test
    void thePlanExistsWhereTrialOfEveryOrderFindsOne() {
        int with = 0;
        int without = 0;
        for (int seed = 1; seed <= 50; seed++) {
            Fabric fabric =
                    FabricGenerators.parse("irregular:" + (5 + seed % 2) + "," + (2 + seed / 2 % 2) + ",seed=" + seed);
            RoutingTables before = updown(fabric, fabric.deviceName(0));
            RoutingTables after = updown(fabric, fabric.deviceName(1 + seed % 4));
            Trial trial = new Trial(before, after);
            UpdatePlan.Result plan = UpdatePlan.of(before, after, Faults.none(), ENOUGH);

            boolean exists = trial.anyOrder(Set.of());
            assertThat(plan.found()).as(fabric.name()).isEqualTo(exists);
            assertThat(plan.complete()).isTrue();
            if (exists) {
                with++;
                assertThat(plan.order()).hasSize(plan.differing()).doesNotHaveDuplicates();
                assertThat(trial.isSound(plan.order(), Set.of())).isTrue();
            } else {
                without++;
                assertThat(plan.obstacles()).isNotEmpty();
                Set<Integer> drain = new TreeSet<>(plan.drain());
                assertThat(trial.isSound(plan.drainOrder(), drain)).isTrue();
                for (int nic : plan.drain()) {
                    Set<Integer> fewer = new TreeSet<>(drain);
                    fewer.remove(nic);
                    assertThat(trial.anyOrder(fewer))
                            .as("without draining " + nic)
                            .isFalse();
                }
            }
        }
        assertThat(with).as("fabrics with an order").isGreaterThan(5);
        assertThat(without).as("fabrics without").isGreaterThan(5);
    }

    @Test
    void equalTablesNeedNoStep() {
        Fabric fabric = FabricGenerators.parse("torus:3x3");
        RoutingTables tables = updown(fabric, "s0_0");
        UpdatePlan.Result plan = UpdatePlan.of(tables, updown(fabric, "s0_0"), Faults.none(), ENOUGH);
        assertThat(plan.found()).isTrue();
        assertThat(plan.order()).isEmpty();
    }

    @Test
    void aSearchThatItsBudgetEndedSaysSo() {
        Fabric fabric = FabricGenerators.parse("torus:3x3");
        UpdatePlan.Result plan = UpdatePlan.of(updown(fabric, "s0_0"), updown(fabric, "s1_1"), Faults.none(), 1);
        assertThat(plan.found()).isFalse();
        assertThat(plan.complete()).isFalse();
        assertThat(plan.drain()).isEmpty();
    }

    @Test
    void tablesThatDeadlockByThemselvesAreRefused() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        RoutingTables cyclic =
                EngineRegistry.load().engine("min-hop").route(fabric, Faults.none(), EngineOptions.none());
        assertThatThrownBy(() -> UpdatePlan.of(cyclic, updown(fabric, "s0_0"), Faults.none(), ENOUGH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the old tables, of min-hop, have a cycle");
    }

    /** Every order, tried by following single packets; shares no code with the search. */
    private static final class Trial {
        private final RoutingTables before;
        private final RoutingTables after;
        private final Fabric fabric;
        private final List<Integer> differing = new ArrayList<>();

        Trial(RoutingTables before, RoutingTables after) {
            this.before = before;
            this.after = after;
            this.fabric = before.fabric();
            for (int s = 0; s < fabric.switchCount(); s++) {
                if (!Arrays.equals(before.lft(s), after.lft(s))) {
                    differing.add(s);
                }
            }
        }

        boolean anyOrder(Set<Integer> drain) {
            return anyOrder(new ArrayList<>(), drain);
        }

        private boolean anyOrder(List<Integer> begun, Set<Integer> drain) {
            if (begun.size() == differing.size()) {
                return true;
            }
            for (int next : differing) {
                if (!begun.contains(next) && isSoundStep(begun, next, drain)) {
                    List<Integer> more = new ArrayList<>(begun);
                    more.add(next);
                    if (anyOrder(more, drain)) {
                        return true;
                    }
                }
            }
            return false;
        }

        boolean isSound(List<Integer> order, Set<Integer> drain) {
            for (int i = 0; i < order.size(); i++) {
                if (!isSoundStep(order.subList(0, i), order.get(i), drain)) {
                    return false;
                }
            }
            return new HashSet<>(order).containsAll(differing);
        }

        private boolean isSoundStep(List<Integer> done, int next, Set<Integer> drain) {
            Map<Integer, Set<Integer>> waits = new HashMap<>();
            List<Integer> all = new ArrayList<>(done);
            all.add(next);
            for (int nic = fabric.switchCount(); nic < fabric.deviceCount(); nic++) {
                if (drain.contains(nic)) {
                    continue;
                }
                for (int from = 0; from < fabric.switchCount(); from++) {
                    if (!arrives(all, from, nic)) {
                        return false;
                    }
                }
                for (int source = fabric.switchCount(); source < fabric.deviceCount(); source++) {
                    follow(done, next, fabric.attachedSwitch(source), -1, nic, waits, 0);
                }
            }
            return waits.keySet().stream().noneMatch(link -> returns(waits, link, link, new HashSet<>()));
        }

        private boolean arrives(List<Integer> done, int from, int nic) {
            int at = from;
            for (int hops = 0; hops <= fabric.switchCount(); hops++) {
                int port = (done.contains(at) ? after : before).outPort(at, fabric.nicLid(nic, 1));
                if (port < 1 || port > fabric.portCount(at)) {
                    return false;
                }
                at = fabric.peer(at, port);
                if (!fabric.isSwitch(at)) {
                    return at == nic;
                }
            }
            return false;
        }

        private void follow(
                List<Integer> done, int next, int at, int held, int nic, Map<Integer, Set<Integer>> waits, int hops) {
            if (!fabric.isSwitch(at) || hops > 3 * fabric.switchCount()) {
                return;
            }
            List<RoutingTables> tables =
                    at == next ? List.of(before, after) : List.of(done.contains(at) ? after : before);
            for (RoutingTables one : tables) {
                int port = one.outPort(at, fabric.nicLid(nic, 1));
                int link = fabric.directedLink(at, port);
                if (held >= 0 && fabric.isTrunk(link >> 1)) {
                    waits.computeIfAbsent(held, unknown -> new TreeSet<>()).add(link);
                }
                follow(done, next, fabric.peer(at, port), link, nic, waits, hops + 1);
            }
        }

        private static boolean returns(Map<Integer, Set<Integer>> waits, int from, int to, Set<Integer> seen) {
            for (int next : waits.getOrDefault(from, Set.of())) {
                if (next == to || (seen.add(next) && returns(waits, next, to, seen))) {
                    return true;
                }
            }
            return false;
        }
    }
}
