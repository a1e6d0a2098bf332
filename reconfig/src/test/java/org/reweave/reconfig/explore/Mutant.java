package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * A scheme of the registry of which one part is broken on purpose; it goes by the scheme's name and is measured by its
 * promises.
 */
public final class Mutant {
    private Mutant() {}

    /** Makes the agent of a switch, from what the real scheme makes. */
    private interface Switches {
        SwitchAgent agent(Scheme real, SchemeOptions options, SwitchSite site);
    }

    /** Another switch agent around the real one. */
    public static Scheme switches(String scheme, UnaryOperator<SwitchAgent> broken) {
        return of(
                scheme,
                (real, options, site) -> broken.apply(real.switchAgent(options, site)),
                UnaryOperator.identity(),
                UnaryOperator.identity());
    }

    /** The real switch agent at a site that does something else. */
    public static Scheme sites(String scheme, UnaryOperator<SwitchSite> broken) {
        return of(
                scheme,
                (real, options, site) -> real.switchAgent(options, broken.apply(site)),
                UnaryOperator.identity(),
                UnaryOperator.identity());
    }

    public static Scheme nics(String scheme, UnaryOperator<NicAgent> broken) {
        return of(scheme, Scheme::switchAgent, broken, UnaryOperator.identity());
    }

    /**
     * Other effects of the manager's protocol than the real one's.
     *
     * @param broken what is done for an input, instead of the effects that the protocol wants
     */
    public static Scheme effects(
            String scheme, BiFunction<ManagerInput, List<ManagerEffect>, List<ManagerEffect>> broken) {
        return of(
                scheme, Scheme::switchAgent, UnaryOperator.identity(), manager -> new OtherEffects<>(manager, broken));
    }

    /**
     * A protocol that learns other things than what happens.
     *
     * @param broken what it learns in the place of an input; several in turn
     */
    public static Scheme inputs(String scheme, java.util.function.Function<ManagerInput, List<ManagerInput>> broken) {
        return of(scheme, Scheme::switchAgent, UnaryOperator.identity(), manager -> new OtherInputs<>(manager, broken));
    }

    /** A protocol that skips no numbers when a second manager takes over. */
    public static Scheme withoutSkipping(String scheme) {
        return of(
                scheme,
                Scheme::switchAgent,
                UnaryOperator.identity(),
                manager -> new OtherEffects<>(manager, (input, effects) -> effects));
    }

    private static Scheme of(
            String name, Switches switches, UnaryOperator<NicAgent> nics, UnaryOperator<ManagerProtocol<?>> managers) {
        return of(Schemes.get(name), switches, nics, managers);
    }

    private static Scheme of(
            Scheme real, Switches switches, UnaryOperator<NicAgent> nics, UnaryOperator<ManagerProtocol<?>> managers) {
        return new Scheme() {
            @Override
            public Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
                return of(real.on(fabric, absent, options), switches, nics, managers);
            }

            @Override
            public SchemeDescription description() {
                return real.description();
            }

            @Override
            public ManagerProtocol<?> manager(SchemeOptions options) {
                return managers.apply(real.manager(options));
            }

            @Override
            public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
                return switches.agent(real, options, site);
            }

            @Override
            public NicAgent nicAgent(SchemeOptions options, NicSite site) {
                return nics.apply(real.nicAgent(options, site));
            }
        };
    }

    private record OtherEffects<S>(
            ManagerProtocol<S> real, BiFunction<ManagerInput, List<ManagerEffect>, List<ManagerEffect>> broken)
            implements ManagerProtocol<S> {
        @Override
        public S initial() {
            return real.initial();
        }

        @Override
        public Step<S> step(S state, ManagerInput input) {
            Step<S> step = real.step(state, input);
            return new Step<>(step.next(), broken.apply(input, step.effects()));
        }

        @Override
        public S visit(StateVisitor visitor, S state) {
            return real.visit(visitor, state);
        }
    }

    private record OtherInputs<S>(
            ManagerProtocol<S> real, java.util.function.Function<ManagerInput, List<ManagerInput>> broken)
            implements ManagerProtocol<S> {
        @Override
        public S initial() {
            return real.initial();
        }

        @Override
        public Step<S> step(S state, ManagerInput input) {
            S next = state;
            List<ManagerEffect> effects = new ArrayList<>();
            for (ManagerInput each : broken.apply(input)) {
                Step<S> step = real.step(next, each);
                next = step.next();
                effects.addAll(step.effects());
            }
            return new Step<>(next, effects);
        }

        @Override
        public S visit(StateVisitor visitor, S state) {
            return real.visit(visitor, state);
        }
    }
}
