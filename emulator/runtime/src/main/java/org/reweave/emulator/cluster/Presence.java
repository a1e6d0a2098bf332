package org.reweave.emulator.cluster;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.reweave.emulator.cluster.protocol.Node;

/**
 * Looks whether the processes of nodes are still there. A machine that is up refuses a connection to a port at which no
 * process listens: so a process that was killed is known at once. A machine that does not answer says nothing of its
 * processes, and the cluster's membership decides. A firewall that refuses connections in the place of a machine, when
 * the lines to that machine have ended, makes its nodes count as gone.
 */
final class Presence {
    /** Looks at a node: the port of a process that is about to end may outlive its lines for a moment. */
    private static final int[] LOOKS_AFTER_MILLIS = {0, 250, 750};

    private static final int LONGEST_CONNECT_MILLIS = 500;

    private Presence() {}

    /**
     * Looks in a thread of its own, which ends after some seconds.
     *
     * @param gone takes each node at whose address nobody listens
     */
    static void look(List<Node> nodes, Consumer<Node> gone) {
        Thread thread = new Thread(() -> lookAgain(new ArrayList<>(nodes), gone), "reweave-presence");
        thread.setDaemon(true);
        thread.start();
    }

    private static void lookAgain(List<Node> left, Consumer<Node> gone) {
        try {
            for (int pause : LOOKS_AFTER_MILLIS) {
                Thread.sleep(pause);
                for (Node node : List.copyOf(left)) {
                    if (isRefused(node.address())) {
                        left.remove(node);
                        gone.accept(node);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Tries a connection to each of some processes, in a thread of its own.
     *
     * @param taken takes the addresses of those that take it: also one that hangs does, and one for which its machine
     *     has no time
     */
    static void call(List<String> addresses, Consumer<String> taken) {
        if (!addresses.isEmpty()) {
            Thread thread = new Thread(
                    () -> addresses.stream()
                            .filter(address -> connect(address) == Answer.TAKEN)
                            .forEach(taken),
                    "reweave-presence");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Whether the machine of an address is there and says that nobody listens. */
    static boolean isRefused(String address) {
        return connect(address) == Answer.REFUSED;
    }

    private enum Answer {
        TAKEN,
        REFUSED,
        NONE
    }

    private static Answer connect(String address) {
        int colon = address.lastIndexOf(':');
        InetSocketAddress to =
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        try (Socket socket = new Socket()) {
            socket.connect(to, LONGEST_CONNECT_MILLIS);
            return Answer.TAKEN;
        } catch (ConnectException e) {
            return Answer.REFUSED;
        } catch (IOException e) {
            return Answer.NONE;
        }
    }
}
