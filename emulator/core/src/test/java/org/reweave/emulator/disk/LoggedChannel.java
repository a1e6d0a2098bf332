package org.reweave.emulator.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel of a {@link SimulatedDisk}: does what its channel does, and tells the disk's log. */
final class LoggedChannel extends FileChannel {
    private final FileChannel real;
    private final SimulatedDisk disk;
    private final String file; // path from the root
    private final DiskLog log;
    private final DiskLog.Node node;

    LoggedChannel(FileChannel real, SimulatedDisk disk, String file, DiskLog.Node node) {
        this.real = real;
        this.disk = disk;
        this.file = file;
        this.log = disk.log();
        this.node = node;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        synchronized (log) {
            int written = write(bytes, real.position());
            real.position(real.position() + written);
            return written;
        }
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
        synchronized (log) {
            disk.call(file);
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            int written = real.write(bytes, position);
            if (written != copy.length) {
                throw new IOException("the real disk took " + written + " bytes of " + copy.length);
            }
            log.write(node, position, copy);
            return written;
        }
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) throws IOException {
        long written = 0;
        for (int i = offset; i < offset + length; i++) {
            written += write(buffers[i]);
        }
        return written;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        synchronized (log) {
            disk.call(file);
            boolean isShorter = size < real.size();
            real.truncate(size);
            if (isShorter) {
                log.truncate(node, size);
            }
            return this;
        }
    }

    @Override
    public void force(boolean metaData) throws IOException {
        disk.call(file);
        log.sync(node); // the real disk need not be as slow
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return real.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return real.read(targets, offset, length);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return real.read(target, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException("no writer of reweave does this");
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException("no writer of reweave does this");
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
