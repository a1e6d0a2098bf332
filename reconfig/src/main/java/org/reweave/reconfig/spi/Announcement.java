package org.reweave.reconfig.spi;

import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

/**
 * The meaning of what switches broadcast about themselves, for an observer of a run.
 *
 * @param down mask of the ports that do not work, port p being bit p - 1, by the message
 * @param isBack whether a port has come up since the switch's last broadcast, by the message
 */
public record Announcement(LongUnaryOperator down, LongPredicate isBack) {}
