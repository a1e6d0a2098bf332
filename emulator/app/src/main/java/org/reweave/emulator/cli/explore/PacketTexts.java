package org.reweave.emulator.cli.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.routing.topology.Fabric;

/** Packets of a model as users write them: {@code 0-2} is from NIC 0 to NIC 2. */
final class PacketTexts {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})-(\\d{1,4})");

    private PacketTexts() {}

    /** @throws UserErrors naming each text that is none */
    static List<Packet> parse(List<String> texts) {
        List<Packet> packets = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String text : texts) {
            Matcher match = FORM.matcher(text.strip());
            if (match.matches()) {
                packets.add(new Packet(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2))));
            } else {
                wrong.add("--packets: '" + text
                        + "' is not two numbers of NICs; write 0-2 for a packet from NIC 0 to NIC 2");
            }
        }
        if (!wrong.isEmpty()) {
            throw new UserErrors(wrong);
        }
        return packets;
    }

    /** @throws UserErrors naming each packet between NICs that a fabric does not have, or from one to itself */
    static void check(List<Packet> packets, Fabric fabric) {
        List<String> wrong = new ArrayList<>();
        for (Packet packet : packets) {
            String text = "--packets " + packet.source() + "-" + packet.destination();
            if (Math.max(packet.source(), packet.destination()) >= fabric.nicCount()) {
                wrong.add(text + ": " + fabric.name() + " has the NICs 0 to " + (fabric.nicCount() - 1));
            } else if (packet.source() == packet.destination()) {
                wrong.add(text + ": a packet goes to another NIC");
            }
        }
        if (!wrong.isEmpty()) {
            throw new UserErrors(wrong);
        }
    }
}
