package org.reweave.emulator.cli.common;

/** What the pages of commands have in common: head, looks, escapes. */
public final class HtmlText {
    private HtmlText() {}

    /** The page's beginning, up to its heading. */
    public static String begin(String title) {
        return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escape(title)
                + "</title><style>body{font:14px sans-serif;margin:2em auto;max-width:75em;color:#222}"
                + "table{border-collapse:collapse;margin:1em 0}th,td{padding:.25em .7em;text-align:right;border-bottom:1px solid #ddd}"
                + "th:first-child,td:first-child{text-align:left}svg{max-width:100%;height:auto}</style></head><body>\n<h1>"
                + escape(title) + "</h1>\n";
    }

    public static String end() {
        return "</body></html>\n";
    }

    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
