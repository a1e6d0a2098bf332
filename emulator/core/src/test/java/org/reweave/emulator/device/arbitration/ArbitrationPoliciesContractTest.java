package org.reweave.emulator.device.arbitration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.device.arbitration.ArbitrationPolicy.Setting;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** The duties of every arbitration policy, and for each a model of its order that shares nothing with it. */
class ArbitrationPoliciesContractTest {
    private static final int[] SIZES = {1, 5, 64, 65, 130};
    private static final int STEPS = 2_000;

    static List<ArbitrationPolicy> policies() {
        return ArbitrationPolicies.registry().names().stream()
                .map(ArbitrationPolicies::get)
                .toList();
    }

    /** Heads as sets and an array, with the draws of a test. */
    private static final class Table implements Heads {
        private final List<Set<Integer>> asking = new ArrayList<>(); // by output
        private final long[] generated;
        private long now;

        Table(int queues) {
            IntStream.range(0, queues).forEach(output -> asking.add(new HashSet<>()));
            generated = new long[queues];
        }

        @Override
        public int next(int output, int from) {
            return asking.get(output).stream()
                    .filter(queue -> queue >= from)
                    .min(Comparator.naturalOrder())
                    .orElse(-1);
        }

        @Override
        public long generated(int queue) {
            return generated[queue];
        }

        /** A packet that was generated a while ago becomes the head of a queue and asks for some outputs. */
        void arrive(int queue, Random random) {
            generated[queue] = ++now - random.nextInt(4);
            for (int i = 0; i < 2; i++) {
                asking.get(random.nextInt(asking.size())).add(queue);
            }
        }

        void withdraw(int queue) {
            asking.forEach(queues -> queues.remove(queue));
        }

        boolean isAsking(int queue) {
            return asking.stream().anyMatch(queues -> queues.contains(queue));
        }

        /** Some heads come; about as many have gone since. */
        void change(Random random) {
            for (int i = random.nextInt(3); i > 0; i--) {
                int queue = random.nextInt(asking.size());
                if (!isAsking(queue)) {
                    arrive(queue, random);
                }
            }
        }
    }

    /** The order in which the heads that ask for an output are to be tried. */
    private interface Model {
        List<Integer> order(Table table, int output);

        default void granted(int output, int queue) {}
    }

    /** A line of queues at each output: whoever is served goes behind all others, with those that were passed over. */
    private static final class Lines implements Model {
        private final Map<Integer, List<Integer>> lines = new HashMap<>();
        private final int queues;

        Lines(int queues) {
            this.queues = queues;
        }

        private List<Integer> line(int output) {
            return lines.computeIfAbsent(
                    output,
                    unused -> new ArrayList<>(IntStream.range(0, queues).boxed().toList()));
        }

        @Override
        public List<Integer> order(Table table, int output) {
            return line(output).stream()
                    .filter(table.asking.get(output)::contains)
                    .toList();
        }

        @Override
        public void granted(int output, int queue) {
            List<Integer> line = line(output);
            int moved;
            do {
                moved = line.remove(0);
                line.add(moved);
            } while (moved != queue);
        }
    }

    private static Model byAge() {
        return (table, output) -> IntStream.range(0, table.generated.length)
                .boxed()
                .filter(table.asking.get(output)::contains)
                .sorted(Comparator.comparing(queue -> table.generated[queue])) // stable: lower queues first
                .toList();
    }

    /** A matrix arbiter as textbooks draw it: a bit for each pair says which of the two comes first. */
    private static final class Bits implements Model {
        private final Map<Integer, boolean[][]> beats = new HashMap<>();
        private final int queues;

        Bits(int queues) {
            this.queues = queues;
        }

        private boolean[][] beats(int output) {
            return beats.computeIfAbsent(output, unused -> {
                boolean[][] bits = new boolean[queues][queues];
                for (int i = 0; i < queues; i++) {
                    Arrays.fill(bits[i], i + 1, queues, true);
                }
                return bits;
            });
        }

        @Override
        public List<Integer> order(Table table, int output) {
            boolean[][] bits = beats(output);
            List<Integer> left = new ArrayList<>(table.asking.get(output));
            List<Integer> order = new ArrayList<>();
            while (!left.isEmpty()) {
                Integer winner = left.stream()
                        .filter(one -> left.stream().allMatch(other -> other.equals(one) || bits[one][other]))
                        .findFirst()
                        .orElseThrow();
                order.add(winner);
                left.remove(winner);
            }
            return order;
        }

        @Override
        public void granted(int output, int queue) {
            boolean[][] bits = beats(output);
            for (int other = 0; other < queues; other++) {
                bits[queue][other] = false;
                bits[other][queue] = other != queue;
            }
        }
    }

    private static Model byQueue() {
        return (table, output) -> table.asking.get(output).stream().sorted().toList();
    }

    /** The models of policies whose order follows from what has happened. */
    private static Map<String, Model> models(int queues) {
        return Map.of(
                "round-robin", new Lines(queues),
                "islip", new Lines(queues),
                "age", byAge(),
                "fixed", byQueue(),
                "matrix", new Bits(queues));
    }

    private static Arbitration begin(ArbitrationPolicy policy, Table table) {
        return policy.begin(new Setting(table.generated.length, table.generated.length, table, 7, 3));
    }

    private static List<Integer> order(Arbitration order, int output) {
        List<Integer> tried = new ArrayList<>();
        for (int queue = order.first(output); queue >= 0; queue = order.next(output, queue)) {
            tried.add(queue);
        }
        return tried;
    }

    @Test
    void everyPolicyHasAModelOrIsDrawn() {
        Set<String> names = new HashSet<>(models(1).keySet());
        names.add("random");
        assertThat(policies()).extracting(ArbitrationPolicy::name).containsExactlyInAnyOrderElementsOf(names);
    }

    static Stream<ArbitrationPolicy> modelled() {
        return policies().stream().filter(policy -> models(1).containsKey(policy.name()));
    }

    @ParameterizedTest
    @MethodSource("modelled")
    void headsAreTriedInTheOrderOfTheModel(ArbitrationPolicy policy) {
        for (int queues : SIZES) {
            Random random = new Random(queues);
            Table table = new Table(queues);
            Model model = models(queues).get(policy.name());
            Arbitration order = begin(policy, table);
            for (int step = 0; step < STEPS; step++) {
                table.change(random);
                int output = random.nextInt(queues);
                List<Integer> expected = model.order(table, output);
                assertThat(order(order, output)).isEqualTo(expected);
                if (!expected.isEmpty()) {
                    int winner = expected.get(random.nextInt(expected.size()));
                    order.granted(output, winner);
                    model.granted(output, winner);
                    table.withdraw(winner);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void everyHeadThatAsksIsTriedOnceAndNoOtherEvenIfSomeAreDiscardedMeanwhile(ArbitrationPolicy policy) {
        for (int queues : SIZES) {
            Random random = new Random(queues);
            Table table = new Table(queues);
            Arbitration order = begin(policy, table);
            for (int step = 0; step < STEPS; step++) {
                table.change(random);
                int output = random.nextInt(queues);
                Set<Integer> expected = new HashSet<>(table.asking.get(output));
                List<Integer> tried = new ArrayList<>();
                for (int queue = order.first(output); queue >= 0; queue = order.next(output, queue)) {
                    tried.add(queue);
                    if (random.nextInt(3) == 0) {
                        table.withdraw(queue);
                    }
                }
                assertThat(tried).doesNotHaveDuplicates().hasSameElementsAs(expected);
                if (!table.asking.get(output).isEmpty()) {
                    int winner = table.next(output, 0);
                    order.granted(output, winner);
                    table.withdraw(winner);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whereAPolicyServesEveryHeadNoneWaitsForMoreThanOneGrantToEachOther(ArbitrationPolicy policy) {
        int queues = 12;
        for (int watched = 0; watched < queues; watched++) {
            Table table = new Table(queues);
            Arbitration order = begin(policy, table);
            IntStream.range(0, queues).forEach(queue -> table.asking.get(0).add(queue));
            int grants = 0;
            int winner;
            do {
                winner = order.first(0);
                order.granted(0, winner);
                table.generated[winner] = ++table.now; // the next packet of the queue asks at once
                grants++;
            } while (winner != watched && grants < 1_000);
            if (policy.servesEveryHead()) {
                assertThat(grants).isLessThanOrEqualTo(queues);
            } else if (policy.name().equals("fixed") && watched > 0) {
                assertThat(grants).as("a queue that starves").isEqualTo(1_000);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aPolicyGoesOnFromItsSavedState(ArbitrationPolicy policy) {
        int queues = 9;
        Random random = new Random(9);
        Table table = new Table(queues);
        Arbitration order = begin(policy, table);
        for (int step = 0; step < STEPS; step++) {
            table.change(random);
            StateWriter out = new StateWriter();
            order.visit(out);
            Arbitration copy = begin(policy, table);
            StateReader in = new StateReader(out.toArray());
            copy.visit(in);
            in.end();
            for (int output = 0; output < queues; output++) {
                assertThat(order(copy, output)).isEqualTo(order(order, output));
            }
            int output = random.nextInt(queues);
            int winner = order.first(output);
            if (winner >= 0) {
                order.granted(output, winner);
                table.withdraw(winner);
            }
        }
    }

    /** The policy that draws has no other model than that all orders are equally likely, at each output by itself. */
    @Test
    void theRandomPolicyTriesThreeHeadsInEachOfTheirOrdersEquallyOften() {
        int rounds = 60_000;
        for (int output : new int[] {0, 4}) {
            Table table = new Table(5);
            table.asking.get(output).addAll(List.of(0, 2, 3));
            Arbitration order = begin(ArbitrationPolicies.get("random"), table);
            Map<List<Integer>, Integer> seen = new HashMap<>();
            for (int round = 0; round < rounds; round++) {
                seen.merge(order(order, output), 1, Integer::sum);
                order.granted(output, 2);
            }
            assertThat(seen).hasSize(6);
            assertThat(seen.values())
                    .as("6 standard deviations around a sixth")
                    .allMatch(count -> Math.abs(count - rounds / 6.0) < 6 * Math.sqrt(rounds * 5.0 / 36));
        }
    }

    @Test
    void theRandomPolicyDrawsOtherOrdersInAnotherSwitchAndInAnotherRun() {
        Table table = new Table(20);
        IntStream.range(0, 20).forEach(queue -> table.asking.get(1).add(queue));
        ArbitrationPolicy random = ArbitrationPolicies.get("random");
        List<Integer> here = order(random.begin(new Setting(20, 20, table, 1, 1)), 1);
        assertThat(order(random.begin(new Setting(20, 20, table, 1, 1)), 1)).isEqualTo(here);
        assertThat(order(random.begin(new Setting(20, 20, table, 2, 1)), 1)).isNotEqualTo(here);
        assertThat(order(random.begin(new Setting(20, 20, table, 1, 2)), 1)).isNotEqualTo(here);
    }
}
