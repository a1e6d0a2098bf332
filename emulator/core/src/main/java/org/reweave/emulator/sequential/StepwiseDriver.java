package org.reweave.emulator.sequential;

import java.util.List;
import java.util.function.IntFunction;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.stats.DeviceLog;

/** A driver in the calling thread that can be stopped at any cycle, to look at devices there. */
public interface StepwiseDriver extends RunDriver {
    /**
     * Advances all devices to a cycle, or to the end of the run if that comes first, instead of {@link #run}; the
     * listener gets the cuts on the way.
     *
     * @return the cycle at which they stand: every event before it is done
     */
    long advance(long to);

    /** Whether the run has come to its end. */
    boolean isOver();

    /** All devices, by number. They are this driver's: look at them, or at copies. */
    List<Device> devices();

    @Override
    default void witness(IntFunction<DeviceLog.Witness> byDevice) {
        devices().forEach(device -> device.log().tell(byDevice.apply(device.id())));
    }
}
