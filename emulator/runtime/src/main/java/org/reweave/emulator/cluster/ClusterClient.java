package org.reweave.emulator.cluster;

import akka.actor.AddressFromURIString;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.receptionist.Receptionist;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Leave;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.reweave.emulator.actor.ActorSystems;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.cluster.messages.ToQueue;

/** Joins a cluster for a question or an order, and leaves it again. */
public final class ClusterClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /** A checkpoint is taken within a few cuts, but cuts may be slow. */
    private static final Duration MOVES_WITHIN = Duration.ofSeconds(120);

    /** Within this time a node describes itself, or is shown without a description. */
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(3);

    private final String contact;
    private final ActorSystem<Void> system;
    private final Cluster cluster;

    /**
     * A process of a cluster.
     *
     * @param address {@code host:port}
     * @param role {@code node}, {@code run} for a process that coordinates one, or {@code client}
     * @param status Akka's word: {@code up}, {@code leaving}; {@code unreachable} where others do not hear from it
     * @param software build; empty = it is no node, or did not answer
     * @param threads that run devices
     * @param run that it hosts a part of, or empty
     * @param heapBytes in use
     * @param devices of the run that it hosts
     * @param waiting share of the last second in which its threads have run no device
     * @param cycle of the last cut that it has reported
     * @param frames that it has sent to other nodes since the beginning of the incarnation
     * @param bundles of these frames
     * @param bytes of these bundles
     */
    public record MemberLine(
            String address,
            String role,
            String status,
            String software,
            int threads,
            String run,
            long heapBytes,
            int devices,
            double waiting,
            long cycle,
            long frames,
            long bundles,
            long bytes) {}

    /**
     * A run of the cluster.
     *
     * @param state {@code under way}, {@code queued}, or how it ended
     * @param cycle of its last cut
     * @param stop cycle at which its traffic ends
     */
    public record RunLine(String run, String scenario, String state, long cycle, long stop) {}

    /**
     * Joins.
     *
     * @param contact {@code host:port} of a node
     * @throws NodeRefusedException when the cluster does not take this process in
     * @throws ClusterException when nobody answers
     */
    public ClusterClient(String contact, Optional<Credentials> credentials) {
        Greeting.greet(contact, credentials);
        this.contact = contact;
        NodeSettings settings = new NodeSettings(Greeting.addressTowards(contact), 0, List.of(contact), 1, credentials);
        this.system = ActorSystems.CLUSTERED.start(
                Behaviors.empty(), NodeSettings.SYSTEM, settings.config(NodeSettings.CLIENT, false));
        this.cluster = Cluster.get(system);
        try {
            await(() -> cluster.selfMember().status().equals(MemberStatus.up()), "has not let this process join");
        } catch (ClusterException e) {
            close();
            throw e;
        }
    }

    private void await(BooleanSupplier condition, String otherwise) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new ClusterException(
                        "the cluster at " + contact + " " + otherwise + " within " + PATIENCE.toSeconds() + " s");
            }
            try {
                Thread.sleep(BETWEEN_LOOKS.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClusterException("interrupted");
            }
        }
    }

    /** The members of the cluster but this process, by address. */
    public List<MemberLine> members() {
        List<ToNode.Description> nodes = descriptions();
        List<MemberLine> lines = new ArrayList<>();
        for (Member member : present()) {
            String address = NodeProcess.hostAndPort(member.address());
            Optional<ToNode.Description> node =
                    nodes.stream().filter(one -> one.address().equals(address)).findFirst();
            ToNode.Hosted hosted = node.map(ToNode.Description::hosted).orElse(ToNode.Hosted.NOTHING);
            lines.add(new MemberLine(
                    address,
                    String.join(
                            ",",
                            member.getRoles().stream()
                                    .filter(role -> !role.startsWith("dc-"))
                                    .toList()),
                    cluster.state().getUnreachable().contains(member)
                            ? "unreachable"
                            : member.status().toString().toLowerCase(Locale.ROOT),
                    node.map(ToNode.Description::software).orElse(""),
                    node.map(ToNode.Description::threads).orElse(0),
                    node.map(ToNode.Description::run).orElse(""),
                    node.map(ToNode.Description::heapBytes).orElse(0L),
                    hosted.devices(),
                    hosted.waiting(),
                    hosted.cycle(),
                    hosted.carried().frames(),
                    hosted.carried().bundles(),
                    hosted.carried().bytes()));
        }
        return lines;
    }

    private List<Member> present() {
        return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
                .filter(member -> !member.address().equals(cluster.selfMember().address()))
                .sorted(Comparator.comparing(member -> NodeProcess.hostAndPort(member.address())))
                .toList();
    }

    private List<ToNode.Description> descriptions() {
        long nodes = present().stream()
                .filter(member ->
                        member.hasRole(NodeSettings.NODE) && member.status().equals(MemberStatus.up()))
                .count();
        List<ActorRef<ToNode>> hosts = new ArrayList<>();
        await(
                () -> {
                    hosts.clear();
                    hosts.addAll(answer(AskPattern.<Receptionist.Command, Receptionist.Listing>ask(
                                    system.receptionist(),
                                    replyTo -> Receptionist.find(NodeHost.KEY, replyTo),
                                    PATIENCE,
                                    system.scheduler()))
                            .getServiceInstances(NodeHost.KEY));
                    return hosts.size() >= nodes;
                },
                "has not named its nodes");
        List<CompletionStage<ToNode.Description>> asked = new ArrayList<>();
        for (ActorRef<ToNode> host : hosts) {
            asked.add(AskPattern.ask(host, ToNode.Describe::new, ANSWERS_WITHIN, system.scheduler()));
        }
        List<ToNode.Description> answers = new ArrayList<>();
        for (CompletionStage<ToNode.Description> one : asked) {
            try {
                answers.add(one.toCompletableFuture().join());
            } catch (CompletionException e) {
                // it has gone meanwhile, or does not answer: shown as a member without a description
            }
        }
        return answers;
    }

    /** Runs under way, queued in their order, and the last ones that are over. */
    public List<RunLine> runs() {
        return answer(AskPattern.<ToQueue, ToQueue.Listing>ask(
                        RunQueue.of(system), ToQueue.ListRuns::new, PATIENCE, system.scheduler()))
                .runs()
                .stream()
                .map(line -> new RunLine(line.run(), line.scenario(), line.state(), line.cycle(), line.stop()))
                .toList();
    }

    private <T> T answer(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new ClusterException(
                    "the cluster at " + contact + " has not answered within " + PATIENCE.toSeconds() + " s");
        }
    }

    /**
     * Spreads the devices of the run under way over all nodes that are up, at its next checkpoint, and waits until they
     * have moved.
     *
     * @return where the devices are, in words
     * @throws ClusterException when they do not move, or not in time
     */
    public String rebalance() {
        List<ToNode.Description> nodes = descriptions();
        Optional<ToNode.Description> host = hosting(nodes);
        if (host.isEmpty()) {
            return "no run is under way on the cluster at " + contact;
        }
        List<ToNode.Description> all = ofBuild(host.get().software(), nodes);
        String others =
                all.size() == nodes.size() ? "" : " of build " + host.get().software();
        return all.stream().allMatch(node -> node.run().equals(host.get().run()))
                ? "run " + host.get().run() + " has devices on all nodes" + others + " that are up"
                : move(host.get(), all);
    }

    /**
     * Has a node leave the cluster, and waits until it has. Its process ends. If it hosts devices of a run, they move
     * to others first, at the run's next checkpoint: to the other nodes of the run, and to as many nodes as were idle
     * until there are as many as before.
     *
     * @param address {@code host:port}
     * @return where the run's devices are now, in words; empty = the node has hosted none
     * @throws ClusterException when the cluster has no such node, its devices do not move, or it does not leave in time
     */
    public Optional<String> leave(String address) {
        Member member = present().stream()
                .filter(one -> NodeProcess.hostAndPort(one.address()).equals(address))
                .findFirst()
                .orElseThrow(() -> new ClusterException("the cluster at " + contact + " has no member " + address
                        + "; 'reweave cluster status " + contact + "' lists them"));
        List<ToNode.Description> nodes = descriptions();
        Optional<String> moved = nodes.stream()
                .filter(node -> node.address().equals(address) && !node.run().isEmpty())
                .findFirst()
                .map(leaving -> move(leaving, others(leaving, nodes)));
        cluster.manager().tell(new Leave(AddressFromURIString.parse(NodeSettings.uri(address))));
        await(() -> !present().contains(member), "has not let " + address + " go");
        return moved;
    }

    private static List<ToNode.Description> others(ToNode.Description leaving, List<ToNode.Description> nodes) {
        List<ToNode.Description> fit = ofBuild(leaving.software(), nodes);
        Predicate<ToNode.Description> ofRun = node -> node.run().equals(leaving.run());
        List<ToNode.Description> others = new ArrayList<>(fit.stream()
                .filter(node -> ofRun.test(node) && !node.address().equals(leaving.address()))
                .toList());
        fit.stream().filter(ofRun.negate()).limit(1).forEach(others::add);
        return others;
    }

    private static Optional<ToNode.Description> hosting(List<ToNode.Description> nodes) {
        return nodes.stream().filter(node -> !node.run().isEmpty()).findFirst();
    }

    private static List<ToNode.Description> ofBuild(String software, List<ToNode.Description> nodes) {
        return nodes.stream().filter(node -> node.software().equals(software)).toList();
    }

    /** @param host that passes the order on */
    private String move(ToNode.Description host, List<ToNode.Description> nodes) {
        if (nodes.isEmpty()) {
            throw new ClusterException("run " + host.run() + " has all its devices on " + host.address()
                    + ", and no other node is up to take them; start one, or end the run");
        }
        try {
            ToNode.Moved outcome = AskPattern.<ToNode, ToNode.Moved>ask(
                            host.host(),
                            replyTo -> new ToNode.Move(host.run(), nodes, replyTo),
                            MOVES_WITHIN,
                            system.scheduler())
                    .toCompletableFuture()
                    .join();
            if (!outcome.moved()) {
                throw new ClusterException(outcome.words());
            }
            return outcome.words();
        } catch (CompletionException e) {
            throw new ClusterException("devices of run " + host.run() + " have not moved within "
                    + MOVES_WITHIN.toSeconds() + " s; they will at the run's next checkpoint");
        }
    }

    /** Leaves the cluster. */
    @Override
    public void close() {
        system.terminate();
        NodeProcess.await(system);
    }
}
