package org.reweave.reconfig.token;

import java.util.Arrays;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;

/** Simple Reconfiguration in a NIC: a token on every VL when the change begins, by the broadcast or by a token from the switch; and a report
 *  when the last token has come in (thesis §7.4). A NIC whose link comes up sends its last token once more. */
final class TokenNicAgent implements NicAgent {
    private final NicSite site;
    private final long[] absorbed; // by VL: mark of the last token
    private long change;
    private long completed;

    TokenNicAgent(NicSite site) {
        this.site = site;
        this.absorbed = new long[site.laneCount()];
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
    public void told(long control) {
        begin(control);
        if (change > 0 && completed == change) {
            site.report(change); // told again: the report was lost
        }
        check();
    }

    @Override
    public void separator(int lane, long mark) {
        absorbed[lane] = mark;
        begin(mark);
        check();
    }

    @Override
    public void linkChanged(boolean up) {
        if (up) {
            Arrays.fill(absorbed, 0);
            emit();
        }
        check();
    }

    private void begin(long mark) {
        if (mark > change) {
            change = mark;
            emit();
        }
    }

    private void emit() {
        for (int lane = 0; lane < absorbed.length && change > 0; lane++) {
            site.separate(lane, change);
        }
    }

    private void check() {
        boolean complete = completed < change;
        for (long mark : absorbed) {
            complete &= mark >= change || !site.isUp();
        }
        if (complete) {
            completed = change;
            site.report(change);
        }
    }

    @Override
    public long[] encode() {
        long[] words = Arrays.copyOf(absorbed, absorbed.length + 2);
        words[absorbed.length] = change;
        words[absorbed.length + 1] = completed;
        return words;
    }

    @Override
    public void decode(long[] state) {
        System.arraycopy(state, 0, absorbed, 0, absorbed.length);
        change = state[absorbed.length];
        completed = state[absorbed.length + 1];
    }
}
