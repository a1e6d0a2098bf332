package org.reweave.emulator.reproduce.kns;

/** The two networks that the KNS paper analyses. */
enum KnsNetwork {
    PLANE("kns:32,2", "a", "2-D network of 1,024 nodes", 1_024),
    SPACE("kns:10,3", "b", "3-D network of 1,000 nodes", 1_000);

    /** Sets behind each of the paper's points: confidence 99%, error 1% (KNS §5.2). */
    static final int PAPER_SETS = 16_588;

    final String fabric;
    final String letter; // of its part of Table I
    final String text;
    final int nodes;

    KnsNetwork(String fabric, String letter, String text, int nodes) {
        this.fabric = fabric;
        this.letter = letter;
        this.text = text;
        this.nodes = nodes;
    }
}
