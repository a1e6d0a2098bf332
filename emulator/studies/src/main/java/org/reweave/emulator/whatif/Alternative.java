package org.reweave.emulator.whatif;

import java.util.List;
import org.reweave.routing.verify.RouteReport;

/**
 * Tables that a fabric may have after a failure.
 *
 * @param name of the engine; {@link WhatIf#PRESENT} = the present tables, which nobody replaces
 * @param report what the tables do after the failure; null = the engine has none
 * @param differing switches whose LFT differs from the present one
 * @param emulated the failure under traffic; null = it was not emulated
 * @param refusals why the engine has no tables, or why the failure was not emulated
 */
public record Alternative(
        String name, RouteReport report, int differing, EmulatedFailure emulated, List<String> refusals) {
    public Alternative {
        refusals = List.copyOf(refusals);
    }

    /** @param presentTables what the run of the present tables tells of the time before the failure */
    Alternative overloadedAs(Alternative presentTables) {
        boolean isKnown = emulated != null && presentTables.emulated != null;
        return isKnown
                ? new Alternative(name, report, differing, emulated.overloadedAs(presentTables.emulated), refusals)
                : this;
    }
}
