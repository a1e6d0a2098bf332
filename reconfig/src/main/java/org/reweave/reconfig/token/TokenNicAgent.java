package org.reweave.reconfig.token;

import java.util.Map;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Simple Reconfiguration in a NIC: a token on every VL when the change begins, by the broadcast or by a token from the
 * switch (thesis §7.4). The NIC's switch reports to the manager in place of the NIC. When its link comes up the NIC
 * sends its last token once more.
 */
final class TokenNicAgent implements NicAgent {
    private final NicSite site;
    private long change;

    TokenNicAgent(NicSite site) {
        this.site = site;
    }

    @Override
    public long injected() {
        return 0; // the switch goes by the token, not by the packet
    }

    @Override
    public void installed(long argument) {
        throw new IllegalStateException("notice " + argument + " at a NIC whose scheme sends none");
    }

    @Override
    public void receiveControl(long control) {
        begin(control);
    }

    @Override
    public void separator(int lane, long mark) {
        begin(mark);
    }

    @Override
    public void linkChanged(boolean up) {
        if (up) {
            emit();
        }
    }

    private void begin(long mark) {
        if (mark > change) {
            change = mark;
            emit();
        }
    }

    private void emit() {
        for (int lane = 0; lane < site.laneCount() && change > 0; lane++) {
            site.separate(lane, change);
        }
    }

    @Override
    public Map<String, Object> describe() {
        return Map.of("change", change);
    }

    @Override
    public void visit(StateVisitor state) {
        change = state.value(change);
    }
}
