package org.reweave.reconfig.explore;

/** The queues in which the packets of a switch's input port and VL wait. They share the buffer of that VL. */
public enum Queueing {
    /** One, in the order of arrival. */
    FIFO("one queue"),
    /** One for each output port; a packet waits in that of the first way that its routing names. */
    VIRTUAL_OUTPUT("a queue for each output"),
    /** Two, by whether the destination's LID is even or odd. */
    DESTINATION("two queues by destination");

    private final String words;

    Queueing(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
