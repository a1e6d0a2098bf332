package org.reweave.reconfig.naive;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.reconfig.spi.Verdict;

/** Each switch uses its table as it arrives, nothing else: the baseline that can deadlock (SPEC §5). */
public final class Naive implements Scheme {
    @Override
    public String name() {
        return "naive";
    }

    @Override
    public String summary() {
        return "every switch uses its new table as it arrives; can deadlock";
    }

    @Override
    public ManagerProtocol<?> manager(SchemeOptions options) {
        return new UpdateAll(Extent.FULL, false);
    }

    @Override
    public SwitchAgent switchAgent(SchemeOptions options) {
        return new Forwarding();
    }

    @Override
    public NicAgent nicAgent(SchemeOptions options) {
        return new Injecting();
    }

    private static final class Forwarding implements SwitchAgent {
        @Override
        public long routed(long marks) {
            return marks;
        }

        @Override
        public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
            return room ? Verdict.FORWARD : Verdict.HOLD;
        }

        @Override
        public long forwarded(long marks) {
            return marks;
        }

        @Override
        public void installed(long argument) {
            // nothing to remember: the new table is all there is
        }

        @Override
        public long[] encode() {
            return new long[0];
        }

        @Override
        public void decode(long[] state) {
            // stateless
        }
    }

    private static final class Injecting implements NicAgent {
        @Override
        public long injected() {
            return 0;
        }

        @Override
        public void installed(long argument) {
            // nothing to remember
        }

        @Override
        public long[] encode() {
            return new long[0];
        }

        @Override
        public void decode(long[] state) {
            // stateless
        }
    }
}
