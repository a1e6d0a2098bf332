package org.reweave.emulator.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonKey;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.reweave.routing.model.NearestName;

/** A value that each run of a sweep or comparison has, or lacks where it means nothing there. */
public enum Measure {
    DETECTION(
            "detection",
            "detection_ns",
            Unit.TIME,
            true,
            "from the first fault until the manager, or a switch, learns of it"),
    DISCOVERY("discovery", "discovery_ns", Unit.TIME, true, "from there until the manager knows what changed"),
    COMPUTATION("computation", "computation_ns", Unit.TIME, false, "from there until the first new tables are ready"),
    LAST_TABLE(
            "last table", "last_table_ns", Unit.TIME, true, "from tables ready to the last switch that uses its table"),
    LAST_NIC(
            "last NIC", "last_nic_ns", Unit.TIME, true, "from tables ready to the last NIC that is told of the change"),
    COMPLETED(
            "completed",
            "completed_ns",
            Unit.TIME,
            true,
            "from tables ready to the end of the reconfiguration as the scheme defines it"),
    WHOLE("fault to end", "whole_ns", Unit.TIME, true, "from the first fault to that end"),
    PAST_TRAFFIC(
            "past the traffic",
            "past_traffic_ns",
            Unit.TIME,
            true,
            "how much of that came after generators had stopped; losses are then of less traffic, and what was accepted"
                    + " meanwhile is left out: raise run.duration"),
    DROPS_BEFORE("drops before", "drops_before", Unit.PACKETS, true, "packets lost before the first tables were ready"),
    DROPS_AFTER("drops after", "drops_after", Unit.PACKETS, true, "packets lost from then on, discards included"),
    DISCARDS("discards", "discards", Unit.PACKETS, true, "packets that the scheme's own rule discarded"),
    REVISITS(
            "repeated visits",
            "repeated_visits",
            Unit.PACKETS,
            true,
            "visits of data packets to a switch that they had been in before"),
    REVISITING("packets that came again", "packets_that_came_again", Unit.PACKETS, false, "packets that made them"),
    LATENCY_BEFORE(
            "latency before",
            "latency_before_ns",
            Unit.TIME,
            true,
            "mean total latency of packets delivered between warm-up and first fault"),
    LATENCY_DELIVERED(
            "latency during, by delivery",
            "latency_delivered_ns",
            Unit.TIME,
            true,
            "mean total latency of packets delivered between first fault and end"),
    LATENCY_GENERATED(
            "latency during, by generation",
            "latency_generated_ns",
            Unit.TIME,
            true,
            "mean total latency of packets generated between first fault and end"),
    QUEUE_GENERATED(
            "queue latency during, by generation",
            "queue_generated_ns",
            Unit.TIME,
            false,
            "mean time from generation to the last injection of packets generated between first fault and end"),
    LATENCY_P99("99th percentile", "latency_p99_ns", Unit.TIME, false, "total latency of all measured packets"),
    LOAD_BEFORE("accepted before", "accepted_before", Unit.LOAD, false, "delivered between warm-up and first fault"),
    LOAD_DURING("accepted during", "accepted_during", Unit.LOAD, true, "delivered between first fault and end"),
    LOAD_LOWEST(
            "lowest accepted",
            "accepted_lowest",
            Unit.LOAD,
            true,
            "delivered in the worst stretch of ten cuts between first fault and end"),
    LATENCY("latency", "latency_ns", Unit.TIME, false, "mean total latency of all measured packets"),
    NETWORK_LATENCY(
            "network latency",
            "network_latency_ns",
            Unit.TIME,
            false,
            "mean latency from injection to delivery of all measured packets"),
    ACCEPTED("accepted", "accepted", Unit.LOAD, false, "delivered between warm-up and the end of traffic"),
    TOKENS("tokens", "tokens_ns", Unit.TIME, false, "from the first separator that is sent to the last that arrives"),
    TOKEN_WAITS(
            "waits for tokens",
            "token_waits",
            Unit.PACKETS,
            false,
            "packets blocked at the head of a switch's queue until a token had gone out at their output"),
    TOKEN_WAIT("wait for a token", "token_wait_ns", Unit.TIME, false, "mean time for which such a packet was blocked"),
    TOKEN_LATENCY(
            "token latency",
            "token_latency_ns",
            Unit.TIME,
            true,
            "all of that time, by packets generated between first fault and end"),
    FAIRNESS(
            "fairness",
            "fairness",
            Unit.SHARE,
            false,
            "Jain's index over the flits that NICs injected: 1 when all had the same"),
    SMPS("SMPs", "smps", Unit.PACKETS, true, "control packets with tables and notices, repetitions left out"),
    SMP_BYTES("SMP bytes", "smp_bytes", Unit.BYTES, false, "their bytes"),
    RETRANSMITTED(
            "sent again",
            "retransmitted",
            Unit.PACKETS,
            false,
            "packets that NICs sent once more, as their acknowledgement had not come in time"),
    DUPLICATES("had arrived", "duplicates", Unit.PACKETS, false, "packets that came once more to where they had been"),
    GIVEN_UP(
            "messages given up",
            "messages_given_up",
            Unit.PACKETS,
            false,
            "messages whose NIC gave up waiting for acknowledgements, though the messages themselves may have arrived");

    /** How values are shown. */
    public enum Unit {
        /** Nanoseconds. */
        TIME,
        PACKETS,
        BYTES,
        /** Fraction of what the NICs' links carry. */
        LOAD,
        /** 0 to 1. */
        SHARE
    }

    private final String title;
    private final String column;
    private final Unit unit;
    private final boolean shown;
    private final String meaning;

    Measure(String title, String column, Unit unit, boolean shown, String meaning) {
        this.title = title;
        this.column = column;
        this.unit = unit;
        this.shown = shown;
        this.meaning = meaning;
    }

    /** The measure's title for people. */
    public String title() {
        return title;
    }

    /** Name of the column in files. */
    public String column() {
        return column;
    }

    /** Name in JSON, in camel case; times are nanoseconds there, too. */
    @JsonKey
    public String key() {
        String[] words = name().toLowerCase(Locale.ROOT).split("_");
        StringBuilder key = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            key.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(words[i].substring(1));
        }
        return key.toString();
    }

    /** @throws IllegalArgumentException naming the nearest one when no measure has this key */
    @JsonCreator
    public static Measure ofKey(String key) {
        return named(key, Measure::key);
    }

    /**
     * A measure by the name of its column.
     *
     * @throws IllegalArgumentException naming the nearest one when no measure has this column
     */
    public static Measure ofColumn(String column) {
        return named(column, Measure::column);
    }

    private static Measure named(String name, Function<Measure, String> of) {
        Map<String, Measure> byName = new TreeMap<>();
        for (Measure measure : values()) {
            byName.put(of.apply(measure), measure);
        }
        Measure found = byName.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no measure is named '" + name + "'; the nearest name is "
                    + NearestName.of(name, byName.keySet()) + ", known are " + String.join(", ", byName.keySet()));
        }
        return found;
    }

    public Unit unit() {
        return unit;
    }

    /** Whether the table on the terminal has it; files have all. */
    public boolean isShown() {
        return shown;
    }

    /** Half a sentence. */
    public String meaning() {
        return meaning;
    }
}
