package org.reweave.emulator.cli.plugins;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.arbitration.ArbitrationPolicies;
import org.reweave.emulator.traffic.Patterns;
import org.reweave.reconfig.Schemes;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.io.FabricReaders;
import org.reweave.routing.plugin.PluginException;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.FabricGenerators;

/**
 * The folders whose jars extend reweave: {@code plugins} beside the launcher, and those of {@code --plugins}. They are
 * taken from the arguments before these are parsed, because help texts and the values of options depend on the jars.
 */
public final class PluginFolders {
    /** The option, anywhere on the command line. */
    public static final String OPTION = "--plugins";

    private static final String USUAL = "plugins";

    private PluginFolders() {}

    /**
     * Loads the jars and everything in them.
     *
     * @param home folder of the launcher; null = there is none
     * @throws PluginException naming the first folder, jar, service or class that cannot be used
     */
    public static void load(String[] args, String home) {
        Plugins plugins = Plugins.of(folders(args, home));
        Plugins.use(plugins);
        if (!plugins.jars().isEmpty()) {
            try {
                registries();
            } catch (ExceptionInInitializerError e) {
                if (e.getCause() instanceof PluginException cause) {
                    throw cause;
                }
                throw e;
            }
        }
    }

    /** Everything that jars may extend. */
    static List<Registry<?>> registries() {
        return List.of(
                EngineRegistry.load().engines(),
                FabricGenerators.registry(),
                FabricReaders.registry(),
                FaultMethods.load().methods(),
                Schemes.registry(),
                Patterns.registry(),
                ArbitrationPolicies.registry());
    }

    private static List<Path> folders(String[] args, String home) {
        List<Path> folders = new ArrayList<>();
        if (home != null && Files.isDirectory(Path.of(home, USUAL))) {
            folders.add(Path.of(home, USUAL));
        }
        for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
            if (args[i].startsWith(OPTION + "=")) {
                folders.add(Path.of(args[i].substring(OPTION.length() + 1)));
            } else if (args[i].equals(OPTION) && i + 1 < args.length) {
                folders.add(Path.of(args[++i]));
            }
        }
        return folders;
    }
}
