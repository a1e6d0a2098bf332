package org.reweave.emulator.cluster;

import akka.actor.ActorSystem;
import akka.actor.AddressFromURIString;
import akka.actor.Props;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.eventstream.EventStream;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.DowningProvider;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.emulator.cluster.messages.ToWatcher;
import org.reweave.emulator.cluster.protocol.Downing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.concurrent.duration.FiniteDuration;

/**
 * Decides which members are lost, as {@link Downing} says, in the place of Akka's split-brain resolver. That one lets
 * the majority of nodes go on, of two the one with the lower address, and ends all of them when members come and go for
 * long: it does not know which nodes a run can reach.
 */
public final class LostMembers extends DowningProvider {
    private static final String AFTER = "reweave.cluster.lost-after";
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final int looks;

    /** Made by Akka, by the name of the class. */
    public LostMembers(ActorSystem system) {
        looks = (int) Math.max(1, system.settings().config().getDuration(AFTER).dividedBy(LOOK));
    }

    @Override
    public FiniteDuration downRemovalMargin() {
        return new FiniteDuration(0, TimeUnit.SECONDS);
    }

    @Override
    public Option<Props> downingActorProps() {
        return Option.apply(Adapter.props(() -> Watcher.create(looks)));
    }

    private static final class Watcher extends AbstractBehavior<ToWatcher> {
        private static final Logger LOG = LoggerFactory.getLogger("reweave");

        private final Cluster cluster = Cluster.get(getContext().getSystem());
        private final Map<String, Boolean> answers = new HashMap<>(); // since the last look
        private final Set<String> connected = new HashSet<>(); // since the last look
        private Downing.State state;
        private boolean leads;

        static Behavior<ToWatcher> create(int looks) {
            return Behaviors.withTimers(timers -> {
                timers.startTimerWithFixedDelay(ToWatcher.Look.NOW, LOOK);
                return Behaviors.setup(context -> {
                    context.getSystem()
                            .eventStream()
                            .tell(new EventStream.Subscribe<>(
                                    ToWatcher.Leads.class, context.getSelf().narrow()));
                    return new Watcher(context, looks);
                });
            });
        }

        private Watcher(ActorContext<ToWatcher> context, int looks) {
            super(context);
            state = Downing.State.of(looks);
        }

        @Override
        public Receive<ToWatcher> createReceive() {
            return newReceiveBuilder()
                    .onMessage(ToWatcher.Look.class, message -> look())
                    .onMessage(ToWatcher.Ask.class, this::onAsk)
                    .onMessage(ToWatcher.Answer.class, this::onAnswer)
                    .onMessage(ToWatcher.Connected.class, this::onConnected)
                    .onMessage(ToWatcher.Leads.class, this::onLeads)
                    .build();
        }

        private Behavior<ToWatcher> onAsk(ToWatcher.Ask message) {
            message.replyTo()
                    .tell(new ToWatcher.Answer(
                            NodeProcess.hostAndPort(cluster.selfMember().address()), leads));
            return this;
        }

        private Behavior<ToWatcher> onAnswer(ToWatcher.Answer message) {
            answers.put(message.address(), message.leads());
            return this;
        }

        private Behavior<ToWatcher> onConnected(ToWatcher.Connected message) {
            connected.add(message.address());
            return this;
        }

        private Behavior<ToWatcher> onLeads(ToWatcher.Leads message) {
            leads = message.isUnderWay();
            return this;
        }

        private Behavior<ToWatcher> look() {
            Downing.Step step = Downing.look(state, view());
            answers.clear();
            connected.clear();
            state = step.next();
            for (String address : step.lost()) {
                LOG.debug("{} leaves the cluster: it cannot be reached", address);
                EventStream.Publish<ToRun.CalledLost> word = new EventStream.Publish<>(new ToRun.CalledLost(address));
                getContext().getSystem().eventStream().tell(word);
                cluster.manager().tell(new Down(AddressFromURIString.parse(NodeSettings.uri(address))));
            }
            step.asked().forEach(this::ask);
            ActorRef<ToWatcher> self = getContext().getSelf();
            Presence.call(step.called(), address -> self.tell(new ToWatcher.Connected(address)));
            return this;
        }

        /** The watcher of each process has the same path. */
        private void ask(String address) {
            String path =
                    NodeSettings.uri(address) + getContext().getSelf().path().toStringWithoutAddress();
            Adapter.toClassic(getContext())
                    .actorSelection(path)
                    .tell(
                            new ToWatcher.Ask(getContext().getSelf().narrow()),
                            Adapter.toClassic(getContext().getSelf()));
        }

        private Downing.View view() {
            akka.cluster.Member self = cluster.selfMember();
            List<Downing.Member> others = StreamSupport.stream(
                            cluster.state().getMembers().spliterator(), false)
                    .filter(member -> !member.uniqueAddress().equals(self.uniqueAddress()))
                    .filter(member -> !member.status().equals(MemberStatus.down()))
                    .map(Watcher::member)
                    .toList();
            Set<Downing.Member> unreachable = cluster.state().getUnreachable().stream()
                    .map(Watcher::member)
                    .collect(Collectors.toSet());
            return new Downing.View(
                    member(self), leads, others, unreachable, Set.copyOf(connected), Map.copyOf(answers));
        }

        private static Downing.Member member(akka.cluster.Member member) {
            Downing.Role role = member.hasRole(NodeSettings.NODE)
                    ? Downing.Role.NODE
                    : member.hasRole(NodeSettings.RUN) ? Downing.Role.RUN : Downing.Role.CLIENT;
            boolean isFull =
                    member.status().equals(MemberStatus.up()) || member.status().equals(MemberStatus.leaving());
            return new Downing.Member(
                    NodeProcess.hostAndPort(member.address()),
                    member.uniqueAddress().longUid(),
                    role,
                    isFull);
        }
    }
}
