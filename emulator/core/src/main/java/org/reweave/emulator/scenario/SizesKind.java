package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.traffic.MessageSizes;

/** A list of {@code { size, share }}: sizes in whole flits, shares that add up to 1. */
final class SizesKind implements Kind<List<MessageSizes.Size>> {
    private static final Kind<Long> SIZE = Quantity.size(1);
    private static final Kind<Double> SHARE = Kinds.fraction();
    private static final double TOLERANCE = 1e-9;

    @Override
    public String accepts() {
        return "list of { size, share }";
    }

    @Override
    public String limits() {
        return "shares add up to 1";
    }

    @Override
    public String example() {
        return "[ { size = 32B, share = 0.8 }, { size = 4KB, share = 0.2 } ]";
    }

    @Override
    public List<MessageSizes.Size> read(ConfigValue value, TimeBase time) {
        if (!(value instanceof ConfigList list)) {
            throw new Refusal("is " + Kinds.describe(value) + ", not a list", "write for example " + example());
        }
        List<MessageSizes.Size> sizes = new ArrayList<>();
        double sum = 0;
        for (ConfigValue element : list) {
            if (!(element instanceof ConfigObject object)
                    || !object.keySet().equals(java.util.Set.of("size", "share"))) {
                throw new Refusal("has an element that is not { size, share }", "write for example " + example());
            }
            int flits = Math.toIntExact(SIZE.read(object.get("size"), time));
            double share = SHARE.read(object.get("share"), time);
            sizes.add(new MessageSizes.Size(flits, share));
            sum += share;
        }
        if (!sizes.isEmpty() && Math.abs(sum - 1) > TOLERANCE) {
            throw new Refusal("has shares that add up to " + sum + ", not 1", "correct them");
        }
        return List.copyOf(sizes);
    }

    @Override
    public Object write(List<MessageSizes.Size> sizes, TimeBase time) {
        return sizes.stream()
                .map(size -> Map.of("size", SIZE.write((long) size.flits(), time), "share", size.share()))
                .toList();
    }
}
