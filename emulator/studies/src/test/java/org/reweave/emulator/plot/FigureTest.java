package org.reweave.emulator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class FigureTest {
    private static final Panel.Mark FULL = Panel.Mark.FULL;

    private static Figure figure() {
        List<Panel.Series> series = new ArrayList<>();
        for (String name : List.of("a < b", "c & d", "e")) {
            List<Panel.Point> points = List.of(
                    new Panel.Point(0.1, 1 + series.size(), 0.5, 4.0, FULL),
                    new Panel.Point(0.2, 30, null, null, Panel.Mark.HOLLOW),
                    new Panel.Point(0.3, 60, -1.0, 500.0, FULL),
                    new Panel.Point(0.3, 50, null, null, Panel.Mark.BELOW));
            series.add(new Panel.Series(name, points, 0.25));
        }
        Panel.Dimension load = new Panel.Dimension("offered load", new Axis(0, 0.4, false));
        Panel.Dimension latency = new Panel.Dimension("latency, µs", new Axis(1, 100, true));
        Panel curves = new Panel("Curves", load, latency, series, false);
        Panel.Series unnamed = new Panel.Series("", series.get(0).points(), null);
        return new Figure("x < y & z", List.of("second line"), List.of(curves, curves, single(unnamed)));
    }

    private static Panel single(Panel.Series series) {
        Panel.Dimension dimension = new Panel.Dimension("share", new Axis(0, 1, false));
        return new Panel("", dimension, dimension, List.of(series), true);
    }

    @Test
    void theSameFigureIsTheSameBytes() {
        assertThat(figure().svg()).isEqualTo(figure().svg());
    }

    @Test
    void aFigureIsOneXmlDocumentThatNeedsNothingElse() throws Exception {
        String svg = figure().svg();
        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement();
        assertThat(root.getTagName()).isEqualTo("svg");
        assertThat(svg.replaceAll("xmlns(:xlink)?=\"[^\"]*\"", ""))
                .doesNotContain("http")
                .doesNotContain("href")
                .contains("x &lt; y &amp; z")
                .contains("offered load")
                .contains("latency, µs")
                .contains("a &lt; b")
                .doesNotContain("Infinity")
                .doesNotContain("NaN");
    }

    @Test
    void identifiersAreUniqueAcrossPanels() {
        List<String> identifiers = new ArrayList<>();
        Matcher definitions = Pattern.compile("id=\"(\\w+)\"").matcher(figure().svg());
        while (definitions.find()) {
            identifiers.add(definitions.group(1));
        }
        assertThat(identifiers)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(6)
                .allMatch(one -> one.matches("panel[0-2]_\\d+"));
    }

    @Test
    void seriesDifferInColourAndShape() {
        String svg = figure().svg();
        assertThat(svg).contains("#4269d0").contains("#d9482b").contains("#2f8f3e");
        assertThat(svg).contains("stroke-dasharray");
    }
}
