package org.reweave.emulator.traffic.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {
    /** Cycles of 2 ns, flits of 16 bytes, cycles of the trace of 5 ns, times doubled. */
    private static final TraceScale SCALE = new TraceScale(2_000, 16, 5_000, 2);

    private static final String GOAL = "num_ranks 2\nrank 0 {\n%s\n}\nrank 1 {\n%s\n}\n";

    @TempDir
    Path folder;

    private Trace read(String text) throws IOException, TraceFormatException {
        return read(text, "auto");
    }

    private Trace read(String text, String unit) throws IOException, TraceFormatException {
        Path file = folder.resolve("t.trace");
        Files.writeString(file, text);
        return TraceReader.read(file, "auto", unit, SCALE);
    }

    private void refused(String text, String... parts) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(TraceFormatException.class)
                .satisfies(e -> {
                    for (String part : parts) {
                        assertThat(e.getMessage()).contains(part);
                    }
                    assertThat(e.getMessage()).contains("t.trace:").contains("; ");
                });
    }

    @Test
    void aTableIsAMessageALine() throws Exception {
        Trace trace = read("# halo\nt_ns,src,dst,bytes,tag\n0,0,1,16,7\n\n3,1,0,17,7\n4,2,2,0,1\n");
        assertThat(trace.ranks()).isEqualTo(3);
        assertThat(trace.size()).isEqualTo(3);
        assertThat(trace.cycles(1)).as("3 ns, doubled").isEqualTo(3);
        assertThat(trace.flits(0)).isEqualTo(1);
        assertThat(trace.flits(1)).isEqualTo(2);
        assertThat(trace.flits(2)).isZero();
        assertThat(trace.rank(2)).isEqualTo(trace.peer(2)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"t_us, auto, 1000", "t_ns, auto, 1", "cycle, auto, 5", "time, us, 1000", "time, cycle, 5"})
    void timesAreInTheUnitOfTheirColumnOrOfTheScenario(String column, String unit, long cycles) throws Exception {
        assertThat(read(column + ",src,dst,bytes\n1,0,1,8\n", unit).cycles(0)).isEqualTo(cycles);
    }

    @Test
    void netracesDependenciesAreReleasedByDelivery() throws Exception {
        Trace trace = read("cycle,src,dst,bytes,type,src_type,dst_type,id,deps\n"
                + "0,0,1,8,ReadReq,0,2,10,11;12\n2,1,2,8,R,0,2,11,\n4,1,0,72,R,0,2,12,\n");
        assertThat(trace.afterDelivery(0)).containsExactly(1, 2);
        assertThat(trace.waits(0)).isZero();
        assertThat(trace.waits(2)).isOne();
        assertThat(trace.position(2)).isOne();
        assertThat(trace.operation(1, 1)).isEqualTo(2);
    }

    @Test
    void packedFilesAreRead() throws Exception {
        Path file = folder.resolve("t.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("t_ns,src,dst,bytes\n0,0,1,8\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(TraceReader.read(file, "auto", "auto", SCALE).size()).isOne();
    }

    @Test
    void whatIsWrongInATableIsSaidWithItsLine() {
        String head = "t_ns,src,dst,bytes\n";
        refused("time,src,dst,bytes\n0,0,1,8\n", ":1:", "'time' has no unit", "time-unit");
        refused("t_ns,src,dst\n", ":1:", "no column 'bytes'");
        refused("t_ns,src,dst,bytes,colour\n", ":1:", "'colour'");
        refused("t_ns,src,dst,bytes,deps\n", ":1:", "'id'");
        refused(head + "0,0,1\n", ":2:", "3 values for 4 columns");
        refused(head + "0,0,1,8\n-1,0,1,8\n", ":3:", "time '-1'");
        refused(head + "0,a,1,8\n", ":2:", "src 'a'");
        refused(head + "0,0,1,3000000000\n", ":2:", "bytes 3000000000 > 2147483647");
        refused(head + "999999999999999999,0,1,8\n", ":2:", "beyond cycle");
        refused(head, "has no operation");
        refused("# one\n\n" + head + "0,0,1,8\n0,\"0,1,8\n", ":5:", "quotation marks");
        refused("t_ns,src,dst,\"by\ntes\"\n", ":1:", "'by tes' is not the name of a column");
        String dependent = "cycle,src,dst,bytes,id,deps\n";
        refused(dependent + "0,0,1,8,1,9\n", ":2:", "'9'");
        refused(dependent + "0,0,1,8,1,\n0,0,1,8,1,\n", ":3:", "id 1 is that of line 2");
        refused(dependent + "0,0,1,8,1,2\n0,2,1,8,2,\n", ":2:", "source 2", "destination 1");
        refused(dependent + "0,0,1,8,1,2\n0,1,0,8,2,1\n", ":2:", "2 operations wait for each other");
    }

    @Test
    void goalProgramsWaitForTheirOwnRankAndForMessages() throws Exception {
        Trace trace = read(String.format(
                "/* a\n comment */ " + GOAL,
                "a: calc 100\nb: send 32b to 1 tag 5 cpu 0 nic 0 // eager\nb requires a",
                "r: recv 32b from 0 tag 5\nc: calc 10\nc requires r"));
        assertThat(trace.ranks()).isEqualTo(2);
        assertThat(trace.kind(0)).isEqualTo(Trace.COMPUTE);
        assertThat(trace.cycles(0)).as("100 ns, doubled").isEqualTo(100);
        assertThat(trace.afterDone(0)).containsExactly(1);
        assertThat(trace.afterDelivery(1)).containsExactly(2);
        assertThat(trace.afterDone(2)).containsExactly(3);
    }

    @Test
    void whatIsNotInTheSubsetOfGoalIsRefusedWithItsLine() {
        refused(GOAL.formatted("a: calc 1\nb: calc 1\na irequires b", "calc 1"), ":5:", "'a irequires b'");
        refused(GOAL.formatted("calc 1 cpu 1", "calc 1"), ":3:", "'cpu 1'");
        refused(GOAL.formatted("send 8b to 2", "calc 1"), ":3:", "rank 2 >= num_ranks 2");
        refused(GOAL.formatted("send 8b from 1", "calc 1"), ":3:", "'from' after send");
        refused(GOAL.formatted("calc 1\na requires b", "calc 1"), ":4:", "no label b");
        refused(GOAL.formatted("a: calc 1\na: calc 1", "calc 1"), ":4:", "label a is there twice");
        refused(GOAL.formatted("recv 8b from 1", "calc 1"), ":3:", "no send");
        refused(GOAL.formatted("recv 8b from 1", "send 9b to 0"), ":3:", "another size");
        refused("num_ranks 1\nrank 0 {\ncalc 1\n", "not closed");
        refused(
                GOAL.formatted(
                        "r: recv 8b from 1\ns: send 8b to 1\ns requires r",
                        "r: recv 8b from 0\ns: send 8b to 0\ns requires r"),
                "wait for each other");
    }
}
