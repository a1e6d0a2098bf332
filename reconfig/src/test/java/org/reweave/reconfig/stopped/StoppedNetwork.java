package org.reweave.reconfig.stopped;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.Milestone;

/**
 * A network without time around a static manager: NICs inject while they may, packets in flight are consumed or dropped
 * at any device, and messages between the manager and the devices go in any order but that of one device. Devices 0..
 * are switches, then come NICs.
 *
 * <p>It watches what the scheme promises: NICs resume, and by default tables are sent, only when no packet is in flight
 * and (for resuming) every switch has its tables.
 */
final class StoppedNetwork {
    /** Changes what the manager learns or does: a mutant. */
    interface Mutation {
        /** @return what the manager gets in place of an input; null = nothing */
        default ManagerInput learns(ManagerInput input, StoppedNetwork network) {
            return input;
        }
    }

    static final int SWITCHES = 2;
    static final int NICS = 3;

    private final Random random;
    private final boolean tablesAtOnce;
    private final Mutation mutation;
    private final StaticManager manager;
    private StaticState state;
    private final StaticNicAgent[] nics = new StaticNicAgent[NICS];
    private final long[] entered = new long[SWITCHES + NICS];
    private final long[] left = new long[SWITCHES + NICS];
    private final boolean[] installed = new boolean[SWITCHES];
    private final List<List<ManagerEffect>> underWay = new ArrayList<>(); // by device, to be treated in this order
    private final List<ManagerInput> answers = new ArrayList<>();
    private final List<Integer> silent = new ArrayList<>();
    int inFlight;
    private boolean tablesComputed;
    private int resumed; // NICs told to resume since the last one was told to halt
    int restarts;
    boolean drained;
    boolean done;
    final List<String> broken = new ArrayList<>();

    StoppedNetwork(long seed, boolean tablesAtOnce, Mutation mutation) {
        this.random = new Random(seed);
        this.tablesAtOnce = tablesAtOnce;
        this.mutation = mutation;
        this.manager = new StaticManager(tablesAtOnce);
        this.state = manager.initial();
        for (int nic = 0; nic < NICS; nic++) {
            nics[nic] = new StaticNicAgent();
        }
        for (int device = 0; device < SWITCHES + NICS; device++) {
            underWay.add(new ArrayList<>());
        }
    }

    static List<Integer> switches() {
        return List.of(0, 1);
    }

    static List<Integer> nicDevices() {
        return List.of(2, 3, 4);
    }

    /** The device will not answer the next message. */
    void silence(int device) {
        silent.add(device);
    }

    /** Runs until it is done, or gives up. */
    StoppedNetwork run() {
        for (int i = 0; i < 20; i++) {
            traffic();
        }
        detect();
        for (int step = 0; step < 3000 && !done; step++) {
            switch (random.nextInt(4)) {
                case 0 -> traffic();
                case 1 -> treat(random.nextInt(underWay.size()));
                case 2 -> learn();
                default -> compute();
            }
        }
        return this;
    }

    private void detect() {
        tablesComputed = false;
        give(new ManagerInput.ChangeDetected(switches(), nicDevices()));
    }

    private void compute() {
        if (!tablesComputed && random.nextInt(10) == 0) {
            tablesComputed = true;
            give(new ManagerInput.TablesReady(switches(), nicDevices()));
        }
    }

    private void traffic() {
        int nic = random.nextInt(NICS);
        if (random.nextBoolean() && nics[nic].mayInject()) {
            entered[SWITCHES + nic]++;
            inFlight++;
        } else if (inFlight > 0 && random.nextInt(3) == 0) {
            left[random.nextInt(left.length)]++; // consumed at a NIC, or dropped anywhere
            inFlight--;
        }
    }

    private void learn() {
        if (!answers.isEmpty()) {
            give(answers.remove(random.nextInt(answers.size())));
        }
    }

    void give(ManagerInput input) {
        ManagerInput learnt = mutation.learns(input, this);
        if (learnt == null) {
            return;
        }
        ManagerProtocol.Step<StaticState> step = manager.step(state, learnt);
        state = Restored.of(manager, step.next());
        if (!state.equals(step.next())) {
            throw new AssertionError(step.next() + " is decoded as " + state);
        }
        step.effects().forEach(effect -> effect.fold(new Performer(effect)));
    }

    private void treat(int device) {
        if (underWay.get(device).isEmpty()) {
            return;
        }
        ManagerEffect message = underWay.get(device).remove(0);
        if (silent.remove((Integer) device)) {
            underWay.get(device).clear();
            answers.add(new ManagerInput.Unreachable(device));
            return;
        }
        if (message instanceof ManagerEffect.AskCounts) {
            answers.add(new ManagerInput.CountsReported(device, entered[device], left[device]));
            return;
        }
        if (message instanceof ManagerEffect.SendTables) {
            installed[device] = true;
        } else if (message instanceof ManagerEffect.SendControl control) {
            nics[device - SWITCHES].receiveControl(control.control());
        }
        answers.add(new ManagerInput.Acknowledged(device));
    }

    private void send(int device, ManagerEffect message) {
        underWay.get(device).add(message);
    }

    private final class Performer implements ManagerEffect.Cases<Void>, ManagerEffect.ForDriver.Cases<Void> {
        private final ManagerEffect effect;

        Performer(ManagerEffect effect) {
            this.effect = effect;
        }

        @Override
        public Void forDriver(ManagerEffect.ForDriver effect) {
            return effect.perform(this);
        }

        @Override
        public Void broadcast(ManagerEffect.Broadcast control) {
            throw new AssertionError("a static manager tells devices one by one");
        }

        @Override
        public Void sendTables(ManagerEffect.SendTables tables) {
            if (!tablesAtOnce && inFlight > 0) {
                broken.add("tables are sent with " + inFlight + " packets in flight");
            }
            send(tables.device(), effect);
            return null;
        }

        @Override
        public Void notify(ManagerEffect.Notify notice) {
            throw new AssertionError("ST has no notices");
        }

        @Override
        public Void sendControl(ManagerEffect.SendControl control) {
            if (control.control() == StaticNicAgent.RESUME) {
                for (int device : switches()) {
                    if (!installed[device]) {
                        broken.add("NICs resume before switch " + device + " has its tables");
                    }
                }
                if (inFlight > 0 && resumed == 0) {
                    broken.add("NICs resume with " + inFlight + " packets in flight");
                }
                resumed++;
            } else {
                resumed = 0;
            }
            send(control.device(), effect);
            return null;
        }

        @Override
        public Void askCounts(ManagerEffect.AskCounts question) {
            send(question.device(), effect);
            return null;
        }

        @Override
        public Void setTimer(ManagerEffect.SetTimer set) {
            answers.add(new ManagerInput.TimerFired(set.timer()));
            return null;
        }

        @Override
        public Void reached(ManagerEffect.Reached step) {
            drained |= step.milestone() == Milestone.DRAINED;
            return null;
        }

        @Override
        public Void rediscover(ManagerEffect.Rediscover again) {
            restarts++;
            underWay.forEach(List::clear);
            answers.clear();
            detect();
            return null;
        }

        @Override
        public Void done(ManagerEffect.Done end) {
            done = true;
            for (int nic = 0; nic < NICS; nic++) {
                if (!nics[nic].mayInject()) {
                    broken.add("it is complete while NIC " + nic + " is halted");
                }
            }
            return null;
        }
    }
}
