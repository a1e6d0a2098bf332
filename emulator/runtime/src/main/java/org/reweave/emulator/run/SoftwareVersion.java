package org.reweave.emulator.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of reweave, which the build wrote beside this class. */
public final class SoftwareVersion {
    private SoftwareVersion() {}

    /** Reads it, as in {@code 0.1.0}. */
    public static String read() {
        try (InputStream in = SoftwareVersion.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
