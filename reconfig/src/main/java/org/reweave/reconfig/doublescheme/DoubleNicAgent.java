package org.reweave.reconfig.doublescheme;

import org.reweave.reconfig.doublescheme.Word.Kind;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;

/** The Double Scheme in a NIC (thesis §7.4; SPEC §5): while VL 1 is emptied it injects on VL 0 only, behind a mark on VL 1. It reports when the
 *  switch's mark has come, and when it uses both VLs again. */
final class DoubleNicAgent implements NicAgent {
    private final NicSite site;
    private long change;
    private boolean emptying;
    private long emptied; // change of the last mark that came
    private long told; // the last change whose emptiness was reported
    private long used; // the last change under whose new tables both VLs are in use

    DoubleNicAgent(NicSite site) {
        this.site = site;
    }

    @Override
    public long injected() {
        return 0;
    }

    @Override
    public int lane(int lane) {
        return emptying ? 0 : lane;
    }

    @Override
    public void installed(long argument) {
        throw new IllegalStateException("notice " + argument + " at a NIC whose scheme sends none");
    }

    @Override
    public void told(long control) {
        Word word = Word.decode(control);
        if (word.change() == change && change > 0) {
            repeat(word.kind());
        }
        hear(word);
        check();
    }

    private void repeat(Kind kind) {
        if (kind == Kind.EMPTY && told == change || kind == Kind.USE && used == change) {
            site.report(Word.of(kind, change).encode());
        }
    }

    @Override
    public void separator(int lane, long mark) {
        Word word = Word.decode(mark);
        if (lane == 1) {
            emptied = word.change();
        }
        hear(word);
        check();
    }

    @Override
    public void linkChanged(boolean up) {
        if (up) {
            emptied = 0;
            mark();
        }
        check();
    }

    private void hear(Word word) {
        if (word.kind() == Kind.RESUME && word.change() >= change) {
            change = word.change();
            emptying = false;
            return;
        }
        if (word.change() > change) {
            change = word.change();
            emptying = true;
            mark();
        }
        if (word.kind() == Kind.USE && word.change() == change && emptying) {
            emptying = false;
            used = change;
            site.report(Word.of(Kind.USE, change).encode());
        }
    }

    private void mark() {
        if (change > 0) {
            site.separate(1, Word.of(Kind.EMPTY, change).encode());
        }
    }

    private void check() {
        if (emptying && told < change && (emptied >= change || !site.isUp())) {
            told = change;
            site.report(Word.of(Kind.EMPTY, change).encode());
        }
    }

    @Override
    public long[] encode() {
        return new long[] {change, emptying ? 1 : 0, emptied, told, used};
    }

    @Override
    public void decode(long[] state) {
        change = state[0];
        emptying = state[1] == 1;
        emptied = state[2];
        told = state[3];
        used = state[4];
    }
}
