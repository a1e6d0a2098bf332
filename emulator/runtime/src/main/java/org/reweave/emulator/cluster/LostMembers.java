package org.reweave.emulator.cluster;

import akka.actor.ActorSystem;
import akka.actor.AddressFromURIString;
import akka.actor.Props;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
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

    /** What the watcher is told. */
    sealed interface Message {}

    /** A second has passed. */
    enum Look implements Message {
        NOW
    }

    /**
     * This process has heard from a node.
     *
     * @param address {@code host:port}
     */
    record Heard(String address) implements Message {}

    private static final class Watcher extends AbstractBehavior<Message> {
        private static final Logger LOG = LoggerFactory.getLogger("reweave");

        private final Cluster cluster = Cluster.get(getContext().getSystem());
        private final Set<String> heard = new HashSet<>();
        private Downing.State state;

        static Behavior<Message> create(int looks) {
            return Behaviors.withTimers(timers -> {
                timers.startTimerWithFixedDelay(Look.NOW, LOOK);
                return Behaviors.setup(context -> {
                    context.getSystem()
                            .eventStream()
                            .tell(new EventStream.Subscribe<>(
                                    Heard.class, context.getSelf().narrow()));
                    return new Watcher(context, looks);
                });
            });
        }

        private Watcher(ActorContext<Message> context, int looks) {
            super(context);
            state = Downing.State.of(looks);
        }

        @Override
        public Receive<Message> createReceive() {
            return newReceiveBuilder()
                    .onMessage(Look.class, message -> look())
                    .onMessage(Heard.class, this::onHeard)
                    .build();
        }

        private Behavior<Message> onHeard(Heard message) {
            heard.add(message.address());
            return this;
        }

        private Behavior<Message> look() {
            Downing.Step step = Downing.look(state, view());
            heard.clear();
            state = step.next();
            for (String address : step.lost()) {
                LOG.debug("{} leaves the cluster: it cannot be reached", address);
                cluster.manager().tell(new Down(AddressFromURIString.parse(NodeSettings.uri(address))));
            }
            return this;
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
            return new Downing.View(member(self), others, unreachable, Set.copyOf(heard));
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
