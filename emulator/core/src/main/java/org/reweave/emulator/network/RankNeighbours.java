package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.traffic.RankGrid;
import org.reweave.routing.topology.Fabric;

/**
 * The neighbours of each rank. Where the switches of the NICs are linked to each other (a torus, a mesh), the k-th NIC
 * of a switch is a neighbour of the k-th NIC of every adjoining switch; elsewhere (a tree) ranks form a grid.
 */
final class RankNeighbours {
    private RankNeighbours() {}

    /**
     * @param participants numbers of NICs, ascending: their positions are the ranks
     * @return by rank, ranks in the order of the switch's ports
     */
    static int[][] of(Fabric fabric, List<Integer> participants) {
        Map<Integer, List<Integer>> ranksAt = new HashMap<>();
        for (int rank = 0; rank < participants.size(); rank++) {
            int at = fabric.attachedSwitch(fabric.nicDevice(participants.get(rank)));
            ranksAt.computeIfAbsent(at, s -> new ArrayList<>()).add(rank);
        }
        int[][] neighbours = new int[participants.size()][];
        for (int rank = 0; rank < neighbours.length; rank++) {
            int at = fabric.attachedSwitch(fabric.nicDevice(participants.get(rank)));
            int k = ranksAt.get(at).indexOf(rank);
            List<Integer> near = new ArrayList<>();
            for (int port = 1; port <= fabric.portCount(at); port++) {
                List<Integer> there = ranksAt.get(fabric.peer(at, port));
                if (there != null && fabric.peer(at, port) != at) {
                    int beside = there.get(k % there.size());
                    if (!near.contains(beside)) {
                        near.add(beside);
                    }
                }
            }
            if (near.isEmpty()) {
                return RankGrid.neighbours(participants.size());
            }
            neighbours[rank] = near.stream().mapToInt(Integer::intValue).toArray();
        }
        return neighbours;
    }
}
