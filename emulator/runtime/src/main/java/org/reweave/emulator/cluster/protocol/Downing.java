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
 * own journal says what a run has done; so it decides, for the nodes that it can reach, however few these are. Nodes
 * decide among themselves only where no run's process can be reached: the majority of them goes on, and the others end.
 *
 * <p>A member is missing that has been unreachable at {@link State#after} looks in a row, a second apart. One that
 * comes and goes is not missing: so a cluster whose machines are overloaded waits, and nobody is sent away.
 */
public final class Downing {
    /** What nodes wait more than a run's process, which is to decide first. */
    private static final int NODES_FACTOR = 2;

    /** What a run's process waits more where it has never heard of a member: somebody else may know more. */
    private static final int STRANGERS_FACTOR = 3;

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
     * @param others all others
     * @param unreachable those of them that somebody cannot reach
     * @param heard addresses of those that this process itself has heard from since the look before
     */
    public record View(Member self, List<Member> others, Set<Member> unreachable, Set<String> heard) {}

    /**
     * What is remembered of the looks so far.
     *
     * @param after looks after which a member is missing
     * @param missed by member: looks in a row at which it was unreachable and not heard
     * @param known addresses of members that have been heard at some look
     */
    public record State(int after, Map<String, Integer> missed, Set<String> known) {
        public static State of(int after) {
            return new State(after, Map.of(), Set.of());
        }
    }

    /** @param lost addresses of the members that are to leave the cluster, perhaps that of the one that looks */
    public record Step(State next, List<String> lost) {}

    /** Looks once. */
    public static Step look(State state, View view) {
        Map<String, Integer> missed = new HashMap<>();
        for (Member member : view.unreachable()) {
            if (!view.heard().contains(member.address())) {
                missed.put(member.life(), state.missed().getOrDefault(member.life(), 0) + 1);
            }
        }
        Set<String> known = new TreeSet<>(state.known());
        known.addAll(view.heard());
        State next = new State(state.after(), Map.copyOf(missed), Set.copyOf(known));
        List<Member> lost = view.self().role() == Role.RUN ? lostToRun(next, view) : lostToNodes(next, view);
        return new Step(next, lost.stream().map(Member::address).sorted().toList());
    }

    private static boolean isMissing(State state, Member member, int factor) {
        return state.missed().getOrDefault(member.life(), 0) >= factor * state.after();
    }

    private static List<Member> lostToRun(State state, View view) {
        return view.others().stream()
                .filter(member ->
                        isMissing(state, member, state.known().contains(member.address()) ? 1 : STRANGERS_FACTOR))
                .toList();
    }

    private static List<Member> lostToNodes(State state, View view) {
        List<Member> missing = view.others().stream()
                .filter(member -> isMissing(state, member, NODES_FACTOR))
                .toList();
        boolean isLed = view.others().stream().anyMatch(one -> one.role() == Role.RUN && !missing.contains(one));
        if (missing.isEmpty() || isLed || view.self().role() != Role.NODE) {
            return List.of();
        }
        List<Member> away = missing.stream().filter(Downing::hasVote).toList();
        List<Member> here = view.others().stream()
                .filter(member -> hasVote(member) && !missing.contains(member))
                .toList();
        int votes = here.size() + 1;
        boolean isMajority = votes == away.size() ? hasLowest(view.self(), here, away) : votes > away.size();
        if (!isMajority) {
            return List.of(view.self());
        }
        return isLowest(view.self(), here) ? missing : List.of();
    }

    private static boolean hasVote(Member member) {
        return member.role() == Role.NODE && member.isFull();
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
