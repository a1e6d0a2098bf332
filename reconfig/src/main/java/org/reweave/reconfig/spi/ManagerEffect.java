package org.reweave.reconfig.spi;

/** What a manager's protocol asks its driver to do, in this order. */
public sealed interface ManagerEffect {
    /** How much of a table is sent. */
    enum Extent {
        FULL,
        /** Only the blocks that differ from what the switch has. */
        DIFFERENCE
    }

    /** Send a switch its new table; it is in force once the switch has all of it.
     *  @param argument for {@link SwitchAgent#installed} */
    record SendTables(int device, Extent extent, long argument) implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.sendTables(this);
        }
    }

    /** Tell a NIC.
     *  @param argument for {@link NicAgent#installed} */
    record Notify(int device, long argument) implements ManagerEffect {
        @Override
        public <R> R fold(Cases<R> cases) {
            return cases.notify(this);
        }
    }

    /** The reconfiguration is complete by the scheme's own definition. */
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

        R done(Done effect);
    }

    <R> R fold(Cases<R> cases);
}
