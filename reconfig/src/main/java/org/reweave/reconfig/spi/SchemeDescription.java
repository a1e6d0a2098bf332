package org.reweave.reconfig.spi;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.reweave.routing.table.RoutingTables;

/**
 * The description of a scheme. Drivers, the explorer, the checks of scenarios and all help texts use this description
 * only, so that a new scheme needs no change to any of them.
 */
public final class SchemeDescription {
    private final Builder said;

    private SchemeDescription(Builder said) {
        this.said = new Builder(said);
    }

    /**
     * @param name that users write ({@code ebr})
     * @param summary one sentence, with the source
     */
    public static Builder of(String name, String summary) {
        return new Builder(name, summary);
    }

    public String name() {
        return said.name;
    }

    public String summary() {
        return said.summary;
    }

    /** The options that the scheme has, in the order in which they are explained. */
    public List<SchemeOption<?>> options() {
        return said.options;
    }

    /** The option with a key. */
    public Optional<SchemeOption<?>> option(String key) {
        return said.options.stream().filter(option -> option.key().equals(key)).findFirst();
    }

    /** The rules between its options. */
    public List<OptionRule> rules() {
        return said.rules;
    }

    /** The engine without which the scheme makes no sense, before and after a change; empty = any. */
    public Optional<String> engine() {
        return Optional.ofNullable(said.engine);
    }

    /** Smallest number of data VLs with which the scheme works. */
    public int leastLanes(SchemeOptions options) {
        return said.leastLanes.apply(options);
    }

    /** Largest number of data VLs with which the scheme works. */
    public int mostLanes() {
        return said.mostLanes;
    }

    /** Whether the scheme needs a property of the old and the new tables of a change. */
    public boolean needs(TableNeed need) {
        return said.needs.contains(need);
    }

    /** Where the scheme's paths come from, in the order in which the manager tries them after a change. */
    public List<PathSource> sources() {
        return said.sources;
    }

    /**
     * Whether the manager notifies every reachable NIC of a change by {@link ManagerEffect.Notify}, and so sends the
     * paths that belong to the change. Under other schemes NICs keep the service levels of the start.
     */
    public boolean notifiesNics(SchemeOptions options) {
        return said.notifiesNics.test(options);
    }

    /** Whether a manager computes and sends tables; otherwise {@link Scheme#manager} is not called. */
    public boolean hasManager(SchemeOptions options) {
        return said.managed.test(options);
    }

    /**
     * Whether tables are sent to an empty fabric only. Then packets of old and new tables are never under way together,
     * so that even tables which rely on the state of buffers ({@link RoutingTables#rings}) can be changed.
     */
    public boolean emptiesFabric(SchemeOptions options) {
        return said.promises
                .in(new Promises.Circumstances(options, 0, 0, 0, 0, 0))
                .contains(Promise.TABLES_TO_EMPTY_FABRIC);
    }

    /**
     * The reason why the scheme does not work under wormhole switching, where a packet lies across several switches; it
     * completes the sentence "the scheme ..". Empty where it does work.
     */
    public Optional<String> needsWholePackets() {
        return Optional.ofNullable(said.needsWholePackets);
    }

    /** Whether the VLs that the scheme knows may be classes of lanes, of which a switch or a NIC takes any. */
    public boolean worksByClass() {
        return said.worksByClass;
    }

    /** Milestones that the manager may announce. */
    public Set<Milestone> milestones() {
        return said.milestones;
    }

    public Completion completion(SchemeOptions options) {
        return said.completion.apply(options);
    }

    /** The order in which devices get their tables unless the user says otherwise. */
    public UpdateOrder order() {
        return said.order;
    }

    public Promises promises() {
        return said.promises;
    }

    /**
     * The packet that a case of the scheme's rule discards, in words: {@code a packet whose ..}; empty where the scheme
     * has no words for the case.
     */
    public String caseWords(int ruleCase) {
        return said.caseWords.apply(ruleCase);
    }

    /** Numbers of the cases in which a rule of the scheme may discard; see {@link Promise#LISTED_CASES_ONLY}. */
    public Set<Integer> listedCases() {
        return said.listedCases;
    }

    /**
     * How many successive epochs a switch can tell apart by the marks of packets, for an observer of a run; 0 = packets
     * have none, or none of the tables that routed them.
     */
    public int epochsApart(SchemeOptions options) {
        return said.epochsApart.apply(options);
    }

    public Reduction reduction(SchemeOptions options) {
        return said.reduction.apply(options);
    }

    /** The meaning of separators; empty where they separate no packets. */
    public Optional<Separation> separation(SchemeOptions options) {
        return said.separation.apply(options);
    }

    /** The meaning of switches' broadcasts; empty where no switch broadcasts what works. */
    public Optional<Announcement> announcement(SchemeOptions options) {
        return said.announcement.apply(options);
    }

    /** A property of tables that a scheme may need. */
    public enum TableNeed {
        /** Switches are sent the dependencies of their tables; see {@link SwitchSite#hasDependency}. */
        DEPENDENCIES,
        /** Tables are indexed by destination alone: a forwarder goes by nothing else. */
        PLAIN,
        /** Old and new tables each are free of deadlocks on a single VL. */
        SINGLE_LANE
    }

    /** Builds the description of a scheme. A scheme described by its name only uses tables as they arrive. */
    public static final class Builder {
        private final String name;
        private final String summary;
        private List<SchemeOption<?>> options = List.of();
        private List<OptionRule> rules = List.of();
        private String engine; // null = any
        private Function<SchemeOptions, Integer> leastLanes = chosen -> 1;
        private int mostLanes = 15;
        private Set<TableNeed> needs = Set.of();
        private List<PathSource> sources = List.of(PathSource.ENGINE);
        private Predicate<SchemeOptions> notifiesNics = chosen -> false;
        private Predicate<SchemeOptions> managed = chosen -> true;
        private String needsWholePackets = // null = does not
                "has been worked out only for packets that a switch holds whole";
        private boolean worksByClass;
        private Set<Milestone> milestones = Set.of();
        private Function<SchemeOptions, Completion> completion = chosen -> Completion.LAST_TABLE;
        private UpdateOrder order = UpdateOrder.NEAR_TO_FAR;
        private Promises promises = Promises.BASIC;
        private Set<Integer> listedCases = Set.of();
        private IntFunction<String> caseWords = number -> "";
        private Function<SchemeOptions, Integer> epochsApart = chosen -> 0;
        private Function<SchemeOptions, Reduction> reduction = chosen -> Reduction.NONE;
        private Function<SchemeOptions, Optional<Separation>> separation = chosen -> Optional.empty();
        private Function<SchemeOptions, Optional<Announcement>> announcement = chosen -> Optional.empty();

        private Builder(String name, String summary) {
            this.name = name;
            this.summary = summary;
        }

        private Builder(Builder other) {
            this(other.name, other.summary);
            options = other.options;
            rules = other.rules;
            engine = other.engine;
            leastLanes = other.leastLanes;
            mostLanes = other.mostLanes;
            needs = other.needs;
            sources = other.sources;
            notifiesNics = other.notifiesNics;
            managed = other.managed;
            needsWholePackets = other.needsWholePackets;
            worksByClass = other.worksByClass;
            milestones = other.milestones;
            completion = other.completion;
            order = other.order;
            promises = other.promises;
            listedCases = other.listedCases;
            caseWords = other.caseWords;
            epochsApart = other.epochsApart;
            reduction = other.reduction;
            separation = other.separation;
            announcement = other.announcement;
        }

        public Builder options(SchemeOption<?>... some) {
            options = List.of(some);
            return this;
        }

        /** Another rule between options. */
        public Builder rule(OptionRule rule) {
            rules = new ArrayList<>(rules);
            rules.add(rule);
            return this;
        }

        public Builder engine(String only) {
            engine = only;
            return this;
        }

        public Builder lanes(Function<SchemeOptions, Integer> least) {
            leastLanes = least;
            return this;
        }

        public Builder lanes(int least, int most) {
            leastLanes = chosen -> least;
            mostLanes = most;
            return this;
        }

        public Builder needs(TableNeed... some) {
            needs = Set.of(some);
            return this;
        }

        public Builder sources(PathSource... inThisOrder) {
            sources = List.of(inThisOrder);
            return this;
        }

        public Builder notifiesNics() {
            return notifiesNics(chosen -> true);
        }

        /** The scheme notifies NICs only under some options. */
        public Builder notifiesNics(Predicate<SchemeOptions> when) {
            notifiesNics = when;
            return this;
        }

        /** The scheme has a manager only under some options. */
        public Builder managedWhere(Predicate<SchemeOptions> when) {
            managed = when;
            return this;
        }

        public Builder unmanaged() {
            return managedWhere(chosen -> false);
        }

        /** The scheme works under wormhole switching too. */
        public Builder worksFlitByFlit() {
            needsWholePackets = null;
            return this;
        }

        /** See {@link SchemeDescription#worksByClass}. */
        public Builder worksByClass() {
            worksByClass = true;
            return this;
        }

        /** See {@link SchemeDescription#needsWholePackets}. */
        public Builder needsWholePackets(String why) {
            needsWholePackets = why;
            return this;
        }

        public Builder milestones(Milestone first, Milestone... more) {
            milestones = Set.copyOf(EnumSet.of(first, more));
            return this;
        }

        public Builder completion(Completion always) {
            return completion(chosen -> always);
        }

        public Builder completion(Function<SchemeOptions, Completion> byOptions) {
            completion = byOptions;
            return this;
        }

        /** See {@link SchemeDescription#order}; a scheme that names none updates from the change outwards. */
        public Builder order(UpdateOrder usual) {
            order = usual;
            return this;
        }

        public Builder promises(Promises all) {
            promises = all;
            return this;
        }

        public Builder epochsApart(Function<SchemeOptions, Integer> byOptions) {
            epochsApart = byOptions;
            return this;
        }

        public Builder listedCases(Integer... cases) {
            listedCases = Set.copyOf(new HashSet<>(List.of(cases)));
            return this;
        }

        /** Words for a packet that the scheme's rule discards, by the number of the rule's case. */
        public Builder caseWords(IntFunction<String> words) {
            caseWords = words;
            return this;
        }

        public Builder reduction(Reduction always) {
            return reduction(chosen -> always);
        }

        public Builder reduction(Function<SchemeOptions, Reduction> byOptions) {
            reduction = byOptions;
            return this;
        }

        public Builder separation(Separation always) {
            return separation(chosen -> Optional.of(always));
        }

        public Builder separation(Function<SchemeOptions, Optional<Separation>> byOptions) {
            separation = byOptions;
            return this;
        }

        public Builder announcement(Function<SchemeOptions, Optional<Announcement>> byOptions) {
            announcement = byOptions;
            return this;
        }

        public SchemeDescription build() {
            return new SchemeDescription(this);
        }
    }
}
