package org.reweave.emulator.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reweave.routing.model.Deviation;

/** Sets of numbers for {@code device} and {@code manager}, which a scenario names. The numbers stand with the keys. */
@Deviation("fat-tree §IX.A, buffers")
enum Preset {
    /**
     * InfiniBand 1X: switches, links and data packets as the thesis simulates them (§7.2.4), 2.5 Gb/s with 8b/10b
     * coding, so a byte every 4 ns; management packets as InfiniBand has them, and no sweeps.
     */
    IBA_1X("iba-1x"),
    /**
     * An input-queued router as academic simulators have it: one flit per cycle, one cycle of wire, three more in the
     * router. A router of P pipeline cycles has a crossbar delay of P - 1, the last one being the output delay.
     */
    IQ_ROUTER("iq-router"),
    /**
     * The routers and switches of the KNS paper (§5.1): packets of 16 flits, queues of 4 packets at the input and the
     * output ports, a pipeline of 4 cycles, one flit per cycle, virtual cut-through, credits. The paper gives no time
     * of flight: it is one cycle here.
     */
    KNS("kns"),
    /**
     * The simulations of the fat-tree paper (§IX.A): 128 bytes a cycle at 2 Gb/s, 1,953,125 cycles a second, packets of
     * 256 bytes, queues of two packets, send queues of 1.3 MB. The paper gives nothing else. Its switches have virtual
     * output queues, 512 bytes for each output and VC: eight in its 4-ary tree, four in its 2-ary one. Here each lane
     * of 512 bytes is a queue for destinations, not for outputs, since a sender that counts credits for a queue has to
     * know which one its packet will join. Seven lanes are the most below eight that share no factor with 2 or 4: with
     * eight, the packets of a link, whose LIDs agree in digits by d-mod-k, would be in few of them.
     */
    FAT_TREE("fat-tree"),
    /**
     * The thesis' evaluation of reconfiguration schemes: {@link #IBA_1X} with control packets of 58 bytes (§7.2.4), two
     * data VLs under every scheme (§7.4), sweeps every 80 us (§7.3), acknowledged and repeated data packets (§7.2.2),
     * and tables sent one after the other without waiting for acknowledgements (§8.4.1).
     */
    THESIS("thesis"),
    /**
     * The two-lane wormhole router of textbooks with the numbers of BookSim2, as its repository has them (commit
     * 28f43299). From its example torus88: two VLs ({@code num_vcs}). From the defaults in booksim_config.cpp: 8 flits
     * per VL ({@code vc_buf_size}), packets of a flit ({@code packet_size}), a cycle each of routing, lane allocation,
     * switch allocation and crossing ({@code routing_delay}, {@code vc_alloc_delay}, {@code sw_alloc_delay},
     * {@code st_final_delay}; none for {@code st_prepare_delay}), credits without delay ({@code credit_delay}), an
     * allocators of one iteration ({@code vc_allocator} and {@code sw_allocator} are {@code islip},
     * {@code alloc_iters}), in which a packet takes the lanes offered to it in turn ({@code islip.cpp}), any lane of a
     * class and any on links of NICs ({@code dim_order_torus} and {@code dim_order_mesh} in routefunc.cpp). Wires of a
     * cycle are those of its meshes and, with {@code use_noc_latency = 0}, of its tori, which else have two. Sizes in
     * bytes, SMPs and the manager are those of {@link #IQ_ROUTER}.
     */
    FLIT_ROUTER("flit-router"),
    /**
     * The simulations of the MiKANT slides ("Performance"): wormhole switching and flits of 32 bits are theirs. They
     * say nothing else of the router, so all other numbers are those of {@link #FLIT_ROUTER}, and packets of 16 flits
     * are our choice.
     */
    MIKANT("mikant");

    private final String label;

    Preset(String label) {
        this.label = label;
    }

    static Optional<Preset> named(String name) {
        return Stream.of(values()).filter(preset -> preset.label.equals(name)).findFirst();
    }

    static List<String> names() {
        return Stream.of(values()).map(preset -> preset.label).toList();
    }

    /** The values of this preset. */
    Config config() {
        return Parsed.PRESETS.get(this);
    }

    /** The defaults of keys and lists that are the same under every preset. */
    static Config defaults() {
        return Parsed.DEFAULTS;
    }

    /** Parsed once, since a race reads a thousand scenarios, and none of these texts ever changes. */
    private static final class Parsed {
        private static final Map<Preset, Config> PRESETS =
                Stream.of(values()).collect(Collectors.toMap(preset -> preset, Preset::parsed));
        private static final Config DEFAULTS = parsedDefaults();

        private Parsed() {}
    }

    private static Config parsed(Preset preset) {
        StringBuilder text = new StringBuilder();
        Schema.KEYS.stream()
                .filter(key -> key.given().size() == values().length)
                .forEach(key -> line(text, key.path(), key.given().get(preset.ordinal())));
        return parse("preset " + preset.label, text);
    }

    private static Config parsedDefaults() {
        StringBuilder text = new StringBuilder();
        Schema.KEYS.stream()
                .filter(key -> key.given().size() == 1)
                .forEach(key -> line(text, key.path(), key.given().get(0)));
        Schema.LISTS.forEach(list -> line(text, list.path(), "[]"));
        return parse("default", text);
    }

    private static void line(StringBuilder text, String path, String value) {
        text.append(path).append(" = ").append(value).append('\n');
    }

    /** @param origin the name of this source in messages */
    private static Config parse(String origin, StringBuilder text) {
        return ConfigFactory.parseString(
                text.toString(), ConfigParseOptions.defaults().setOriginDescription(origin));
    }
}
