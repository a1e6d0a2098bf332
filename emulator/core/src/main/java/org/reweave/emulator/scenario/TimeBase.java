package org.reweave.emulator.scenario;

import java.math.BigInteger;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.model.LinkRate;

/**
 * The length of a cycle and the size of a flit.
 *
 * @param cyclePs picoseconds per cycle
 * @param flitBytes bytes per flit
 */
public record TimeBase(long cyclePs, int flitBytes) {
    private static final long PS_PER_MS = 1_000_000_000L;

    public TimeBase {
        if (cyclePs < 1 || flitBytes < 1) {
            throw new IllegalArgumentException(
                    "cycle of " + cyclePs + " ps, flit of " + flitBytes + " bytes: both are at least 1");
        }
    }

    /** The link time of a flit at a rate, exact: {@code flitBytes * 8 bits / rate / cycle}. */
    public FlitTime flitTime(LinkRate rate) {
        BigInteger num = BigInteger.valueOf(flitBytes).multiply(BigInteger.valueOf(8 * PS_PER_MS));
        BigInteger den = BigInteger.valueOf(rate.kbps()).multiply(BigInteger.valueOf(cyclePs));
        BigInteger common = num.gcd(den);
        return new FlitTime(
                num.divide(common).longValueExact(), den.divide(common).longValueExact());
    }

    /** A number of cycles in nanoseconds. */
    public double nanoseconds(double cycles) {
        return cycles * cyclePs / 1000.0;
    }
}
