package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.required;
import static org.reweave.emulator.scenario.Kinds.text;
import static org.reweave.emulator.scenario.Kinds.whole;

import java.util.List;
import org.reweave.emulator.lax.LateFrames;

/** The list {@code late}, which {@code run.lax.schedule = listed} follows, and the keys of one element. */
final class LateKeys {
    private static final long MOST = Long.MAX_VALUE / 4;
    private static final Keys<LateFrames> ELEMENT = new Keys<>();

    static final Key<LateFrames, String> DEVICE =
            ELEMENT.add(required("device", text("\"s0_0\""), "that is told late", LateFrames::device));
    static final Key<LateFrames, Long> PORT = ELEMENT.add(
            required("port", whole(1, 1_000), "of this device, by which it is told", late -> (long) late.port()));
    static final Key<LateFrames, Long> STEP = ELEMENT.add(required(
            "step", whole(0, MOST), "the first step of run.lax.step that does without frames", LateFrames::step));
    static final Key<LateFrames, Long> STEPS =
            ELEMENT.add(required("steps", whole(1, MOST), "how many steps do", LateFrames::steps));
    static final Key<LateFrames, Long> FRAMES =
            ELEMENT.add(required("frames", whole(1, MOST), "how many frames, a step's worth each", LateFrames::frames));

    static final ListKeys<LateFrames> LIST =
            new ListKeys<>("late", ELEMENT.all(), "{ device = s0_0, port = 2, step = 600, steps = 4, frames = 3 }");

    private LateKeys() {}

    static List<LateFrames> late(List<Values> list) {
        return list.stream()
                .map(in -> new LateFrames(in.get(DEVICE), in.count(PORT), in.get(STEP), in.get(STEPS), in.get(FRAMES)))
                .toList();
    }
}
