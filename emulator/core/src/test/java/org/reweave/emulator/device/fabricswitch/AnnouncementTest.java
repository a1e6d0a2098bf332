package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.nic.NicSetup;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.LongRing;
import org.reweave.reconfig.ddrc.Ddrc;
import org.reweave.reconfig.ddrc.DdrcMode;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/**
 * What a switch tells everybody, on its way through a switch and into a NIC. An SMP that arrives at t is whole at t + 3
 * and treated at t + 4; it leaves at t + 5.
 */
class AnnouncementTest {
    private static final SchemeOptions OPTIONS = SchemeOptions.DEFAULT.with(Ddrc.MODE, DdrcMode.SOURCE_BROADCAST);

    private static SwitchSetup switchSetup() {
        Scheme scheme = new Ddrc().on(FabricGenerators.parse("k-ary-n-tree:2,2"), Faults.none(), OPTIONS);
        SwitchSetup setup = new SwitchSetup();
        setup.agent = site -> scheme.switchAgent(OPTIONS, site);
        return setup;
    }

    private static Smp announcement(int from, long number, long control) {
        Smp smp = new Smp();
        smp.announce(from, number, control);
        return smp;
    }

    /** Announcements sent by a port: {@code from#number:control@cycle}. */
    private static List<String> announced(Bench bench, int port) {
        List<String> sent = new ArrayList<>();
        for (long[] words : bench.records(port, Wire.SMP)) {
            LongRing ring = new LongRing();
            for (int i = Wire.SMP_HEAD_WORDS; i < words.length; i++) {
                ring.add(words[i]);
            }
            Smp smp = new Smp();
            smp.load(ring, words.length - Wire.SMP_HEAD_WORDS);
            if (smp.isAnnouncement()) {
                sent.add(smp.origin() + "#" + smp.transaction() + ":" + smp.argument() + "@" + words[1]);
            }
        }
        return sent;
    }

    @Test
    void aSwitchTellsOfItsPortsByAllThatWorkAsSoonAsItsAgentIsReady() {
        SwitchSetup setup = switchSetup();
        setup.agentDelay = 7;
        setup.outages[1] = new long[] {20, 60};
        setup.outages[2] = new long[] {22};
        Bench bench = Bench.of(setup).until(100);
        assertThat(announced(bench, 1)).first().as("both, told together").isEqualTo("0#1:6@28");
        assertThat(announced(bench, 1)).element(1).isEqualTo("0#2:" + (1L << 62 | 4) + "@68");
        assertThat(announced(bench, 2)).as("after it has come back").hasSize(1);
        assertThat(announced(bench, 3)).isEmpty();
        assertThat(announced(bench, 4)).hasSize(2);
    }

    @Test
    void anotherSwitchsAnnouncementGoesOnOnceByAllOtherPorts() {
        Bench bench = Bench.of(switchSetup())
                .smp(2, announcement(3, 1, 5), 10)
                .smp(4, announcement(3, 1, 5), 30)
                .until(100);
        assertThat(announced(bench, 1)).containsExactly("3#1:5@15");
        assertThat(announced(bench, 2)).isEmpty();
        assertThat(announced(bench, 3)).containsExactly("3#1:5@15");
        assertThat(announced(bench, 4)).containsExactly("3#1:5@15");
    }

    @Test
    void numbersCountForEachSwitchAndWhatIsOvertakenIsOutOfDate() {
        Bench bench = Bench.of(switchSetup())
                .smp(2, announcement(3, 7, 1), 10)
                .smp(2, announcement(2, 1, 1), 30)
                .smp(2, announcement(3, 6, 0), 50)
                .smp(2, announcement(3, 8, 2), 70)
                .until(100);
        assertThat(announced(bench, 1)).containsExactly("3#7:1@15", "2#1:1@35", "3#8:2@75");
    }

    @Test
    void aSwitchsNumbersGoOnWhenItRestarts() {
        SwitchSetup setup = switchSetup();
        setup.outages[0] = new long[] {10, 20};
        setup.deviceOutages = new long[] {40, 60};
        for (int port = 1; port < 4; port++) {
            setup.outages[port] = new long[] {40, 60};
        }
        setup.outages[0] = new long[] {10, 20, 40, 60};
        Bench bench = Bench.of(setup).until(100);
        assertThat(announced(bench, 4))
                .containsExactly("0#1:1@12", "0#2:" + (1L << 62) + "@22", "0#4:" + (1L << 62) + "@62");
    }

    @Test
    void aNicHearsEachOnceAndKeepsItToItself() {
        List<String> heard = new ArrayList<>();
        NicSetup setup = new NicSetup();
        setup.agent = site -> new Listener(heard);
        Bench bench = new Bench(setup.build(), 1)
                .smp(1, announcement(3, 2, 5), 10)
                .smp(1, announcement(3, 2, 5), 30)
                .smp(1, announcement(3, 1, 4), 50)
                .smp(1, announcement(8, 1, 6), 70)
                .until(100);
        assertThat(heard).containsExactly("3:5", "8:6");
        assertThat(bench.events()).containsExactly("heard@14", "heard@74");
        assertThat(announced(bench, 1)).isEmpty();
        assertThat(announced(bench, 2)).as("to the manager").isEmpty();
    }

    @Test
    void theManagersNumbersAreAnotherMatter() {
        List<String> heard = new ArrayList<>();
        NicSetup setup = new NicSetup();
        setup.agent = site -> new Listener(heard);
        Smp control = new Smp();
        control.directed(Smp.CONTROL, 1, 42, new byte[0], 0);
        new Bench(setup.build(), 1)
                .smp(1, announcement(0, 100, 5), 10)
                .smp(2, control, 30)
                .until(100);
        assertThat(heard).containsExactly("0:5", "manager:42");
    }

    /** A discovery's question tells the NIC that another manager has taken over. */
    @Test
    void whatAManagerSaysThatAnotherOneHasSucceededIsDropped() {
        List<String> heard = new ArrayList<>();
        NicSetup setup = new NicSetup();
        setup.agent = site -> new Listener(heard);
        Smp question = new Smp();
        question.directed(Smp.NODE_INFO, Smp.beforeTerm(1) + 1, 0, new byte[0], 1);
        new Bench(setup.build(), 1)
                .smp(2, control(Smp.CONTROL, 1, 41), 10)
                .smp(2, question, 20)
                .smp(2, control(Smp.CONTROL, 2, 42), 30)
                .smp(2, control(Smp.BROADCAST, 3, 43), 40)
                .smp(2, control(Smp.BROADCAST, Smp.beforeTerm(1) + 2, 44), 50)
                .until(100);
        assertThat(heard).containsExactly("manager:41", "manager:44");
    }

    /** A NIC that has not heard of the other manager hears nothing of the former one either. */
    @Test
    void aSwitchDoesNotPassOnWhatAManagerSaysThatAnotherOneHasSucceeded() {
        Smp question = new Smp();
        question.directed(Smp.NODE_INFO, Smp.beforeTerm(1) + 1, 0, new byte[0], 1);
        Smp stale = control(Smp.BROADCAST, 3, 43);
        Bench told =
                Bench.of(switchSetup()).smp(2, question, 10).smp(2, stale, 30).until(100);
        assertThat(told.records(1, Wire.SMP)).isEmpty();
        Bench untold = Bench.of(switchSetup()).smp(2, stale, 30);
        assertThatThrownBy(() -> untold.until(100))
                .hasMessageContaining("control 43 at a switch whose scheme has none");
    }

    private static Smp control(int attribute, long number, long control) {
        Smp smp = new Smp();
        smp.directed(attribute, number, control, new byte[attribute == Smp.CONTROL ? 0 : Smp.MAX_HOPS], 0);
        return smp;
    }

    @Test
    void whatTheAgentWritesIsThePacketsTrail() {
        NicSetup setup = new NicSetup();
        setup.agent = site -> new Listener(new ArrayList<>());
        setup.pattern = (nic, counter) -> 2;
        Bench bench = new Bench(setup.build(), 1).until(100);
        assertThat(bench.records(1, Wire.RUN)).hasSize(3).allSatisfy(words -> assertThat(words[7])
                .isEqualTo(1013));
    }

    /** Writes down what it is told, and LIDs into packets. */
    private record Listener(List<String> heard) implements NicAgent {
        @Override
        public long injected() {
            return 0;
        }

        @Override
        public long trail(int destination, long trail) {
            return 1000L + destination;
        }

        @Override
        public void installed(long argument) {
            throw new AssertionError("nothing is installed");
        }

        @Override
        public void receiveControl(long control) {
            heard.add("manager:" + control);
        }

        @Override
        public void receiveBroadcast(int from, long control) {
            heard.add(from + ":" + control);
        }

        @Override
        public void visit(StateVisitor state) {
            // stateless
        }
    }
}
