package org.reweave.reconfig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.PlainNicSite;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;

/**
 * A scheme's manager and agents in devices whose links are all down, so that none waits for a neighbour: every question
 * is answered, the latest first, and timers fire when nothing else is left to do.
 */
final class LoneDevices {
    private final List<Integer> switchIds;
    private final List<Integer> nicIds;
    private final Map<Integer, SwitchAgent> switches = new TreeMap<>();
    private final Map<Integer, NicAgent> nics = new TreeMap<>();
    private final Protocol<?> manager; // null = none
    private final PathSource first;
    private final Deque<ManagerInput> answers = new ArrayDeque<>();
    private final List<Integer> updated = new ArrayList<>();
    private final Set<Milestone> milestones = EnumSet.noneOf(Milestone.class);
    private int done;
    private int rediscoveries;

    LoneDevices(Scheme scheme, SchemeOptions options, List<Integer> switchIds, List<Integer> nicIds) {
        this.switchIds = switchIds;
        this.nicIds = nicIds;
        this.manager = scheme.description().hasManager(options) ? new Protocol<>(scheme.manager(options)) : null;
        this.first = scheme.description().sources().get(0);
        for (int id : switchIds) {
            switches.put(id, scheme.switchAgent(options, new LoneSite(id)));
        }
        for (int id : nicIds) {
            nics.put(id, scheme.nicAgent(options, new LoneNicSite()));
        }
    }

    /** A whole reconfiguration by the scheme's first source; nothing if it has no manager. */
    void reconfigure() {
        if (manager != null) {
            reconfigure(first == PathSource.ENGINE ? ManagerInput.Change.ROUTING : ManagerInput.Change.PATHS);
        }
    }

    void reconfigure(ManagerInput.Change change) {
        give(new ManagerInput.ChangeDetected(switchIds, nicIds));
        answerAll();
        give(new ManagerInput.TablesReady(change, switchIds, nicIds));
        answerAll();
    }

    void give(ManagerInput input) {
        List<ManagerEffect> effects = manager.step(input);
        boolean onlyRunsOn = input instanceof ManagerInput.TimerFired
                && effects.stream().allMatch(effect -> effect instanceof ManagerEffect.SetTimer);
        if (!onlyRunsOn) { // nothing is ever lost here, so such a timer need not fire again
            effects.forEach(effect -> effect.fold(new Performer()));
        }
    }

    void answerAll() {
        while (!answers.isEmpty()) {
            give(answers.pop());
        }
    }

    Map<Integer, SwitchAgent> switches() {
        return switches;
    }

    Map<Integer, NicAgent> nics() {
        return nics;
    }

    /** Switches that were sent tables, in that order. */
    List<Integer> updated() {
        return updated;
    }

    /** How often the manager has said that it is done. */
    int done() {
        return done;
    }

    /** What the manager has announced. */
    Set<Milestone> milestones() {
        return milestones;
    }

    /** How often the manager has given up waiting. */
    int rediscoveries() {
        return rediscoveries;
    }

    private static final class Protocol<S> {
        private final ManagerProtocol<S> rules;
        private S state;

        Protocol(ManagerProtocol<S> rules) {
            this.rules = rules;
            this.state = rules.initial();
            assertThat(Restored.of(rules, state)).isEqualTo(state);
        }

        List<ManagerEffect> step(ManagerInput input) {
            ManagerProtocol.Step<S> step = rules.step(state, input);
            state = step.next();
            assertThat(Restored.of(rules, state)).isEqualTo(state);
            return step.effects();
        }
    }

    private final class LoneSite extends PlainSite {
        private final int id;

        LoneSite(int id) {
            this.id = id;
        }

        @Override
        public boolean isUp(int port) {
            return false;
        }

        @Override
        public void report(long message) {
            answers.push(new ManagerInput.Reported(id, message));
        }
    }

    private static final class LoneNicSite extends PlainNicSite {
        @Override
        public boolean isUp() {
            return false;
        }
    }

    private final class Performer implements ManagerEffect.Cases<Void>, ManagerEffect.ForDriver.Cases<Void> {
        /** A device acknowledges when it has everything. */
        private Void acknowledge(int device) {
            ManagerInput answer = new ManagerInput.Acknowledged(device);
            if (!answers.contains(answer)) {
                answers.push(answer);
            }
            return null;
        }

        private void tell(int device, long control) {
            if (switches.containsKey(device)) {
                switches.get(device).receiveControl(control);
            } else {
                nics.get(device).receiveControl(control);
            }
        }

        @Override
        public Void forDriver(ManagerEffect.ForDriver effect) {
            return effect.perform(this);
        }

        @Override
        public Void sendTables(ManagerEffect.SendTables send) {
            updated.add(send.device());
            SwitchAgent agent = switches.get(send.device());
            if (send.use() == ManagerEffect.Use.STORED) {
                agent.stored(send.argument());
            } else {
                agent.installed(send.argument());
            }
            return acknowledge(send.device());
        }

        @Override
        public Void notify(ManagerEffect.Notify notice) {
            nics.get(notice.device()).installed(notice.argument());
            return acknowledge(notice.device());
        }

        @Override
        public Void sendControl(ManagerEffect.SendControl control) {
            tell(control.device(), control.control());
            return acknowledge(control.device());
        }

        @Override
        public Void broadcast(ManagerEffect.Broadcast control) {
            nicIds.forEach(nic -> tell(nic, control.control()));
            switchIds.forEach(device -> tell(device, control.control()));
            return null;
        }

        @Override
        public Void askCounts(ManagerEffect.AskCounts question) {
            answers.push(new ManagerInput.CountsReported(question.device(), 5, 5));
            return null;
        }

        @Override
        public Void setTimer(ManagerEffect.SetTimer set) {
            answers.add(new ManagerInput.TimerFired(set.timer()));
            return null;
        }

        @Override
        public Void reached(ManagerEffect.Reached step) {
            milestones.add(step.milestone());
            return null;
        }

        @Override
        public Void rediscover(ManagerEffect.Rediscover again) {
            rediscoveries++;
            answers.clear();
            return null;
        }

        @Override
        public Void done(ManagerEffect.Done end) {
            done++;
            return null;
        }
    }
}
