package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BooksTest {
    private static final int LANES = 2;

    @ParameterizedTest(name = "{0} queues, {1} outputs")
    @CsvSource({"4, 4", "70, 6", "3, 130"})
    void aMatrixCountsTheRequestsThatItHolds(int queues, int outputs) {
        RequestMatrix requests = new RequestMatrix(queues, outputs);
        TreeSet<Integer> made = new TreeSet<>();
        Random random = new Random(1);
        for (int step = 0; step < 2_000; step++) {
            int queue = random.nextInt(queues);
            int output = random.nextInt(outputs);
            if (made.contains(queue * outputs + output)) {
                requests.remove(queue, output);
                made.remove(queue * outputs + output);
            } else {
                requests.add(queue, output);
                made.add(queue * outputs + output);
            }
            requests.audit();
            int first = made.isEmpty() ? 0 : made.first() / outputs;
            assertThat(requests.isRequesting(first)).isEqualTo(!made.isEmpty());
        }
    }

    @Test
    void spaceOfAnOutputIsThatOfItsPacketsAndOfTheOneOnTheLink() {
        OutputBuffers buffers = new OutputBuffers(3, LANES, 16);
        buffers.add(2 * LANES + 1, 7, 4);
        buffers.add(2 * LANES + 1, 8, 5);
        buffers.audit(2 * LANES + 1, 9);
        buffers.send(2, 1, 4);
        buffers.audit(2 * LANES + 1, 5);
        buffers.sent(2);
        buffers.audit(2 * LANES + 1, 5);
        assertThatIllegalStateException()
                .isThrownBy(() -> buffers.audit(2 * LANES + 1, 0))
                .withMessage("port 3 VL 1: packets have 0 flits of the output buffer, and 5 are counted");
    }
}
