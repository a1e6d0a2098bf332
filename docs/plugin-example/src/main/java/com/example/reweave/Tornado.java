package com.example.reweave;

import org.reweave.emulator.traffic.TrafficPattern;

/** A traffic pattern: every NIC sends almost half way round, which loads one direction of a ring alone. */
public final class Tornado implements TrafficPattern {
    @Override
    public String name() {
        return "tornado";
    }

    @Override
    public String summary() {
        return "the NIC almost half way round";
    }

    @Override
    public Ranks over(Setting setting) {
        int step = Math.max(1, (setting.count() - 1) / 2);
        return (rank, counter) -> (rank + step) % setting.count();
    }
}
