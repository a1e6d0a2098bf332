package org.reweave.reconfig.doublescheme;

import java.util.Map;
import org.reweave.reconfig.doublescheme.Word.Kind;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The Double Scheme in a NIC (thesis §7.4; reconfig/docs/double-scheme.md): while VL 1 is emptied the NIC injects on VL
 * 0 only, after a mark on VL 1; when the NIC uses both VLs again it sends a mark on VL 0. The NIC's switch reports to
 * the manager in place of the NIC. When its link comes up the NIC sends its last marks once more.
 */
final class DoubleNicAgent implements NicAgent {
    private final NicSite site;
    private long change;
    private boolean emptying;
    private boolean discarding; // what the word of the change says: its switch may hear of the change by the mark
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
    public void receiveControl(long control) {
        receiveWord(Word.decode(control));
    }

    @Override
    public void separator(int lane, long mark) {
        receiveWord(Word.decode(mark));
    }

    @Override
    public void linkChanged(boolean up) {
        if (up && change > 0) {
            site.separate(1, new Word(Kind.EMPTY, change, discarding).encode());
            if (used == change) {
                site.separate(0, Word.of(Kind.USE, change).encode());
            }
        }
    }

    private void receiveWord(Word word) {
        if (word.kind() == Kind.RESUME && word.change() >= change) {
            change = word.change();
            emptying = false;
            return;
        }
        if (word.change() > change) {
            change = word.change();
            emptying = true;
            discarding = word.discarding();
            site.separate(1, new Word(Kind.EMPTY, change, discarding).encode());
        }
        if (word.kind() == Kind.USE && word.change() == change && emptying) {
            emptying = false;
            used = change;
            site.separate(0, Word.of(Kind.USE, change).encode());
        }
    }

    @Override
    public Map<String, Object> describe() {
        return Map.of("change", change);
    }

    @Override
    public void visit(StateVisitor state) {
        change = state.value(change);
        emptying = state.value(emptying);
        discarding = state.value(discarding);
        used = state.value(used);
    }
}
