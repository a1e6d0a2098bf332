package org.reweave.emulator.race;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Verdict;

/**
 * Holds verdicts on heads without room against the rule of thesis Table 6.2, with the running numbers of changes in the
 * place of epochs: {@link Promise#OLD_HEADS_DISCARDED}. Nothing of the packets' marks is looked at. A head without room
 * has not been routed by tables so old that their epoch could be mistaken for a later one: a switch that missed so many
 * changes routes all its packets anew.
 */
final class EpochWatch {
    private static final long AT_START = 0;
    private static final int ONE_BIT = 2; // epochs that one bit tells apart, where the next change is announced

    private final int apart;
    private final ObjLongConsumer<Promise> breaks;
    private final Map<Long, Long> sent = new HashMap<>(); // by packet: the change of the tables of the last sender
    private long newest = AT_START; // change whose tables a device has, or that is announced

    /**
     * @param apart how many successive epochs a switch can tell apart
     * @param breaks gets each broken promise with its cycle
     */
    EpochWatch(int apart, ObjLongConsumer<Promise> breaks) {
        this.apart = apart;
        this.breaks = breaks;
    }

    /** The witness of one device more. */
    DeviceLog.Witness ofNext() {
        return new Watched();
    }

    /** A switch or a NIC. */
    private final class Watched implements DeviceLog.Witness {
        /** Packets in the switch, each with the change of the tables by which the packet was routed. */
        private final Map<Long, Long> routed = new HashMap<>();

        private long tables = AT_START;
        private long announced = AT_START; // the last change that the switch has heard of

        @Override
        public void step(long cycle, int kind, long place, long packet) {
            if (kind == DeviceLog.INJECTION) {
                sent.put(packet, tables);
            } else if (kind == DeviceLog.GRANT) {
                Long then = routed.remove(packet);
                sent.put(packet, then == null ? tables : then);
            } else if (kind == DeviceLog.DELIVERY) {
                sent.remove(packet);
            }
        }

        @Override
        public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
            switch (kind) {
                case INSTALLED -> {
                    tables = b == ManagerEffect.UNTOLD ? tables : b;
                    newest = Math.max(newest, b);
                }
                case NIC_TOLD -> tables = a;
                case DROPPED, DISCARDED -> {
                    routed.remove(b);
                    sent.remove(b);
                }
                case DEVICE_DOWN -> {
                    routed.clear();
                    tables = AT_START;
                    announced = AT_START;
                }
                default -> {
                    // says nothing of epochs
                }
            }
        }

        @Override
        public void fact(long cycle, Fact fact, long a, long b, long c) {
            if (fact == Fact.CONTROL_SENT) {
                newest = Math.max(newest, b);
            } else if (fact == Fact.CONTROL_TAKEN) {
                announced = Math.max(announced, a);
            } else if (fact == Fact.ROUTED) {
                routed.put(a, tables);
            } else if (fact == Fact.NO_ROOM && sent.containsKey(a) && routed.containsKey(a)) {
                judge(sent.get(a), routed.get(a), Verdict.isDiscard((int) b), cycle);
            }
        }

        private void judge(long packet, long then, boolean isDiscarded, long cycle) {
            if (tables - then >= apart) {
                breaks.accept(Promise.OLD_HEADS_DISCARDED, cycle);
            }
            if (newest - packet >= apart) {
                return; // the mark means another epoch by now: a part that was cut off has kept the packet
            }
            if (packet - tables >= apart) {
                return; // to a switch that has missed so many changes it means an older one
            }
            if (apart == ONE_BIT && packet > Math.max(tables, announced)) {
                return; // a switch that the change went past takes the other epoch for an older one
            }
            boolean isOld = packet < tables || packet == tables && then < tables;
            if (isOld != isDiscarded) {
                breaks.accept(Promise.OLD_HEADS_DISCARDED, cycle);
            }
        }
    }
}
