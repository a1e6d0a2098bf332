package org.reweave.reconfig.doublescheme;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.reweave.reconfig.doublescheme.Word.Kind;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * The Double Scheme in a switch (thesis §7.4; reconfig/docs/double-scheme.md).
 *
 * <p><b>Emptying.</b> All packets go on by R_old on VL 0, and an in-band mark on VL 1 of each output tells the next
 * switch that no more packets follow on VL 1. VL 1 is empty in this switch when every input has received that mark and
 * no old packet of VL 1 is left.
 *
 * <p><b>Opening.</b> The stored tables are in force. Packets on VL 0 may go by R_new on VL 0 or, as their escape, on VL
 * 1; packets on VL 1, and any that come there behind the mark, stay on it to their end. A mark on VL 0 of each output
 * says that packets behind it were sent by R_new. When every input has received the mark on VL 0 and no packet ahead of
 * that mark is left, no packet in this switch can need the escape: the switch works as before the change, with R_new.
 * Packets that have taken the escape never leave it.
 *
 * <p>A step begins with its first sign: the manager's control packet or a neighbour's mark. A dead link counts as
 * marked; one that comes up begins with the marks that its sender sent last. A NIC's packets wait behind nothing, so
 * they count as sent by R_new; its mark on VL 0 says only that it uses both VLs again, and its switch reports for it.
 *
 * <p>A packet's marks: bit 0, it has taken the escape; from bit 1 on, in this switch only, the change whose mark was
 * ahead of it on its VL.
 */
@Deviation("thesis §7.4, DS")
final class DoubleSwitchAgent implements SwitchAgent {
    /** Case number of discards of heads without room after an abandoned change. */
    static final int ABANDONED = 1;

    private static final long ESCAPED = 1;

    /** The switch's stage in a change; {@code RUNNING} before and after a change. */
    private enum Stage {
        RUNNING,
        EMPTYING,
        OPENING
    }

    private static final Stage[] STAGES = Stage.values();

    private final SwitchSite site;
    private final int ports;
    private final long[] emptied; // by input port: change of the last mark on VL 1
    private final long[] renewed; // by input port: change of the last mark on VL 0
    private final int[] old = new int[2]; // by VL: packets ahead of this change's mark that are not granted
    private final int[] young = new int[2]; // by VL: packets behind it
    private Stage stage = Stage.RUNNING;
    private boolean discarding;
    private long change;
    private long used; // the last change whose tables were put in force
    private long stored; // the last change whose tables came
    private long awaited; // the change that is to be used when its tables come
    private long reportedEmpty; // the last change whose emptiness was reported

    DoubleSwitchAgent(SwitchSite site) {
        this.site = site;
        this.ports = site.portCount();
        this.emptied = new long[ports];
        this.renewed = new long[ports];
    }

    // ---- packets ----

    @Override
    public long arrived(int inPort, int lane, long marks) {
        long mark = lane == 1 ? emptied[inPort - 1] : site.leadsToSwitch(inPort) ? renewed[inPort - 1] : change;
        counts(mark)[lane]++;
        return marks & ESCAPED | mark << 1;
    }

    private int[] counts(long mark) {
        return mark < change ? old : young;
    }

    @Override
    public void route(Heading packet, Routes routes) {
        if (stage == Stage.RUNNING) {
            routeInForce(packet, routes);
        } else if (stage == Stage.OPENING) {
            if (packet.lane == 0) {
                site.route(packet, routes);
                spread(routes);
            } else {
                site.route(packet, routes);
                onLane(1, routes);
            }
        } else if (packet.lane == 1 && packet.marks >>> 1 >= change) {
            if (stored != change) {
                routes.hold(); // a neighbour has begun the step before this switch
                return;
            }
            site.routeStored(packet, routes);
            onLane(1, routes);
        } else {
            packet.marks &= ~ESCAPED;
            site.route(packet, routes);
            onLane(0, routes);
        }
    }

    private void routeInForce(Heading packet, Routes routes) {
        site.route(packet, routes);
        if ((packet.marks & ESCAPED) != 0) {
            onLane(1, routes);
        }
    }

    private static void spread(Routes routes) {
        if (routes.count() > 0) {
            int port = routes.port(0);
            long trail = routes.trail(0);
            routes.clear();
            routes.add(port, 0, trail);
            routes.add(port, 1, trail);
        }
    }

    private static void onLane(int lane, Routes routes) {
        if (routes.count() > 0) {
            int port = routes.port(0);
            long trail = routes.trail(0);
            routes.clear();
            routes.add(port, lane, trail);
        }
    }

    @Override
    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
        if (room) {
            return Verdict.FORWARD;
        }
        return discarding ? Verdict.discard(ABANDONED) : Verdict.HOLD;
    }

    @Override
    public long granted(int inPort, int lane, int outPort, int outLane, long marks) {
        counts(marks >>> 1)[lane]--;
        boolean escapes =
                lane == 0 && outLane == 1; // also when the change has come to its end since the packet was routed
        check();
        return escapes ? marks | ESCAPED : marks;
    }

    @Override
    public long forwarded(long marks) {
        return marks & ESCAPED;
    }

    @Override
    public void lost(int inPort, int lane, int outPort, int outLane, long marks) {
        counts(marks >>> 1)[lane]--;
        check();
    }

    @Override
    public Optional<Recount> recount() {
        return Optional.of(new Counted());
    }

    /** The counts that the packets in the switch make. */
    private final class Counted implements Recount {
        private final int[] before = new int[2];
        private final int[] behind = new int[2];

        @Override
        public void packet(int inPort, int lane, int outPort, int outLane, long marks) {
            (marks >>> 1 < change ? before : behind)[lane]++;
        }

        @Override
        public void end() {
            for (int lane = 0; lane < 2; lane++) {
                if (before[lane] != old[lane] || behind[lane] != young[lane]) {
                    throw new IllegalStateException("VL " + lane + ": " + before[lane] + " packets ahead of a mark, "
                            + behind[lane] + " behind it, and " + old[lane] + " and " + young[lane] + " are counted");
                }
            }
        }
    }

    // ---- steps ----

    @Override
    public void separator(int inPort, int lane, long mark) {
        Word word = Word.decode(mark);
        (lane == 1 ? emptied : renewed)[inPort - 1] = word.change();
        receiveWord(word);
        check();
    }

    @Override
    public void receiveControl(long control) {
        Word word = Word.decode(control);
        if (word.change() == change) {
            repeat(word.kind());
        }
        receiveWord(word);
        check();
    }

    /** The manager repeats its control packet: the report was lost, and is sent again. */
    private void repeat(Kind kind) {
        if (kind == Kind.EMPTY && reportedEmpty == change) {
            site.report(Word.of(Kind.EMPTY, change).encode());
        } else if (kind == Kind.USE && used == change && stage == Stage.RUNNING) {
            site.report(Word.of(Kind.USE, change).encode());
        }
    }

    private void receiveWord(Word word) {
        if (word.kind() == Kind.RESUME && word.change() >= change) {
            begin(word.change()); // the switch may hear of the change at its end only
            stage = Stage.RUNNING;
            site.rerouteWaiting();
            return;
        }
        if (word.change() > change) {
            empty(word);
        }
        if (word.kind() == Kind.USE && word.change() == change && stage == Stage.EMPTYING) {
            awaited = change;
            open();
        }
    }

    /** All packets that are here when a change begins are ahead of its marks. */
    private void begin(long next) {
        for (int lane = 0; lane < 2 && next > change; lane++) {
            old[lane] += young[lane];
            young[lane] = 0;
        }
        change = next;
    }

    private void empty(Word word) {
        begin(word.change());
        discarding = word.discarding();
        stage = Stage.EMPTYING;
        site.rerouteWaiting();
        for (int port = 1; port <= ports; port++) {
            site.separate(port, 1, new Word(Kind.EMPTY, change, discarding).encode());
        }
    }

    private void open() {
        if (stage != Stage.EMPTYING || awaited < change || stored != change) {
            return;
        }
        stage = Stage.OPENING;
        discarding = false;
        used = change;
        site.useStored();
        site.rerouteWaiting();
        for (int port = 1; port <= ports; port++) {
            site.separate(port, 0, Word.of(Kind.USE, change).encode());
        }
    }

    @Override
    public void stored(long argument) {
        stored = argument;
        open();
        check();
    }

    @Override
    public void installed(long argument) {
        throw new IllegalStateException("tables " + argument + " at once, in a scheme that stores them");
    }

    @Override
    public boolean linkChanged(int port, boolean up) {
        if (up) {
            emptied[port - 1] = 0;
            renewed[port - 1] = 0;
            if (change > 0) {
                site.separate(port, 1, new Word(Kind.EMPTY, change, discarding).encode());
            }
            if (used > 0 && used == change) {
                site.separate(port, 0, Word.of(Kind.USE, change).encode());
            }
        }
        check();
        return false;
    }

    private void check() {
        if (stage == Stage.EMPTYING && reportedEmpty < change && old[1] == 0 && isMarked(emptied)) {
            reportedEmpty = change;
            site.report(Word.of(Kind.EMPTY, change).encode());
        }
        if (stage == Stage.OPENING && old[0] == 0 && isMarked(renewed)) {
            stage = Stage.RUNNING;
            site.report(Word.of(Kind.USE, change).encode());
        }
    }

    private boolean isMarked(long[] marks) {
        for (int port = 1; port <= ports; port++) {
            if (site.isUp(port) && marks[port - 1] < change) {
                return false;
            }
        }
        return true;
    }

    // ---- state ----

    @Override
    public String holdsFor() {
        return "VL 1 to be empty";
    }

    @Override
    public Map<String, Object> describe() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("change", change);
        words.put("stage", stage.name().toLowerCase(Locale.ROOT));
        words.put("inForce", used);
        words.put("old", old[0] + old[1]);
        return words;
    }

    @Override
    public void visit(StateVisitor state) {
        state.values(emptied);
        state.values(renewed);
        state.values(old);
        state.values(young);
        stage = state.value(stage, STAGES);
        discarding = state.value(discarding);
        change = state.value(change);
        used = state.value(used);
        stored = state.value(stored);
        awaited = state.value(awaited);
        reportedEmpty = state.value(reportedEmpty);
    }
}
