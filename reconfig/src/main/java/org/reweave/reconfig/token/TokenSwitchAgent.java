package org.reweave.reconfig.token;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * Simple Reconfiguration in a switch (thesis §2.1.8, §7.4; reconfig/docs/token.md).
 *
 * <p>A token per channel (link and VL) separates old packets from new ones. Packets ahead of it are routed by the
 * tables in force, R_old, those behind it by the stored ones, R_new. An output's token goes out once every input on
 * which R_old depends for that output has absorbed its token and has sent its old packets there; new packets wait for
 * that. The stored tables come in force when all tokens are in and out and no old packet is left.
 *
 * <p>A change begins with its first sign in this switch: a token or the manager's broadcast. A link that is down counts
 * as absorbed; one that comes up begins with the token that its sender sent last. What the papers leave open: a change
 * that begins before the last one is complete here finds packets of two old routings, whose dependencies may form
 * cycles; so tokens go out at once, and old packets behind them are discarded ({@link #OVERTAKEN}), which is the rule
 * for any packet on the wrong side of a token.
 *
 * <p>A packet's marks are the mark of the last token ahead of it on the channel by which it came in.
 */
final class TokenSwitchAgent implements SwitchAgent {
    /** Case number of the discards of old packets whose output has sent its token. */
    static final int OVERTAKEN = 1;

    private final SwitchSite site;
    private final int lanes;
    private final int channels;
    private final long[] absorbed; // by input channel: mark of the last token
    private final long[] sent; // by output channel: mark of the last token
    private final int[] unrouted; // by input channel: old packets without an output
    private final int[]
            waiting; // by [input channel * channels + output channel]: old packets that have not been granted
    private final int[] newUnrouted;
    private final int[] newWaiting;
    private long change;
    private long stored; // change of the last tables that came
    private long inForce; // the change is complete here when it equals that

    TokenSwitchAgent(SwitchSite site) {
        this.site = site;
        this.lanes = site.laneCount();
        this.channels = site.portCount() * lanes;
        this.absorbed = new long[channels];
        this.sent = new long[channels];
        this.unrouted = new int[channels];
        this.waiting = new int[channels * channels];
        this.newUnrouted = new int[channels];
        this.newWaiting = new int[channels * channels];
    }

    // ---- packets ----

    @Override
    public long arrived(int inPort, int lane, long marks) {
        int in = channel(inPort, lane);
        long own = absorbed[in];
        unrouted(own)[in]++;
        return own;
    }

    @Override
    public void route(Heading packet, Routes routes) {
        if (isOld(packet.marks) || inForce == change) {
            site.route(packet, routes);
        } else if (stored == change) { // a later one belongs to a change that has not begun here
            site.routeStored(packet, routes);
        } else {
            routes.hold(); // the token was faster than the table
            return;
        }
        if (routes.count() > 0) {
            int in = channel(packet.inPort, packet.lane);
            unrouted(packet.marks)[in]--;
            waiting(packet.marks)[in * channels + channel(routes.port(0), routes.lane(0))]++;
            proceed();
        }
    }

    @Override
    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
        boolean tokenSent = sent[channel(outPort, outLane)] >= change;
        if (isOld(marks) && tokenSent) {
            return Verdict.discard(OVERTAKEN);
        }
        return room && (isOld(marks) || tokenSent) ? Verdict.FORWARD : Verdict.HOLD;
    }

    @Override
    public boolean waitsForSeparator(int outPort, int outLane, long marks) {
        return !isOld(marks) && sent[channel(outPort, outLane)] < change;
    }

    @Override
    public long granted(int inPort, int lane, int outPort, int outLane, long marks) {
        waiting(marks)[channel(inPort, lane) * channels + channel(outPort, outLane)]--;
        proceed();
        return marks;
    }

    @Override
    public long forwarded(long marks) {
        return 0;
    }

    @Override
    public void lost(int inPort, int lane, int outPort, int outLane, long marks) {
        int in = channel(inPort, lane);
        if (outPort == 0) {
            unrouted(marks)[in]--;
        } else {
            waiting(marks)[in * channels + channel(outPort, outLane)]--;
        }
        proceed();
    }

    @Override
    public Optional<Recount> recount() {
        return Optional.of(new Counted());
    }

    /** The counts that the packets in the switch make. */
    private final class Counted implements Recount {
        private final int[] oldOnes = new int[channels];
        private final int[] oldWaiting = new int[channels * channels];
        private final int[] newOnes = new int[channels];
        private final int[] waitingNew = new int[channels * channels];

        @Override
        public void packet(int inPort, int lane, int outPort, int outLane, long marks) {
            int in = channel(inPort, lane);
            if (outPort == 0) {
                (isOld(marks) ? oldOnes : newOnes)[in]++;
            } else {
                (isOld(marks) ? oldWaiting : waitingNew)[in * channels + channel(outPort, outLane)]++;
            }
        }

        @Override
        public void end() {
            compare("old packets without an output", oldOnes, unrouted);
            compare("old packets that wait", oldWaiting, waiting);
            compare("new packets without an output", newOnes, newUnrouted);
            compare("new packets that wait", waitingNew, newWaiting);
        }

        private void compare(String what, int[] there, int[] counted) {
            int at = Arrays.mismatch(there, counted);
            if (at >= 0) {
                int in = there.length == channels ? at : at / channels;
                throw new IllegalStateException("port " + (in / lanes + 1) + " VL " + in % lanes + ": " + there[at]
                        + " " + what + ", and " + counted[at] + " are counted");
            }
        }
    }

    private boolean isOld(long marks) {
        return marks < change;
    }

    private int[] unrouted(long marks) {
        return isOld(marks) ? unrouted : newUnrouted;
    }

    private int[] waiting(long marks) {
        return isOld(marks) ? waiting : newWaiting;
    }

    private int channel(int port, int lane) {
        return (port - 1) * lanes + lane;
    }

    // ---- tokens ----

    @Override
    public void separator(int inPort, int lane, long mark) {
        absorbed[channel(inPort, lane)] = mark;
        begin(mark);
        proceed();
    }

    @Override
    public void receiveControl(long control) {
        begin(control);
        if (change > 0 && inForce == change) {
            site.report(change); // the manager repeats its control packet: the report was lost
        }
        proceed();
    }

    @Override
    public void stored(long argument) {
        stored = argument;
        proceed();
    }

    @Override
    public void installed(long argument) {
        throw new IllegalStateException("tables " + argument + " at once, in a scheme that stores them");
    }

    @Override
    public boolean linkChanged(int port, boolean up) {
        for (int lane = 0; lane < lanes && up; lane++) {
            int channel = channel(port, lane);
            // nothing waits ahead of a NIC's packets, so they are new even if the NIC has missed the change
            absorbed[channel] = site.leadsToSwitch(port) ? 0 : change;
            if (sent[channel] > 0) {
                site.separate(port, lane, sent[channel]);
            }
        }
        proceed();
        return false;
    }

    private void begin(long mark) {
        if (mark <= change) {
            return;
        }
        boolean complete = inForce == change;
        change = mark;
        age(newUnrouted, unrouted);
        age(newWaiting, waiting);
        for (int out = 0; out < channels && !complete; out++) {
            emit(out);
        }
    }

    private static void age(int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] += from[i];
            from[i] = 0;
        }
    }

    private void emit(int out) {
        if (sent[out] < change) {
            sent[out] = change;
            site.separate(out / lanes + 1, out % lanes, change);
        }
    }

    private void proceed() {
        if (inForce == change) {
            return;
        }
        for (int out = 0; out < channels; out++) {
            if (sent[out] < change && mayEmit(out)) {
                emit(out);
            }
        }
        if (stored == change && isComplete()) {
            inForce = change;
            site.useStored();
            site.report(change);
        }
    }

    private boolean mayEmit(int out) {
        for (int in = 0; in < channels; in++) {
            boolean depends = site.hasDependency(in / lanes + 1, in % lanes, out / lanes + 1, out % lanes);
            if (depends && (!isAbsorbed(in) || unrouted[in] > 0 || waiting[in * channels + out] > 0)) {
                return false;
            }
        }
        return true;
    }

    private boolean isAbsorbed(int in) {
        return absorbed[in] >= change || !site.isUp(in / lanes + 1);
    }

    private boolean isComplete() {
        for (int channel = 0; channel < channels; channel++) {
            if (!isAbsorbed(channel) || sent[channel] < change || unrouted[channel] > 0) {
                return false;
            }
        }
        return Arrays.stream(waiting).allMatch(count -> count == 0);
    }

    // ---- state ----

    @Override
    public String holdsFor() {
        return "a token";
    }

    @Override
    public Map<String, Object> describe() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("change", change);
        words.put("inForce", inForce);
        words.put("tokensIn", channelsOf(absorbed));
        words.put("tokensOut", channelsOf(sent));
        return words;
    }

    /** The channels, as PORT.VL, that had the token of the change under way. */
    private List<String> channelsOf(long[] marks) {
        return IntStream.range(0, channels)
                .filter(channel -> change > 0 && marks[channel] == change)
                .mapToObj(channel -> channel / lanes + 1 + "." + channel % lanes)
                .toList();
    }

    @Override
    public void visit(StateVisitor state) {
        state.values(absorbed);
        state.values(sent);
        state.values(unrouted);
        state.values(newUnrouted);
        state.values(waiting);
        state.values(newWaiting);
        change = state.value(change);
        stored = state.value(stored);
        inForce = state.value(inForce);
    }
}
