package org.reweave.emulator.results;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.reweave.emulator.governor.Outcome;

/** JSON as every command and file has it: ASCII only, so that the bytes do not depend on the terminal's encoding. */
public final class JsonText {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .addMixIn(Outcome.class, ByLabel.class)
            .build();

    private JsonText() {}

    /** Constants that are written by their label. */
    private interface ByLabel {
        @JsonValue
        String label();
    }

    /**
     * @param document a record, a map or a tree of Jackson
     * @return indented, over many lines
     */
    public static String indented(Object document) {
        try {
            return MAPPER.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw cannot(document, e);
        }
    }

    /** @param document a record or a map */
    public static JsonNode tree(Object document) {
        return MAPPER.valueToTree(document);
    }

    /** @return without a line break */
    public static String line(Object document) {
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw cannot(document, e);
        }
    }

    private static IllegalStateException cannot(Object document, JsonProcessingException cause) {
        return new IllegalStateException("cannot write " + document.getClass() + " as JSON", cause);
    }
}
