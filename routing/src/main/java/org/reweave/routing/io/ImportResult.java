package org.reweave.routing.io;

import java.util.List;
import org.reweave.routing.topology.Fabric;

/** A fabric from a file, and what was odd about the file, by line. */
public record ImportResult(Fabric fabric, List<FileFinding> findings) {
    public ImportResult {
        findings = List.copyOf(findings);
    }
}
