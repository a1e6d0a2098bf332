package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.results.DeliverySample.Delivery;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

class DeliverySampleTest {
    private static final int MOST = 200;

    private static List<Delivery> deliveries(int count) {
        List<Delivery> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Delivery((long) (i % 7) << 32 | i / 7, i % 7, i, i + 10));
        }
        return all;
    }

    private static DeliverySample of(List<Delivery> deliveries) {
        DeliverySample sample = new DeliverySample(new int[0], MOST);
        deliveries.forEach(sample::add);
        return sample;
    }

    @Test
    void aSampleIsBoundedAndSpreadOverTheWholeRun() {
        List<Delivery> all = deliveries(50_000);
        List<Delivery> kept = of(all).kept();
        assertThat(kept).hasSizeBetween(MOST / 4, MOST).isSubsetOf(all);
        for (int tenth = 0; tenth < 10; tenth++) {
            int from = tenth * 5000;
            assertThat(kept)
                    .as("tenth " + tenth)
                    .anyMatch(one -> one.injected() >= from && one.injected() < from + 5000);
        }
        assertThat(of(all.subList(0, MOST)).kept()).isEqualTo(all.subList(0, MOST));
    }

    @Test
    void theOrderOfCandidatesDoesNotChooseAmongThem() {
        List<Delivery> all = deliveries(5_000);
        List<Delivery> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        assertThat(of(reversed).kept()).containsExactlyInAnyOrderElementsOf(of(all).kept());
    }

    @Test
    void aRestoredSampleGoesOnAsTheSavedOne() {
        List<Delivery> all = deliveries(9_000);
        ByteWriter saved = new ByteWriter();
        of(all.subList(0, 4_000)).visit(saved);
        DeliverySample restored = new DeliverySample(new int[0], MOST);
        ByteReader reader = new ByteReader(saved.toArray());
        restored.visit(reader);
        reader.end();
        all.subList(4_000, 9_000).forEach(restored::add);
        assertThat(restored.kept()).isEqualTo(of(all).kept());
    }

    private static byte[] state(DeliverySample sample) {
        ByteWriter state = new ByteWriter();
        sample.visit(state);
        return state.toArray();
    }

    @Test
    void whatASampleOfSomeNicsLeavesOutASampleOfAllDoesNotMiss() {
        List<Delivery> all = deliveries(20_000);
        DeliverySample whole = new DeliverySample(new int[0], MOST);
        DeliverySample rest = new DeliverySample(new int[0], MOST);
        DeliverySample[] some = {
            new DeliverySample(new int[0], MOST),
            new DeliverySample(new int[0], MOST),
            new DeliverySample(new int[0], MOST)
        };
        int left = 0;
        for (int cut = 0; cut < all.size(); cut += 50) {
            for (Delivery one : all.subList(cut, cut + 50)) {
                whole.add(one);
                if (some[one.device() % some.length].add(one)) {
                    rest.add(one);
                } else {
                    left++;
                }
            }
            assertThat(state(rest)).as("cut %d", cut).isEqualTo(state(whole));
        }
        assertThat(left).isGreaterThan(all.size() / 2);
    }
}
