package org.reweave.emulator.cluster.protocol;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which members a member of the cluster takes for lost. A run's process knows best whom it needs, and nothing but its
 * own journal says what a run has done; so the run that is under way decides about nodes, for those that it can reach,
 * however few these are. Runs that wait for their turn decide nothing. Nodes decide among themselves only where no run
 * is under way that can be reached: the majority of them goes on, and the others end. Nodes also decide which other
 * processes are gone, which host nothing.
 *
 * <p>Heartbeats that do not come are a reason to ask, and no more. A member is missing that has been unreachable to
 * somebody at {@link State#after} looks in a row, a second apart, and has answered none of the questions that this
 * process has asked meanwhile. So nobody is sent away who answers, and neither is who comes and goes: a cluster whose
 * machines are overloaded waits. A process that takes connections is there, and is waited for longer.
 */
public final class Downing {
    /** Nodes wait longer than a run that is under way, which decides first even where its clock is slow. */
    private static final int NODES_FACTOR = 3;

    /**
     * What a process is waited for more that does not answer and still takes connections: it hangs, or its machine is
     * overloaded. A machine that cannot be reached, or on which nobody listens, takes none.
     */
    private static final int HANGING_FACTOR = 6;

    /** Looks from one connection to a process that does not answer to the next one. */
    private static final int LOOKS_PER_CONNECTION = 5;

    /**
     * Looks after which a node ends that has not become a member for good: the member that has let it in may have ended
     * before the others knew, or was lost to them.
     */
    static final int LONGEST_JOINING = 120;

    private Downing() {}

    /** What a member does. */
    public enum Role {
        /** It hosts parts of runs. */
        NODE,
        /** It leads a run. */
        RUN,
        /** It asks something and leaves again. */
        CLIENT
    }

    /**
     * A member.
     *
     * @param address {@code host:port}
     * @param uid of its life
     * @param isFull whether it takes part in votes: it has joined for good
     */
    public record Member(String address, long uid, Role role, boolean isFull) {
        private String life() {
            return address + '#' + uid;
        }
    }

    /**
     * The cluster at a look, as its membership has it here.
     *
     * @param self the member that looks
     * @param leads whether that is a run under way
     * @param others all others
     * @param unreachable those of them that somebody cannot reach
     * @param connected addresses of those that have taken a connection since the look before
     * @param answers that have come since the look before: whether a run is under way, by the address of who answers
     */
    public record View(
            Member self,
            boolean leads,
            List<Member> others,
            Set<Member> unreachable,
            Set<String> connected,
            Map<String, Boolean> answers) {}

    /**
     * What is remembered of the looks so far.
     *
     * @param after looks after which a member is missing
     * @param missed by member: looks in a row at which it was unreachable and had not answered
     * @param present by member: how many of them there had been when it took a connection last
     * @param joining looks in a row at which this process was not a member for good
     * @param leading addresses of runs under way, as they have answered last
     */
    public record State(
            int after, Map<String, Integer> missed, Map<String, Integer> present, int joining, Set<String> leading) {
        public static State of(int after) {
            return new State(after, Map.of(), Map.of(), 0, Set.of());
        }
    }

    /**
     * @param lost addresses of the members that are to leave the cluster, perhaps that of the one that looks
     * @param asked addresses of the members that are to say that they are there
     * @param called addresses of the members to which a connection is tried
     */
    public record Step(State next, List<String> lost, List<String> asked, List<String> called) {}

    /** Looks once. */
    public static Step look(State state, View view) {
        Map<String, Integer> missed = new HashMap<>();
        Map<String, Integer> present = new HashMap<>();
        for (Member member : view.unreachable()) {
            if (!view.answers().containsKey(member.address())) {
                int looks = state.missed().getOrDefault(member.life(), 0) + 1;
                missed.put(member.life(), looks);
                int last = state.present().getOrDefault(member.life(), 0);
                present.put(member.life(), view.connected().contains(member.address()) ? looks : last);
            }
        }
        Set<String> leading = new TreeSet<>(state.leading());
        view.answers().forEach((address, leads) -> {
            if (leads) {
                leading.add(address);
            } else {
                leading.remove(address);
            }
        });
        int joining = view.self().isFull() ? 0 : state.joining() + 1;
        State next = new State(state.after(), Map.copyOf(missed), Map.copyOf(present), joining, Set.copyOf(leading));
        return new Step(next, addresses(lost(next, view)), addresses(asked(view)), addresses(called(next, view)));
    }

    private static List<String> addresses(List<Member> members) {
        return members.stream().map(Member::address).sorted().toList();
    }

    /** Whoever may be lost, and runs, since one that is under way decides. */
    private static List<Member> asked(View view) {
        return view.unreachable().isEmpty()
                ? List.of()
                : view.others().stream()
                        .filter(member ->
                                member.role() == Role.RUN || view.unreachable().contains(member))
                        .toList();
    }

    private static List<Member> lost(State state, View view) {
        return view.self().role() == Role.NODE
                ? lostToNode(state, view)
                : view.leads()
                        ? missing(state, view, 1).stream()
                                .filter(Downing::isNode)
                                .toList()
                        : List.of();
    }

    private static List<Member> missing(State state, View view, int factor) {
        return view.others().stream()
                .filter(member -> isMissing(state, member, factor * state.after()))
                .toList();
    }

    private static boolean isMissing(State state, Member member, int patience) {
        int missed = state.missed().getOrDefault(member.life(), 0);
        int present = state.present().getOrDefault(member.life(), 0);
        boolean hangs = present > 0 && missed - present < 2 * LOOKS_PER_CONNECTION;
        return missed >= patience * (hangs ? HANGING_FACTOR : 1);
    }

    private static List<Member> called(State state, View view) {
        return view.others().stream()
                .filter(member -> state.missed().getOrDefault(member.life(), 0) % LOOKS_PER_CONNECTION == 1)
                .toList();
    }

    private static boolean isNode(Member member) {
        return member.role() == Role.NODE;
    }

    private static List<Member> lostToNode(State state, View view) {
        if (state.joining() >= LONGEST_JOINING) {
            return List.of(view.self());
        }
        List<Member> missing = missing(state, view, NODES_FACTOR);
        List<Member> voters = view.others().stream().filter(Downing::hasVote).toList();
        List<Member> perhapsHere =
                voters.stream().filter(member -> !missing.contains(member)).toList();
        List<Member> here = perhapsHere.stream()
                .filter(member -> !state.missed().containsKey(member.life()))
                .toList();
        boolean isLed = view.others().stream()
                .anyMatch(one -> state.leading().contains(one.address()) && !missing.contains(one));
        List<Member> lost =
                isLed ? missing.stream().filter(member -> !isNode(member)).toList() : missing;
        if (isLed || lost.isEmpty()) {
            return isLowest(view.self(), perhapsHere) ? lost : List.of();
        }
        if (!isMajority(view.self(), perhapsHere, voters)) {
            return List.of(view.self());
        }
        // a node that is cut off notices the others one after the other: until it knows of all, it decides nothing
        return isMajority(view.self(), here, voters) && isLowest(view.self(), here) ? lost : List.of();
    }

    /** Whether a node and others are the majority of all with a vote, or half of them with the lowest address. */
    private static boolean isMajority(Member self, List<Member> here, List<Member> voters) {
        List<Member> away =
                voters.stream().filter(member -> !here.contains(member)).toList();
        int votes = here.size() + 1;
        return votes == away.size() ? hasLowest(self, here, away) : votes > away.size();
    }

    private static boolean hasVote(Member member) {
        return isNode(member) && member.isFull();
    }

    private static boolean hasLowest(Member self, List<Member> here, List<Member> away) {
        Optional<String> lowest = away.stream().map(Member::address).min(Comparator.naturalOrder());
        return isBelow(self, lowest) || here.stream().anyMatch(member -> isBelow(member, lowest));
    }

    private static boolean isBelow(Member member, Optional<String> address) {
        return address.isEmpty() || member.address().compareTo(address.get()) < 0;
    }

    /** One says what all on its side find. */
    private static boolean isLowest(Member self, List<Member> here) {
        return here.stream().allMatch(member -> self.address().compareTo(member.address()) < 0);
    }
}
