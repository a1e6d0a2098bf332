package org.reweave.emulator.cli.common;

import org.reweave.emulator.run.SoftwareVersion;
import picocli.CommandLine.IVersionProvider;

/** Text that {@code --version} prints. */
public final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"reweave " + SoftwareVersion.read()};
    }
}
