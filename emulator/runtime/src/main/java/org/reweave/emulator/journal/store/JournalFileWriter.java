package org.reweave.emulator.journal.store;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.reweave.emulator.actor.ActorSystems;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.disk.HeldFiles;
import org.reweave.emulator.journal.format.Row;

/**
 * A journal's file that is open to be written: an MVStore, the storage engine of the H2 database, with a map from
 * number to row for each chain. Rows are in the file, and so survive the end of this process, when {@link #commit} has
 * returned; they survive a power failure when {@link #sync} has.
 */
final class JournalFileWriter implements JournalStore {
    private static final int CACHE_MEGABYTES = 1;

    /** MVStore writes over what has been void for 45 s; what took its place must be on the disk by then. */
    private static final long LONGEST_UNSYNCED_NANOS = 20_000_000_000L;

    private final JournalPlace place;
    private final long longestUnsyncedNanos;
    private final MVStore store; // which locks the file
    private final Object held; // the file's key in HeldFiles
    private volatile long lastSync = System.nanoTime();

    /** @param place of a file that is not there, or was closed by its last writer */
    JournalFileWriter(JournalPlace place) {
        this(place, LONGEST_UNSYNCED_NANOS);
    }

    /** @param longestUnsyncedNanos after which a commit syncs those before it */
    JournalFileWriter(JournalPlace place, long longestUnsyncedNanos) {
        this.place = place;
        this.longestUnsyncedNanos = longestUnsyncedNanos;
        MVStore opened = null;
        Object key;
        try {
            opened = new MVStore.Builder()
                    .fileName(JournalFile.name(place.file().orElseThrow()))
                    .cacheSize(CACHE_MEGABYTES)
                    .autoCommitDisabled()
                    .autoCommitBufferSize(0)
                    .open();
            opened.setVersionsToKeep(0);
            opened.setStoreVersion(JournalFile.VERSION);
            opened.commit();
            Disk.sync(place.file().get().getParent());
            key = HeldFiles.hold(place.file().get());
        } catch (MVStoreException | IOException e) {
            if (opened != null) {
                opened.closeImmediately();
            }
            throw place.failure("cannot be opened", e);
        }
        this.store = opened;
        this.held = key;
    }

    /** The rows of a chain, by number. */
    MVMap<Long, byte[]> rows(String chain) {
        return JournalFile.rows(store, chain);
    }

    /** Puts a row behind the others of its chain, to be committed. */
    void put(String chain, Row row) {
        try {
            rows(chain).put(row.number(), JournalFile.bytes(row));
        } catch (MVStoreException e) {
            throw place.failure("cannot be written", e);
        }
    }

    void commit() {
        if (System.nanoTime() - lastSync >= longestUnsyncedNanos) {
            sync();
        }
        try {
            store.commit();
        } catch (MVStoreException e) {
            throw place.failure("cannot be written", e);
        }
    }

    @Override
    public <T> ActorSystem<T> start(Behavior<T> guardian) {
        return ActorSystems.LOCAL.start(
                guardian,
                SYSTEM,
                ConfigFactory.parseResources(JournalFileWriter.class, "file.conf")
                        .resolve()
                        .withFallback(ActorSystems.LOCAL.defaults()),
                new FileJournal.Opened(this));
    }

    @Override
    public void sync() {
        try {
            store.sync();
            lastSync = System.nanoTime();
        } catch (MVStoreException e) {
            throw place.failure("cannot be written", e);
        }
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (MVStoreException e) {
            store.closeImmediately();
            throw place.failure("cannot be closed", e);
        } finally {
            HeldFiles.release(held);
        }
    }
}
