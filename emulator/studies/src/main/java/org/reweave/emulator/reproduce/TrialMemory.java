package org.reweave.emulator.reproduce;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where runs of experiments are kept, so that none is executed twice. Keys name base, overrides and seed. */
public interface TrialMemory {
    Optional<TrialResult> find(String key);

    void keep(String key, TrialResult result);

    /** A memory that ends with the process. */
    static TrialMemory inProcess() {
        ConcurrentHashMap<String, TrialResult> kept = new ConcurrentHashMap<>();
        return new TrialMemory() {
            @Override
            public Optional<TrialResult> find(String key) {
                return Optional.ofNullable(kept.get(key));
            }

            @Override
            public void keep(String key, TrialResult result) {
                kept.put(key, result);
            }
        };
    }
}
