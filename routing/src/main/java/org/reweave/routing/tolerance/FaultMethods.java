package org.reweave.routing.tolerance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.reweave.routing.engine.mikant.MikantRule;
import org.reweave.routing.model.NearestName;
import org.reweave.routing.rerouting.LocalRerouting;

/** Every fault-tolerance method by name: ours, one line each, and those of users' jars. */
public final class FaultMethods {
    private static final List<FaultMethod> BUILT_IN = List.of(
            new UpDownMethod(),
            rerouting(LocalRerouting.DETERMINISTIC_LINK, "k-ary n-trees: local rerouting of k-1 links, 2 VLs"),
            rerouting(
                    LocalRerouting.DETERMINISTIC_SWITCH,
                    "k-ary n-trees: local rerouting of k-1 links or switches, 3 VLs"),
            rerouting(LocalRerouting.ADAPTIVE_LINK, "k-ary n-trees: adaptive local rerouting of k-1 links, 1 VL"),
            rerouting(
                    LocalRerouting.ADAPTIVE_SWITCH,
                    "k-ary n-trees: adaptive local rerouting of k-1 links or switches, 1 VL"),
            new TreeMethod(
                    "ddrc", "k-ary n-trees: fat-tree routing reconfigured for what is left, 1 VL", DdrcJudge::new),
            new RftrMethod(),
            new MikantMethod(MikantRule.named("one-port")),
            new MikantMethod(MikantRule.named("all-port")),
            new MikantMethod(MikantRule.named("go-back")),
            new KnsMethod(),
            new MultipathMethod("tftr", "TFTR: disjoint paths for every pair, any topology, 2 VLs"),
            new MultipathMethod("spftr", "SPFTR: 2n disjoint paths for every pair of an n-D torus, 2 VLs and 4 SLs"),
            new MultipathMethod(
                    "a-spftr", "A-SPFTR: four disjoint paths for every pair of a 2-D torus, 2 VLs and 3 SLs"));

    private final Map<String, FaultMethod> byName = new TreeMap<>();

    private FaultMethods(Iterable<FaultMethod> more) {
        List<FaultMethod> methods = new ArrayList<>(BUILT_IN);
        more.forEach(methods::add);
        for (FaultMethod method : methods) {
            FaultMethod other = byName.putIfAbsent(method.name(), method);
            if (other != null) {
                throw new IllegalArgumentException("two fault methods are named " + method.name() + ": "
                        + other.getClass().getName() + " and "
                        + method.getClass().getName() + "; rename the one in your jar");
            }
        }
    }

    private static FaultMethod rerouting(LocalRerouting rule, String summary) {
        return new TreeMethod(rule.methodName(), summary, tree -> new ReroutingJudge(tree, rule));
    }

    /**
     * Our methods and those on the class path.
     *
     * @throws IllegalArgumentException when two methods have one name
     */
    public static FaultMethods load() {
        return new FaultMethods(ServiceLoader.load(FaultMethod.class, FaultMethods.class.getClassLoader()));
    }

    /** @throws IllegalArgumentException for an unknown name, with the nearest and all known ones */
    public FaultMethod method(String name) {
        FaultMethod method = byName.get(name);
        if (method == null) {
            throw new IllegalArgumentException("no fault method is named '" + name + "'; the nearest name is "
                    + NearestName.of(name, byName.keySet()) + ", known are " + String.join(", ", byName.keySet()));
        }
        return method;
    }

    /** All methods, by name. */
    public List<FaultMethod> methods() {
        return List.copyOf(byName.values());
    }

    /** All names, sorted. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }
}
