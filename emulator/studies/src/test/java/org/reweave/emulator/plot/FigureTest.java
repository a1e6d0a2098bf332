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
            series.add(new Panel.Series(name, points, List.of(new Panel.Moment("S", 0.25))));
        }
        Panel.Dimension load = new Panel.Dimension("offered load", new Axis(0, 0.4, false));
        Panel.Dimension latency = new Panel.Dimension("latency, µs", new Axis(1, 100, true));
        Panel curves = new Panel("Curves", load, latency, series, false);
        Panel.Series unnamed = new Panel.Series("", series.get(0).points());
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

    /** A course with a gap is two stretches of line, none of which crosses the gap, and a series has its own dashes. */
    @Test
    void aLineIsInterruptedWhereNothingWasMeasured() {
        Panel.Dimension time = new Panel.Dimension("time", new Axis(0, 10, false));
        List<Panel.Point> whole = new ArrayList<>();
        List<Panel.Point> broken = new ArrayList<>();
        for (int x = 0; x < 10; x++) {
            whole.add(new Panel.Point(x, x, null, null, Panel.Mark.UNMARKED));
            broken.add(x == 4 || x == 5 ? Panel.Point.gap(x) : whole.get(x));
        }
        assertThat(lines(time, whole)).isEqualTo(2);
        assertThat(lines(time, broken)).isEqualTo(3);
        Figure figure = new Figure("a figure", List.of("of two lines"), List.of(panel(time, whole, broken)));
        assertThat(figure.csv())
                .contains(",broken,time,4.0,,,,unmarked", ",broken,time,6.0,6.0,,,unmarked")
                .doesNotContain("NaN");
        assertThat(figure.svg())
                .contains("<title>a figure</title>", "<desc>of two lines. time over time of whole, broken</desc>");
    }

    private static Panel panel(Panel.Dimension time, List<Panel.Point> whole, List<Panel.Point> second) {
        List<Panel.Series> series = List.of(new Panel.Series("whole", whole), new Panel.Series("broken", second));
        return new Panel("", time, time, series, false, List.of(new Panel.Moment("F", 3)));
    }

    /** Lines that courses are drawn with: of the thickness that only they have. */
    private static int lines(Panel.Dimension time, List<Panel.Point> second) {
        List<Panel.Point> whole = new ArrayList<>(second);
        whole.replaceAll(
                point -> point.isGap() ? new Panel.Point(point.x(), 1, null, null, Panel.Mark.UNMARKED) : point);
        String svg = new Figure("", List.of(), List.of(panel(time, whole, second))).svg();
        return (int) Pattern.compile("<path[^>]* d=\"M[^\"]* L[^>]*fill=\"none\"")
                .matcher(svg)
                .results()
                .count();
    }

    @Test
    void longTitlesAreBrokenBetweenWords() {
        assertThat(Figure.wrapped("one two three", 8)).containsExactly("one two", "three");
        assertThat(Figure.wrapped("unbroken", 4)).containsExactly("unbr", "oken");
    }
}
