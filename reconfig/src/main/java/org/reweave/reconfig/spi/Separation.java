package org.reweave.reconfig.spi;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

/**
 * The meaning of a scheme's separators, for an observer of a run: which packets belong behind a separator, and what a
 * switch claims of packets when it reports, or when tables come in force.
 *
 * @param change number of the change that a separator's mark names
 * @param behind what makes a packet in a switch belong behind the separator that the switch sends
 * @param report claim of a switch that sends a report to the manager, by the report's message
 * @param installed claim of a switch whose tables come in force, by their argument
 * @param before change that every switch has to have claimed before tables come in force anywhere, by their argument; 0
 *     = none
 * @param atEnd VL of the claims that every switch has to have made of a change when the manager says that the change is
 *     complete; empty = none
 * @param needsTables whether every switch has to have stored its tables before a separator with that mark goes out
 * @param repeats by VL, when a link that comes up carries, ahead of all packets of that VL, a separator of the change
 *     that its sender's last one there was of, or of a later one
 * @param nicsAnswer whether a NIC that a separator comes to has sent one of that change, or of a later one, on that VL,
 *     unless it knows of a later change
 * @param callsOff whether a control packet tells a NIC that the change that it names, and all before, are over, so that
 *     their separators need no answer any more
 * @param asks whether a control packet asks a switch for the claim that tables of the next change need
 * @param escape VL that a change empties, and that packets then take as their escape and do not leave again in this
 *     change; empty = none
 */
public record Separation(
        LongUnaryOperator change,
        Behind behind,
        LongFunction<Optional<Claim>> report,
        LongFunction<Optional<Claim>> installed,
        LongUnaryOperator before,
        OptionalInt atEnd,
        LongPredicate needsTables,
        IntFunction<Repeats> repeats,
        boolean nicsAnswer,
        LongPredicate callsOff,
        LongPredicate asks,
        OptionalInt escape) {

    /** The reason for which a packet in a switch belongs behind the separator of a change that the switch sends. */
    public enum Behind {
        /** The packet came into the switch behind that separator. */
        THAT_SEPARATOR,
        /**
         * The packet came into the switch, or from the NIC, when the tables or the epoch of that change were in force.
         */
        ITS_TABLES,
        /** Separators say nothing about the packets that follow a switch's own. */
        NOTHING
    }

    /** When the separators of a VL are repeated on a link that comes up. */
    public enum Repeats {
        ALWAYS,
        /** As long as their sender knows of no later change. */
        UNTIL_THE_NEXT_CHANGE
    }

    /**
     * A switch's claim: every working input has brought the separator of a change, and every packet that came in ahead
     * of that separator has been granted or lost.
     *
     * @param lane the only VL of which that is said, or {@link #ALL}
     * @param ofNics whether it is said of inputs from NICs, too
     */
    public record Claim(long change, int lane, boolean ofNics) {
        public static final int ALL = -1;
    }
}
