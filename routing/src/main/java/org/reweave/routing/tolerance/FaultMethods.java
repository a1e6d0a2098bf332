package org.reweave.routing.tolerance;

import java.util.List;
import org.reweave.routing.engine.mikant.MikantRule;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.plugin.PluginException;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;
import org.reweave.routing.rerouting.LocalRerouting;

/** Every fault-tolerance method by name: ours, one line each, and those of users' jars. */
public final class FaultMethods {
    private static final List<FaultMethod> BUILT_IN = List.of(
            new UpDownMethod(),
            rerouting(LocalRerouting.DETERMINISTIC_LINK, "fat trees: local rerouting of k-1 links, 2 VLs"),
            rerouting(
                    LocalRerouting.DETERMINISTIC_SWITCH, "fat trees: local rerouting of k-1 links or switches, 3 VLs"),
            rerouting(LocalRerouting.ADAPTIVE_LINK, "fat trees: adaptive local rerouting of k-1 links, 1 VL"),
            rerouting(
                    LocalRerouting.ADAPTIVE_SWITCH,
                    "fat trees: adaptive local rerouting of k-1 links or switches, 1 VL"),
            new TreeMethod("ddrc", "fat trees: fat-tree routing reconfigured for what is left, 1 VL", DdrcJudge::new),
            new RftrMethod(),
            new MikantMethod(MikantRule.named("one-port")),
            new MikantMethod(MikantRule.named("all-port")),
            new MikantMethod(MikantRule.named("go-back")),
            new KnsMethod(),
            new MultipathMethod("tftr", "TFTR: disjoint paths for every pair, any topology, 2 VLs"),
            new MultipathMethod("spftr", "SPFTR: 2n disjoint paths for every pair of an n-D torus, 2 VLs and 4 SLs"),
            new MultipathMethod(
                    "a-spftr", "A-SPFTR: four disjoint paths for every pair of a 2-D torus, 2 VLs and 3 SLs"));

    private final Registry<FaultMethod> methods;

    private FaultMethods(Registry<FaultMethod> methods) {
        this.methods = methods;
    }

    private static FaultMethod rerouting(LocalRerouting rule, String summary) {
        return new TreeMethod(rule.methodName(), summary, tree -> new ReroutingJudge(tree, rule));
    }

    /**
     * Our methods and those of users' jars.
     *
     * @throws PluginException when one cannot be made, or two have one name
     */
    public static FaultMethods load() {
        return new FaultMethods(
                Registry.of("fault methods", FaultMethod.class, BUILT_IN, FaultMethod::name, Plugins.inUse()));
    }

    /** @throws IllegalArgumentException for an unknown name, with the nearest and all known ones */
    public FaultMethod method(String name) {
        return methods.find(name)
                .orElseThrow(() ->
                        new IllegalArgumentException("no fault method is named '" + name + "'; the nearest name is "
                                + NearestName.of(name, names()) + ", known are " + String.join(", ", names())));
    }

    public Registry<FaultMethod> methods() {
        return methods;
    }

    /** All names, sorted. */
    public List<String> names() {
        return methods.names();
    }
}
