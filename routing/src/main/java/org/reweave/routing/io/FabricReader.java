package org.reweave.routing.io;

/**
 * Reads fabrics from files of one format. Stateless; a user's jar adds its own, see
 * {@link org.reweave.routing.plugin.Plugins}.
 */
public interface FabricReader {
    /** The format's name ({@code ibnetdiscover}). */
    String name();

    /** One sentence. */
    String summary();

    /**
     * Whether a file is of this format, by its name or its first bytes.
     *
     * @param file without its folder
     */
    boolean accepts(String file, byte[] bytes);

    /**
     * Reads a file; the fabric is named after it.
     *
     * @throws FabricFormatException with file, line, what was found and what is expected
     */
    ImportResult read(String file, byte[] bytes);
}
