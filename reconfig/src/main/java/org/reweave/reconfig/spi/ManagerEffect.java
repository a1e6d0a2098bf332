package org.reweave.reconfig.spi;

/** What a manager's protocol asks its driver to do, in this order. */
public sealed interface ManagerEffect {
    /** How much of a table is sent. */
    enum Extent {
        /** The whole LFT, with the SLtoVL rows that differ from what the switch has. */
        FULL,
        /** Only the blocks that differ from what the switch has. */
        DIFFERENCE,
        /** Only the entries that differ, one by one where that is less than their blocks. */
        ENTRIES
    }

    /** What a switch does with a table once it has all of it. */
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
    record SendTables(int device, Extent extent, Use use, long argument) implements ManagerEffect {
        public SendTables {
            if (use == Use.STORED && extent != Extent.FULL) {
                throw new IllegalArgumentException("a stored table is sent whole");
            }
        }

        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.sendTables(this);
        }
    }

    /**
     * Tell a NIC of the change under way, or of the last one, together with those of its paths that differ from what it
     * has.
     *
     * @param argument for {@link NicAgent#installed}
     */
    record Notify(int device, long argument) implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.notify(this);
        }
    }

    /**
     * Send a device a control packet of the scheme's own. It comes once and in order, however often the network repeats
     * it.
     *
     * @param control for {@link NicAgent#told} or {@link SwitchAgent#told}
     */
    record Tell(int device, long control) implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.tell(this);
        }
    }

    /**
     * Tell every device the same at once: a control packet that each device passes on to its neighbours (thesis §7.4).
     * Nobody answers it, and it may not come everywhere, so a protocol waits for reports and tells those that are
     * missing by {@link Tell}.
     *
     * @param control for {@link NicAgent#told} or {@link SwitchAgent#told}
     */
    record Broadcast(long control) implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.broadcast(this);
        }
    }

    /** Ask a device for its counts of data packets; {@link ManagerInput.CountsReported} is the answer. */
    record AskCounts(int device) implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.askCounts(this);
        }
    }

    /** Set a timer; one that runs already is set anew. */
    record SetTimer(ManagerTimer timer) implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.setTimer(this);
        }
    }

    /** Note for people that a step is reached. */
    record Reached(Milestone milestone) implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.reached(this);
        }
    }

    /**
     * The fabric is not what this reconfiguration takes it for: forget all that is unanswered, discover it anew and
     * begin again with {@link ManagerInput.ChangeDetected}. The last effect of its step.
     */
    record Rediscover() implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.rediscover(this);
        }
    }

    /**
     * The reconfiguration is complete by the scheme's own definition; after {@link ManagerInput.NicsJoined}, they know
     * what they need.
     */
    record Done() implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.done(this);
        }
    }

    /** One function per effect. */
    interface Cases<R> {
        R sendTables(SendTables effect);

        R notify(Notify effect);

        R tell(Tell effect);

        R broadcast(Broadcast effect);

        R askCounts(AskCounts effect);

        R setTimer(SetTimer effect);

        R reached(Reached effect);

        R rediscover(Rediscover effect);

        R done(Done effect);
    }

    <R> R fold(Cases<R> cases);
}
