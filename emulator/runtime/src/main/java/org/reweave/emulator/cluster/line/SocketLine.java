package org.reweave.emulator.cluster.line;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tlschannel.NeedsReadException;
import tlschannel.NeedsWriteException;
import tlschannel.TlsChannel;

/**
 * An end of a line over a socket, encrypted or not.
 *
 * <pre>
 *  the end that connects sends:   magic, key of the other end
 *  the other one answers:         magic
 *  then each sends:               length (4 bytes), message; and so on
 *  </pre>
 */
final class SocketLine implements Line {
    /** Names the protocol and its version. */
    static final byte[] MAGIC = "reweave1".getBytes(StandardCharsets.US_ASCII);

    /** Bytes of a key, as hexadecimal digits. */
    static final int KEY_DIGITS = 32;

    private static final int LENGTH = Integer.BYTES;
    private static final int LONGEST = 1 << 26; // a message
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final int READS_OF_A_TURN = 16; // other lines have their turn then

    private enum Phase {
        /** The socket is being connected, or TLS agreed on; then the one that connects names the other's key. */
        BEGINNING,
        GREETING,
        OPEN,
        CLOSED
    }

    private final Lines lines;
    private final SocketChannel socket;
    private final ByteChannel channel;
    private final Optional<TlsChannel> tls;
    private final Optional<String> peerKey; // of the end to connect to; empty = this end was connected to
    private SelectionKey selection; // of the lines' thread
    /** Buffer of the thread of the lines, filled up to the buffer's position. */
    private ByteBuffer in = ByteBuffer.allocateDirect(FIRST_CAPACITY);

    private ByteBuffer out = ByteBuffer.allocateDirect(FIRST_CAPACITY); // guarded by this; filled up to its position
    private Owner owner; // null = a stranger so far
    private volatile Phase phase = Phase.BEGINNING;
    private volatile boolean congested;

    SocketLine(
            Lines lines,
            SocketChannel socket,
            Optional<TlsChannel> tls,
            Optional<String> peerKey,
            Optional<Owner> owner) {
        this.lines = lines;
        this.socket = socket;
        this.tls = tls;
        this.channel = tls.<ByteChannel>map(encrypted -> encrypted).orElse(socket);
        this.peerKey = peerKey;
        this.owner = owner.orElse(null);
    }

    void register(SelectionKey key) {
        selection = key;
    }

    @Override
    public boolean isCongested() {
        return congested;
    }

    @Override
    public void send(ByteBuffer message) {
        synchronized (this) {
            if (phase == Phase.CLOSED) {
                return;
            }
            put(message);
            try {
                flush();
            } catch (IOException e) {
                lines.run(() -> end(e)); // the owner is told by the lines' thread
                return;
            }
        }
        if (congested) {
            selection.interestOpsOr(SelectionKey.OP_WRITE);
            lines.wake();
        }
    }

    private void put(ByteBuffer message) {
        int length = message.remaining();
        if (out.remaining() < LENGTH + length) {
            out = grown(out, out.position() + LENGTH + length);
        }
        out.putInt(length).put(message);
    }

    private static ByteBuffer grown(ByteBuffer buffer, int least) {
        return ByteBuffer.allocateDirect(Math.max(2 * buffer.capacity(), least)).put(buffer.flip());
    }

    private void flush() throws IOException {
        out.flip();
        try {
            while (out.hasRemaining() && channel.write(out) > 0) {
                // the socket takes more
            }
        } catch (NeedsReadException | NeedsWriteException e) {
            // the socket takes no more now
        } finally {
            out.compact();
        }
        congested = out.position() > 0;
    }

    @Override
    public void close() {
        phase = Phase.CLOSED;
        try {
            channel.close();
            socket.close();
        } catch (IOException e) {
            // it is closed all the same
        }
        lines.wake(); // so that the socket's descriptor is given back
    }

    /** The socket can do something that was waited for; in the lines' thread. */
    void proceed() {
        try {
            if (phase == Phase.BEGINNING) {
                begin();
            }
            if (phase == Phase.GREETING || phase == Phase.OPEN) {
                writeOn();
                read();
            }
        } catch (IOException e) {
            end(e);
        } catch (RuntimeException e) {
            end(new IOException(e.toString(), e));
        }
    }

    private void begin() throws IOException {
        if (socket.isConnectionPending() && !socket.finishConnect()) {
            return;
        }
        selection.interestOps(SelectionKey.OP_READ);
        if (tls.isPresent()) {
            try {
                tls.get().handshake();
            } catch (NeedsReadException e) {
                return;
            } catch (NeedsWriteException e) {
                selection.interestOpsOr(SelectionKey.OP_WRITE);
                return;
            }
        }
        phase = Phase.GREETING;
        if (peerKey.isPresent()) {
            greet(MAGIC, peerKey.get().getBytes(StandardCharsets.US_ASCII));
        }
    }

    private synchronized void greet(byte[]... parts) throws IOException {
        for (byte[] part : parts) {
            out.put(part);
        }
        flush();
        if (congested) {
            selection.interestOpsOr(SelectionKey.OP_WRITE);
        }
    }

    private void writeOn() throws IOException {
        synchronized (this) {
            if (!congested) {
                return;
            }
            flush();
            if (congested) {
                return;
            }
            selection.interestOpsAnd(~SelectionKey.OP_WRITE);
        }
        if (phase == Phase.OPEN) {
            owner.relieved();
        }
    }

    private void read() throws IOException {
        for (int reads = 0; reads < READS_OF_A_TURN; reads++) {
            int got;
            try {
                got = channel.read(in);
            } catch (NeedsReadException | NeedsWriteException e) {
                return;
            }
            if (got < 0) {
                throw new IOException("its process has closed the connection");
            }
            if (got == 0) {
                return;
            }
            take();
        }
        if (tls.isPresent()) {
            lines.run(this::proceed); // what is decrypted already does not show at the socket
        }
    }

    private void take() throws IOException {
        in.flip();
        if (phase == Phase.GREETING) {
            takeGreeting();
        }
        while (phase == Phase.OPEN && in.remaining() >= LENGTH) {
            int length = in.getInt(in.position());
            if (length < 0 || length > LONGEST) {
                throw new IOException("a message of " + length + " bytes; the most is " + LONGEST);
            }
            if (in.remaining() < LENGTH + length) {
                if (in.capacity() < LENGTH + length) {
                    in = ByteBuffer.allocateDirect(LENGTH + length).put(in).flip();
                }
                break;
            }
            int end = in.position() + LENGTH + length;
            int limit = in.limit();
            in.position(in.position() + LENGTH).limit(end);
            owner.came(in);
            in.limit(limit).position(end);
        }
        in.compact();
    }

    private void takeGreeting() throws IOException {
        int length = MAGIC.length + (peerKey.isPresent() ? 0 : KEY_DIGITS);
        byte[] greeting = new byte[Math.min(length, in.remaining())];
        in.get(in.position(), greeting);
        for (int i = 0; i < Math.min(MAGIC.length, greeting.length); i++) {
            if (greeting[i] != MAGIC[i]) {
                throw new IOException("it is no node of this version");
            }
        }
        if (greeting.length < length) {
            return;
        }
        in.position(in.position() + length);
        if (peerKey.isEmpty()) {
            String key = new String(greeting, MAGIC.length, KEY_DIGITS, StandardCharsets.US_ASCII);
            Optional<Owner> expecting = lines.claim(key, this);
            if (expecting.isEmpty()) {
                close(); // of a part that is over
                return;
            }
            owner = expecting.get();
            greet(MAGIC);
        }
        phase = Phase.OPEN;
        owner.opened();
    }

    private void end(IOException cause) {
        boolean isClosed = phase == Phase.CLOSED;
        close();
        if (isClosed) {
            return;
        }
        String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (owner == null) {
            lines.refused(socket, why);
        } else {
            owner.ended(why);
        }
    }

    /** A stranger has had its time. */
    void endStranger(String why) {
        end(new IOException(why));
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }
}
