package org.reweave.routing.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a JSON document into maps, lists, strings, integers and booleans: enough for the data files that tests compare
 * with.
 */
public final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException for what is no JSON, or has numbers that are no integers */
    public static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skip();
        json.require(json.at == text.length(), "more text");
        return value;
    }

    /** An object of a document. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    /** An array of a document. */
    @SuppressWarnings("unchecked")
    public static List<Object> array(Object value) {
        return (List<Object>) value;
    }

    private Object value() {
        skip();
        char c = text.charAt(at);
        if (c == '{') {
            return object();
        }
        if (c == '[') {
            return array();
        }
        if (c == '"') {
            return string();
        }
        for (String word : List.of("true", "false", "null")) {
            if (text.startsWith(word, at)) {
                at += word.length();
                return word.equals("null") ? "" : (Object) word.equals("true");
            }
        }
        int start = at;
        while (at < text.length() && (text.charAt(at) == '-' || Character.isDigit(text.charAt(at)))) {
            at++;
        }
        require(at > start, "no value");
        return Integer.valueOf(text.substring(start, at));
    }

    private Map<String, Object> object() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        while (!taken('}')) {
            skip();
            String key = string();
            require(taken(':'), "no colon");
            map.put(key, value());
            taken(',');
        }
        return map;
    }

    private List<Object> array() {
        List<Object> list = new ArrayList<>();
        at++;
        while (!taken(']')) {
            list.add(value());
            taken(',');
        }
        return list;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
                require("\"\\/nu".indexOf(text.charAt(at)) >= 0, "escape");
                if (text.charAt(at) == 'u') {
                    out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                    continue;
                }
            }
            out.append(text.charAt(at));
        }
        at++;
        return out.toString();
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean taken(char c) {
        skip();
        boolean there = text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException(what + " at character " + at);
        }
    }
}
