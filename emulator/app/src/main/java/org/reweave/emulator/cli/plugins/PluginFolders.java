package org.reweave.emulator.cli.plugins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Each folder once: a run names its nodes those that it has, and they have the one beside the launcher anyway. */
    private static List<Path> folders(String[] args, String home) {
        Map<Path, Path> folders = new LinkedHashMap<>(); // as they are named, by where they really are
        if (home != null && Files.isDirectory(Path.of(home, USUAL))) {
            add(Path.of(home, USUAL), folders);
        }
        for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
            if (args[i].startsWith(OPTION + "=")) {
                add(Path.of(args[i].substring(OPTION.length() + 1)), folders);
            } else if (args[i].equals(OPTION) && i + 1 < args.length) {
                add(Path.of(args[++i]), folders);
            }
        }
        return List.copyOf(folders.values());
    }

    private static void add(Path folder, Map<Path, Path> folders) {
        Path real = folder.toAbsolutePath().normalize();
        try {
            real = folder.toRealPath();
        } catch (IOException e) {
            // it is not there, which whoever reads the jars says
        }
        folders.putIfAbsent(real, folder);
    }
}
