package org.reweave.routing.tolerance;

import java.util.Arrays;
import java.util.function.Function;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/**
 * A method on fat trees ({@link TreeGeometry}). Only links between switches and switches above the bottom tier fail.
 */
record TreeMethod(String name, String summary, Function<TreeGeometry, FaultJudge> judges) implements FaultMethod {
    @Override
    public FaultStudy study(Fabric fabric) {
        TreeGeometry tree = TreeGeometry.of(fabric, name);
        return new FaultStudy() {
            @Override
            public int[] elements(Element kind) {
                int[] all = kind.all(fabric);
                return kind == Element.LINK
                        ? all
                        : Arrays.stream(all).filter(s -> !tree.bottom(s)).toArray();
            }

            @Override
            public FaultJudge judge() {
                return judges.apply(tree);
            }
        };
    }

    /** NICs that send from each switch; {@code [switch]}. */
    static int[] senders(TreeGeometry tree) {
        int[] senders = new int[tree.fabric().switchCount()];
        for (int nic = 0; nic < tree.nicCount(); nic++) {
            senders[tree.nicSwitch(nic)]++;
        }
        return senders;
    }
}
