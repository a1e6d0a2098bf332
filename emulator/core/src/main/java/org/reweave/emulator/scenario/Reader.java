package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.List;

/** Reads the keys of one object into {@link Values} and collects the problems of each key. */
final class Reader {
    private final Problems problems;
    private final ConfigObject root;
    private final String prefix;

    /** @param prefix of the object's paths: empty, or {@code faults[0].} */
    Reader(Problems problems, ConfigObject root, String prefix) {
        this.problems = problems;
        this.root = root;
        this.prefix = prefix;
    }

    /**
     * @param time null while cycle or flit is unknown
     * @param mayBeMissing prefixes of paths whose absence is no problem
     */
    Values read(List<? extends Key<?, ?>> keys, TimeBase time, List<String> mayBeMissing) {
        Values values = new Values(prefix, problems.sources(), time);
        keys.forEach(key -> read(key, values, mayBeMissing));
        return values;
    }

    private <T> void read(Key<?, T> key, Values values, List<String> mayBeMissing) {
        Found found = find(key.path());
        try {
            if (found.value() != null
                    && !(key.isAuto() && "auto".equals(found.value().unwrapped()))) {
                values.put(key, key.kind().read(found.value(), values.time()));
            } else if (key.derived() != null) {
                if (values.has(key.derived().from())) {
                    values.put(key, key.derived().value().apply(values));
                }
            } else if (!found.blocked() && mayBeMissing.stream().noneMatch(key.path()::startsWith)) {
                String example = key.path() + " = " + key.kind().example();
                problems.refuseKey(values.path(key), "is missing", "write for example " + example);
            }
        } catch (Refusal refusal) {
            if (found.value() == null) {
                problems.refuseKey(values.path(key), refusal.complaint(), refusal.remedy());
            } else {
                problems.refuse(values.path(key), refusal);
            }
        }
    }

    /**
     * @param value null = the key is not written
     * @param blocked a plain value stands where a section should be, which is a problem of its own
     */
    private record Found(ConfigValue value, boolean blocked) {}

    private Found find(String path) {
        ConfigValue value = root;
        for (String part : ConfigUtil.splitPath(path)) {
            if (value != null && !(value instanceof ConfigObject)) {
                return new Found(null, true);
            }
            value = value == null ? null : ((ConfigObject) value).get(part);
        }
        return new Found(value == null || value.valueType() == ConfigValueType.NULL ? null : value, false);
    }
}
