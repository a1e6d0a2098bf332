package org.reweave.routing.faulttolerance;

import org.reweave.routing.topology.Fabric;

/** One way of living with faults, as the fault analysis sees it. Methods hold no state; those of users' jars are found by
 *  {@link java.util.ServiceLoader}. */
public interface FaultMethod {
    /** The name users write ({@code rftr}). */
    String name();

    /** One sentence for {@code --help} and error texts. */
    String summary();

    /** Prepares the method for a fabric without faults.
     *  @throws org.reweave.routing.engine.UnroutableException with the reason, when the fabric is not what the method works on */
    FaultStudy study(Fabric fabric);
}
