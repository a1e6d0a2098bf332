package org.reweave.emulator.cli.runs;

import java.io.PrintWriter;
import java.util.Map;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.timetravel.PacketTrace;
import org.reweave.emulator.timetravel.Past;

/** {@code replay --packet}: the life of one packet. */
final class ReplayPacket {
    private final Past past;
    private final Scale scale;
    private final PrintWriter out;

    ReplayPacket(Past past, PrintWriter out) {
        this.past = past;
        this.scale = Scale.of(past.network());
        this.out = out;
    }

    /**
     * @param name as {@code events.jsonl} has it: {@code n0_3#17}
     * @throws UserErrors when there is no such packet
     */
    PacketTrace.Life life(String name) {
        int sign = name.lastIndexOf('#');
        if (sign < 0 || !name.substring(sign + 1).matches("\\d{1,9}")) {
            throw new UserErrors("--packet " + name + ": is no packet; name one as NIC#NUMBER, such as n0_3#17");
        }
        int device = ReplayWatch.device(past.network(), past.name(), "--packet", name.substring(0, sign));
        int nic = device - past.network().fabric().switchCount();
        if (nic < 0 || nic >= past.network().fabric().nicCount()) {
            throw new UserErrors("--packet " + name + ": " + name.substring(0, sign) + " is no NIC");
        }
        return PacketTrace.of(past, nic, Long.parseLong(name.substring(sign + 1)))
                .orElseThrow(() -> new UserErrors("--packet " + name + ": " + name.substring(0, sign)
                        + " injected no packet with that number in " + past.name()));
    }

    void print(PacketTrace.Life life) {
        out.println(life.packet() + ": " + end(life));
        out.printf("  %-10s %s at %s%n", "generated", time(life.generated()), life.source());
        out.printf(
                "  %-10s %s, %s cycles later%s%n",
                "injected",
                time(life.injected()),
                Amounts.count(life.injected() - life.generated()),
                waits(": ", life.waits()));
        for (PacketTrace.Hop hop : life.hops()) {
            out.printf(
                    "  %-10s in %d VL %d at %s%s%n",
                    hop.device(),
                    hop.inPort(),
                    hop.vl(),
                    time(hop.arrived()),
                    hop.granted() < 0
                            ? ""
                            : "; out " + hop.outPort() + " VL " + hop.outVl() + " after "
                                    + Amounts.count(hop.granted() - hop.arrived()) + " cycles");
            if (!hop.waits().isEmpty()) {
                out.printf("  %-10s %s%n", "", waits("", hop.waits()));
            }
        }
        if (life.ended() >= 0) {
            out.printf(
                    "  %-10s %s at %s, %s cycles after its injection%n",
                    life.end(), time(life.ended()), life.where(), Amounts.count(life.ended() - life.injected()));
        }
    }

    private static String end(PacketTrace.Life life) {
        return life.end() + (life.cause() == null ? "" : ", " + life.cause()) + " at " + life.where();
    }

    private static String waits(String before, Map<String, Long> waits) {
        return waits.isEmpty()
                ? ""
                : before
                        + waits.entrySet().stream()
                                .map(wait -> wait.getKey() + " " + Amounts.count(wait.getValue()))
                                .collect(Collectors.joining(", "));
    }

    private String time(long cycle) {
        return StateText.time(scale.ns(cycle), cycle);
    }
}
