package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** What holds for every drawing that a command writes, alone or in a page of tables. */
public final class Drawings {
    private static final Pattern DRAWING =
            Pattern.compile("(?<=<figure class=\"scroll( plot)?\">)<svg.*?(?=</figure>)", Pattern.DOTALL);

    private Drawings() {}

    /** The drawing is XML with a role, a title and a description, and no number in it is undefined. */
    public static void isWhole(String svg) {
        Element drawing = parsed(svg);
        assertThat(drawing.getTagName()).isEqualTo("svg");
        assertThat(drawing.getAttribute("role")).isEqualTo("img");
        assertThat(child(drawing, "title")).as("title").isNotBlank();
        assertThat(child(drawing, "desc")).as("description").isNotBlank();
        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

    /** Each drawing of a page is whole, and is saved as it is and as numbers: a header, and rows of as many cells. */
    public static void areSaved(Path page, int drawings) throws IOException {
        String html = Files.readString(page);
        Matcher drawing = DRAWING.matcher(html);
        int found = 0;
        while (drawing.find()) {
            found++;
            isWhole(drawing.group());
            String after = html.substring(drawing.end());
            assertThat(saved(after, "svg", "image/svg+xml")).isEqualTo(drawing.group());
            String[] rows = saved(after, "csv", "text/csv").split("\n");
            assertThat(rows).as("numbers").hasSizeGreaterThan(1);
            assertThat(rows[0]).matches("[a-z0-9_]+(,[a-z0-9_]+)+");
        }
        assertThat(found).as("drawings of " + page.getFileName()).isEqualTo(drawings);
    }

    /** The content of the next link that saves a file of this kind. */
    private static String saved(String html, String kind, String type) {
        Matcher link = Pattern.compile("<a download=\"[^\"]+\\." + kind + "\" href=\"data:" + Pattern.quote(type)
                        + ";base64,([^\"]*)\">")
                .matcher(html);
        assertThat(link.find()).as("a link that saves " + kind).isTrue();
        return new String(Base64.getDecoder().decode(link.group(1)), StandardCharsets.UTF_8);
    }

    private static Element parsed(String svg) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                    .getDocumentElement();
        } catch (SAXException e) {
            throw new AssertionError("no XML: " + e.getMessage(), e);
        } catch (IOException | ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String child(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeName().equals(name)) {
                return node.getTextContent();
            }
        }
        return "";
    }
}
