package org.reweave.reconfig.spi;

/** An effect of a manager's protocol; effects are performed in their order. */
public sealed interface ManagerEffect {
    /** An effect that the driver performs; the other effects are performed by the manager's machine. */
    sealed interface ForDriver extends ManagerEffect {
        @Override
        default <R> R fold(ManagerEffect.Cases<R> cases) {
            return cases.forDriver(this);
        }

        /** One function per effect. */
        interface Cases<R> {
            R sendTables(SendTables effect);

            R notify(Notify effect);

            R sendControl(SendControl effect);

            R broadcast(Broadcast effect);

            R askCounts(AskCounts effect);

            R setTimer(SetTimer effect);

            R reached(Reached effect);
        }

        <R> R perform(Cases<R> cases);
    }

    /**
     * Argument of tables and paths of which the device's agent is not told, as if the device had had them all along.
     */
    long UNTOLD = -1;

    /** How much of a table is sent. */
    enum Extent {
        /** The whole LFT, with the SLtoVL rows that differ from what the switch has. */
        FULL,
        /** Only the blocks that differ from what the switch has. */
        DIFFERENCE,
        /** Only the entries that differ, one by one where that is less than their blocks. */
        ENTRIES
    }

    /** The use of a table in a switch, once the whole table has arrived. */
    enum Use {
        AT_ONCE,
        /** Keep it beside the one in force, in place of what was stored before, until the agent puts it in force. */
        STORED
    }

    /**
     * Send a switch its new table.
     *
     * @param argument for {@link SwitchAgent#installed} or {@link SwitchAgent#stored}
     */
    record SendTables(int device, Extent extent, Use use, long argument) implements ForDriver {
        public SendTables {
            if (use == Use.STORED && extent != Extent.FULL) {
                throw new IllegalArgumentException("a stored table is sent whole");
            }
        }

        @Override
        public <R> R perform(ForDriver.Cases<R> cases) {
            return cases.sendTables(this);
        }
    }

    /**
     * Tell a NIC of the change under way, or of the last one, together with those of its paths that differ from what it
     * has.
     *
     * @param argument for {@link NicAgent#installed}
     */
    record Notify(int device, long argument) implements ForDriver {
        @Override
        public <R> R perform(ForDriver.Cases<R> cases) {
            return cases.notify(this);
        }
    }

    /**
     * Send a device a control packet of the scheme's own. It comes once and in order, however often the network repeats
     * it.
     *
     * @param control for {@link NicAgent#receiveControl} or {@link SwitchAgent#receiveControl}
     * @param resumes whether the device is a NIC that injects again from this packet on: where paths changed with the
     *     tables, the NIC is sent its paths first
     */
    record SendControl(int device, long control, boolean resumes) implements ForDriver {
        /** A control packet that leaves the device's paths as they are. */
        public SendControl(int device, long control) {
            this(device, control, false);
        }

        @Override
        public <R> R perform(ForDriver.Cases<R> cases) {
            return cases.sendControl(this);
        }
    }

    /**
     * Broadcast a control packet, which each device passes on to its neighbours (thesis §7.4). No device answers, and
     * the packet may not reach every device, so a protocol waits for reports and sends the same word to missing devices
     * by {@link SendControl}.
     *
     * @param control for {@link NicAgent#receiveControl} or {@link SwitchAgent#receiveControl}
     */
    record Broadcast(long control) implements ForDriver {
        @Override
        public <R> R perform(ForDriver.Cases<R> cases) {
            return cases.broadcast(this);
        }
    }

    /** Ask a device for its counts of data packets; {@link ManagerInput.CountsReported} is the answer. */
    record AskCounts(int device) implements ForDriver {
        @Override
        public <R> R perform(ForDriver.Cases<R> cases) {
            return cases.askCounts(this);
        }
    }

    /** Set a timer; one that runs already is set anew. */
    record SetTimer(ManagerTimer timer) implements ForDriver {
        @Override
        public <R> R perform(ForDriver.Cases<R> cases) {
            return cases.setTimer(this);
        }
    }

    /** Record a milestone of the reconfiguration for the user. */
    record Reached(Milestone milestone) implements ForDriver {
        @Override
        public <R> R perform(ForDriver.Cases<R> cases) {
            return cases.reached(this);
        }
    }

    /**
     * The fabric differs from the one that this reconfiguration is for: drop all unanswered requests, discover the
     * fabric anew and begin again with {@link ManagerInput.ChangeDetected}. Always the last effect of a step.
     */
    record Rediscover() implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.rediscover(this);
        }
    }

    /**
     * The reconfiguration is complete by the scheme's own definition; after {@link ManagerInput.NicsJoined}: the NICs
     * that joined have all control packets and tables that they missed.
     */
    record Done() implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.done(this);
        }
    }

    /** One function per kind of effect. */
    interface Cases<R> {
        R forDriver(ForDriver effect);

        R rediscover(Rediscover effect);

        R done(Done effect);
    }

    <R> R fold(Cases<R> cases);
}
