package org.reweave.routing.rftr;

/**
 * Which turns the underlying routing keeps out of one virtual lane. Directed links are written {@code 2 * link +
 * sending end}. Source: routing/docs/engines.md ({@code isForbidden(in, out)}).
 */
public interface TurnRule {
    /** Whether a packet that came over one link must change its VL to go on over another. */
    boolean isForbidden(int inDirected, int outDirected);

    /** A new path takes the turn within a lane. Rules that depend on the turns in use record the turn. */
    void taken(int inDirected, int outDirected);

    /** A copy that records turns independently of this rule; {@code this} if the rule records none. */
    TurnRule copy();
}
