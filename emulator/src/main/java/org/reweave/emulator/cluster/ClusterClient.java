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
import java.util.stream.StreamSupport;

/** Joins a cluster for a question or an order, and leaves it again. */
public final class ClusterClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

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
     * @param software version; empty = it is no node, or did not answer
     * @param threads that run devices
     * @param run that it hosts a part of, or empty
     * @param heapBytes in use
     */
    public record MemberLine(
            String address, String role, String status, String software, int threads, String run, long heapBytes) {}

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
        this.system =
                ActorSystem.create(Behaviors.empty(), NodeSettings.SYSTEM, settings.config(NodeSettings.CLIENT, false));
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
        List<NodeHost.Description> nodes = descriptions();
        List<MemberLine> lines = new ArrayList<>();
        for (Member member : present()) {
            String address = NodeProcess.hostAndPort(member.address());
            Optional<NodeHost.Description> node =
                    nodes.stream().filter(one -> one.address().equals(address)).findFirst();
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
                    node.map(NodeHost.Description::software).orElse(""),
                    node.map(NodeHost.Description::threads).orElse(0),
                    node.map(NodeHost.Description::run).orElse(""),
                    node.map(NodeHost.Description::heapBytes).orElse(0L)));
        }
        return lines;
    }

    private List<Member> present() {
        return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
                .filter(member -> !member.address().equals(cluster.selfMember().address()))
                .sorted(Comparator.comparing(member -> NodeProcess.hostAndPort(member.address())))
                .toList();
    }

    private List<NodeHost.Description> descriptions() {
        long nodes = present().stream()
                .filter(member ->
                        member.hasRole(NodeSettings.NODE) && member.status().equals(MemberStatus.up()))
                .count();
        List<ActorRef<NodeHost.Command>> hosts = new ArrayList<>();
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
        List<CompletionStage<NodeHost.Description>> asked = new ArrayList<>();
        for (ActorRef<NodeHost.Command> host : hosts) {
            asked.add(AskPattern.ask(host, NodeHost.Describe::new, ANSWERS_WITHIN, system.scheduler()));
        }
        List<NodeHost.Description> answers = new ArrayList<>();
        for (CompletionStage<NodeHost.Description> one : asked) {
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
        return answer(AskPattern.<RunQueue.Command, RunQueue.Listing>ask(
                        RunQueue.of(system), RunQueue.ListRuns::new, PATIENCE, system.scheduler()))
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
     * Has a node leave the cluster, and waits until it has. Its process ends.
     *
     * @param address {@code host:port}
     * @throws ClusterException when the cluster has no such node, or it does not leave in time
     */
    public void leave(String address) {
        Member node = present().stream()
                .filter(member -> NodeProcess.hostAndPort(member.address()).equals(address))
                .findFirst()
                .orElseThrow(() -> new ClusterException("the cluster at " + contact + " has no member " + address
                        + "; 'reweave cluster status " + contact + "' lists them"));
        cluster.manager().tell(new Leave(AddressFromURIString.parse(NodeSettings.uri(address))));
        await(() -> !present().contains(node), "has not let " + address + " go");
    }

    /** Leaves the cluster. */
    @Override
    public void close() {
        system.terminate();
        NodeProcess.await(system);
    }
}
