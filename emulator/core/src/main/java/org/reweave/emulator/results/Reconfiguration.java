package org.reweave.emulator.results;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Map;

/**
 * One change of the fabric's tables, or of the routes that NICs choose. Times are cycles; null = the event did not
 * occur.
 *
 * @param scheme its registered name, or {@link #BRING_UP}
 * @param faultAt first failure or repair that no earlier reconfiguration covers; of a bring-up, its beginning
 * @param detectedAt when the manager learned of it; without a manager, when the first switch announced it
 * @param tablesReadyAt when the new tables were computed
 * @param distributedAt when the last device had acknowledged its tables
 * @param lastSwitchAt when the last switch used its new tables
 * @param lastNicAt when the last NIC that was told of the change had learned of it
 * @param completedAt the end of the reconfiguration as its scheme defines it (reconfig/docs/schemes.md)
 * @param smps that carried tables and notices, repetitions left out; announcements; of a bring-up, the answered
 *     questions of its discovery as well
 * @param devices that use the new tables; NICs that have heard all announcements
 * @param unroutable whether the engine found no tables
 * @param abandoned whether another one ended it before it was complete
 * @param discardedByCase packets that the scheme's own rule discarded, by case of the rule (EBR: row of thesis Table
 *     6.2)
 * @param ns the same times in nanoseconds
 */
@JsonIgnoreProperties("complete")
public record Reconfiguration(
        String scheme,
        Long faultAt,
        Long detectedAt,
        Long tablesReadyAt,
        Long distributedAt,
        Long lastSwitchAt,
        Long lastNicAt,
        Long completedAt,
        long smps,
        int devices,
        boolean unroutable,
        boolean abandoned,
        Map<Long, Long> discardedByCase,
        Times ns) {
    /** In place of a scheme's name: a bare fabric gets its first tables. */
    public static final String BRING_UP = "bring-up";

    /** Times of a reconfiguration in nanoseconds. */
    public record Times(
            Double faultAt,
            Double detectedAt,
            Double tablesReadyAt,
            Double distributedAt,
            Double lastSwitchAt,
            Double lastNicAt,
            Double completedAt) {}

    /** Whether every device uses the new tables. */
    public boolean isComplete() {
        return completedAt != null;
    }
}
