package org.reweave.reconfig.explore;

/**
 * The reduction for schemes whose NICs write routes into packets: a message changes nothing but the routes of packets
 * that its NIC injects later, so a message to a NIC that has nothing left to inject is local.
 */
final class IdleNicSteps implements LocalSteps {
    private final Model model;
    private final World world;
    private final SmpRoutes ways;

    IdleNicSteps(Model model, World world, SmpRoutes ways) {
        this.model = model;
        this.world = world;
        this.ways = ways;
    }

    @Override
    public void reduce(Steps steps, boolean news) {
        steps.keepFirst(this::isForIdleNic);
    }

    private boolean isForIdleNic(int step) {
        int device = Step.a(step);
        return Step.kind(step) == Step.Kind.SMP
                && !world.fabric.isSwitch(device)
                && world.nextOf(device - world.fabric.switchCount()) < 0
                && !ways.mayBeLost(Step.b(step))
                && !(world.lossesLeft > 0 && model.mute().contains(device));
    }
}
