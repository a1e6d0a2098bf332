package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.Device;

/** The timers of a switch by type; of one cycle's timers the lower type comes first. */
final class TimerTypes {
    /** Index: input queue. The output of the oldest packet without one is known. */
    static final int ROUTED = Device.FIRST_TIMER;

    /** Index: input queue. The tail of a head that is stored whole has come. */
    static final int COMPLETE = Device.FIRST_TIMER + 1;

    /** Index: port. A packet has crossed to the port's output buffers. */
    static final int OUTPUT_READY = Device.FIRST_TIMER + 2;

    /** Index: input queue. The space of the head that is leaving is free. */
    static final int RELEASE = Device.FIRST_TIMER + 3;

    /** Index: output. The space of a packet that was given up is free, or the crossbar's path to the output is. */
    static final int OUTPUT_FREE = Device.FIRST_TIMER + 4;

    /** Index: port. A path of this input port into the crossbar is free. */
    static final int INPUT_FREE = Device.FIRST_TIMER + 5;

    /** An agent timer; index: {@link org.reweave.reconfig.spi.SwitchTimer}. */
    static final int SCHEME = Device.FIRST_AGENT_TIMER;

    /** An agent timer; index: the port whose change the manager is told. */
    static final int TRAP = Device.FIRST_AGENT_TIMER + 1;

    private TimerTypes() {}
}
