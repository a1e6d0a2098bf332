package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.cli.Main;

/** The process of a command whose heap ends at some moment: something takes all that is left of it, and keeps it. */
final class HeapEndChild {
    private static final int LARGEST = 1 << 20;
    private static final int SMALLEST = 16;

    private HeapEndChild() {}

    /** @param arguments milliseconds until the heap ends, and the command's arguments */
    public static void main(String[] arguments) throws IOException {
        long millis = Long.parseLong(arguments[0]);
        Thread eater = new Thread(() -> eat(millis), "eater");
        eater.setDaemon(true);
        eater.start();
        Main.main(Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    private static void eat(long millis) {
        List<byte[]> eaten = new ArrayList<>(1 << 16);
        try {
            Thread.sleep(millis);
            for (int size = LARGEST; size >= SMALLEST; ) {
                try {
                    eaten.add(new byte[size]);
                } catch (OutOfMemoryError e) {
                    size /= 2;
                }
            }
            Thread.sleep(Long.MAX_VALUE - eaten.size()); // it is in use until then
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
