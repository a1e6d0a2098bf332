package org.reweave.emulator.spacetime;

/**
 * An event that another one, at another device, made happen.
 *
 * @param from number of the earlier event in its list
 * @param to number of the later one
 * @param certain whether no other event in the list could be the cause, such as an earlier copy of the same message
 */
public record Cause(int from, int to, boolean certain) {}
