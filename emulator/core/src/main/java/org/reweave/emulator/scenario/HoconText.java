package org.reweave.emulator.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValue;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.reweave.routing.io.BoundedLines;

/**
 * HOCON from outside, within limits: bytes, depth, included files, and what substitutions can make of it. An
 * {@code include} names a file, relative to the folder of the file that it stands in, and that file must exist; nothing
 * is fetched from a URL or the class path.
 */
final class HoconText {
    private static final BoundedLines.Limits LIMITS = new BoundedLines.Limits(16L << 20, 1_000_000, 1 << 20);
    private static final int MOST_FILES = 64;
    private static final int DEEPEST = 64;
    static final String TOO_DEEP = "is nested more than " + DEEPEST + " deep; a few levels are enough";
    private static final int MOST_VALUES = 200_000;
    private static final int LONGEST_KEY = 1000;

    /** The library joins the words of a value one by one, each time copying all those before. */
    private static final int LONGEST_VALUE = 10_000;

    /** {@link BoundedLines} writes this character where bytes are no text. */
    private static final char UNREADABLE = '\ufffd';

    private static final int SHOWN = 40;
    private static final String SEPARATORS = "{}[],=:";

    /** Characters that a text may have once its substitutions are made. */
    private static final double LARGEST = 1 << 28;

    private final String first; // file, for messages
    private int files;
    private double characters;
    private int substitutions;

    HoconText(String first) {
        this.first = first;
    }

    Config file(Path file) {
        String text;
        try {
            text = BoundedLines.text(file, LIMITS);
        } catch (IOException e) {
            throw refused(file.toString(), reason(e) + "; correct the file");
        }
        return parsed(file.toString(), text, file.toAbsolutePath().getParent());
    }

    private static String reason(IOException e) {
        return e instanceof BoundedLines.LimitException ? e.getMessage() : "cannot be read (" + e.getMessage() + ")";
    }

    Config text(String name, String text) {
        return parsed(name, text, null);
    }

    private Config parsed(String name, String text, Path folder) {
        check(name, text);
        return HoconSource.explained(
                name,
                () -> ConfigFactory.parseString(
                        text,
                        ConfigParseOptions.defaults()
                                .setSyntax(ConfigSyntax.CONF)
                                .setOriginDescription(name)
                                .setIncluder(new IncludedFiles(folder))));
    }

    /**
     * Counts brackets, substitutions and the characters of each value before the library sees the text. Substitutions
     * of substitutions multiply: with n of them a text can grow by 3 to the power of n / 3.
     */
    private void check(String name, String text) {
        if (++files > MOST_FILES) {
            throw refused(name, "is included by more than " + MOST_FILES + " files, or by itself; remove an include");
        }
        int depth = 0;
        boolean isQuoted = false;
        int line = 1;
        int begin = 0; // of the value
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || !isQuoted && SEPARATORS.indexOf(c) >= 0) {
                begin = i + 1;
            } else if (i - begin >= LONGEST_VALUE) {
                throw refused(
                        name,
                        ":" + line,
                        "has a key or a value of more than " + LONGEST_VALUE + " characters; shorten it");
            }
            line += c == '\n' ? 1 : 0;
            if (c == UNREADABLE) {
                throw refused(name, ":" + line, "has bytes that are no UTF-8; write it in UTF-8");
            }
            if (c == '"' && (i == 0 || text.charAt(i - 1) != '\\')) {
                isQuoted = !isQuoted;
            } else if (c == '\n') {
                isQuoted = false; // a text over several lines has three quotes at either end
            } else if (!isQuoted && (c == '{' || c == '[')) {
                substitutions += c == '{' && i > 0 && text.charAt(i - 1) == '$' ? 1 : 0;
                if (++depth > DEEPEST) {
                    throw refused(name, TOO_DEEP);
                }
            } else if (!isQuoted && (c == '}' || c == ']')) {
                depth--;
            }
        }
        characters += text.length();
        if (substitutions > 0 && characters * Math.pow(3, substitutions / 3.0) > LARGEST) {
            throw refused(
                    name, "has " + substitutions + " substitutions, which may make it grow without end; write values");
        }
    }

    private ScenarioException refused(String name, String complaint) {
        return refused(name, "", complaint);
    }

    private ScenarioException refused(String name, String line, String complaint) {
        return new ScenarioException(
                List.of((name.equals(first) ? "" : first + ": ") + name + line + ": " + complaint));
    }

    /** @throws ScenarioException when there are more or deeper values, or longer keys, than a scenario can have */
    static void checkSize(ConfigObject root, String file) {
        if (count(root, file, 0, 0) > MOST_VALUES) {
            throw new ScenarioException(List.of(file + ": has more than " + MOST_VALUES + " values; remove some"));
        }
    }

    private static int count(ConfigValue value, String file, int depth, int before) {
        if (depth > DEEPEST) {
            throw new ScenarioException(List.of(file + ": " + TOO_DEEP));
        }
        if (value instanceof ConfigObject object) {
            object.forEach((key, child) -> checkKey(key, child, file));
        }
        Collection<? extends ConfigValue> children = value instanceof ConfigObject object
                ? object.values()
                : value instanceof ConfigList list ? list : List.of();
        int all = before + 1;
        for (ConfigValue child : children) {
            if (all > MOST_VALUES) {
                return all;
            }
            all = count(child, file, depth + 1, all);
        }
        return all;
    }

    private static void checkKey(String key, ConfigValue value, String file) {
        if (key.length() > LONGEST_KEY) {
            int line = value.origin().lineNumber();
            throw new ScenarioException(List.of(file + (line > 0 ? ":" + line : "") + ": has a key of " + key.length()
                    + " characters, more than " + LONGEST_KEY + ": " + key.substring(0, SHOWN) + "...; correct it"));
        }
    }

    private final class IncludedFiles
            implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
        private final Path folder; // of the file that includes; null where there is none

        IncludedFiles(Path folder) {
            this.folder = folder;
        }

        @Override
        public ConfigIncluder withFallback(ConfigIncluder fallback) {
            return this;
        }

        @Override
        public ConfigObject include(ConfigIncludeContext context, String what) {
            return included(what);
        }

        @Override
        public ConfigObject includeFile(ConfigIncludeContext context, File what) {
            return included(what.getPath());
        }

        @Override
        public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
            throw refused(first, "include url(\"" + what + "\"): nothing is fetched; include a file");
        }

        @Override
        public ConfigObject includeResources(ConfigIncludeContext context, String what) {
            throw refused(first, "include classpath(\"" + what + "\"): is no file; include a file");
        }

        private ConfigObject included(String what) {
            Path file = folder == null ? null : resolved(what);
            if (file == null || !Files.isRegularFile(file)) {
                throw refused(
                        first,
                        "include \"" + what + "\": "
                                + (folder == null
                                        ? "this text includes nothing; write its keys"
                                        : whyNotIncluded(file)));
            }
            return HoconText.this.file(file).root();
        }

        private String whyNotIncluded(Path file) {
            return file != null && Files.isDirectory(file)
                    ? "is a folder; name a file in it"
                    : "does not exist; correct the path";
        }

        private Path resolved(String what) {
            try {
                return folder.resolve(what);
            } catch (InvalidPathException e) {
                return null;
            }
        }
    }
}
