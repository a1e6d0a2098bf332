package org.reweave.emulator.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntFunction;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/**
 * States of all devices in a fraction of their bytes, by number of the device. Neighbouring numbers are packed
 * together, since their states are alike; whoever asks in the order of the numbers has each of these blocks unpacked
 * once.
 */
final class PackedStates implements IntFunction<byte[]> {
    private static final int DEVICES_OF_BLOCK = 64;

    private final int devices;
    private final byte[][] blocks;
    private int unpacked = -1; // number of the block that is in states
    private byte[][] states;

    PackedStates(int devices, IntFunction<byte[]> states) {
        this.devices = devices;
        this.blocks = new byte[(devices + DEVICES_OF_BLOCK - 1) / DEVICES_OF_BLOCK][];
        for (int block = 0; block < blocks.length; block++) {
            ByteWriter of = new ByteWriter();
            for (int device = block * DEVICES_OF_BLOCK; device < end(block); device++) {
                of.array(states.apply(device));
            }
            blocks[block] = pack(of.toArray());
        }
    }

    private int end(int block) {
        return Math.min(devices, (block + 1) * DEVICES_OF_BLOCK);
    }

    private static byte[] pack(byte[] content) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, fast)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes every byte", e);
        } finally {
            fast.end();
        }
        return packed.toByteArray();
    }

    @Override
    public synchronized byte[] apply(int device) {
        int block = device / DEVICES_OF_BLOCK;
        if (block != unpacked) {
            states = unpack(block);
            unpacked = block;
        }
        return states[device % DEVICES_OF_BLOCK];
    }

    private byte[][] unpack(int block) {
        byte[][] all = new byte[end(block) - block * DEVICES_OF_BLOCK][];
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(blocks[block]))) {
            ByteReader of = new ByteReader(in.readAllBytes());
            for (int i = 0; i < all.length; i++) {
                all[i] = of.array(new byte[0]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what was packed here can be unpacked", e);
        }
        return all;
    }
}
