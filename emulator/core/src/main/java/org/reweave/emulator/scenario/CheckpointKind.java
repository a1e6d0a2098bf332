package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;

/** {@code every 5ms} of emulated time, {@code wall 30s} of wall time, or {@code off}. */
final class CheckpointKind implements Kind<CheckpointRule> {
    private static final String OFF = "off";
    private static final String EVERY = "every ";
    private static final String WALL = "wall ";
    private static final long MILLI_PS = 1_000_000_000L;
    private static final Quantity EMULATED = Quantity.longDuration(1);
    private static final Quantity WALL_TIME = Quantity.picoseconds(100 * MILLI_PS, 86_400_000 * MILLI_PS);

    @Override
    public String accepts() {
        return "every duration, wall duration or " + OFF;
    }

    @Override
    public String limits() {
        return "wall 100ms to 24h";
    }

    @Override
    public String example() {
        return "\"wall 30s\"";
    }

    @Override
    public CheckpointRule read(ConfigValue value, TimeBase time) {
        String text = value.unwrapped().toString().strip();
        if (text.equals(OFF) || text.equals("false")) { // HOCON has off for false, too
            return CheckpointRule.OFF;
        }
        if (text.startsWith(EVERY)) {
            return new CheckpointRule(EMULATED.read(rest(text, EVERY), time), 0);
        }
        if (text.startsWith(WALL)) {
            return new CheckpointRule(0, WALL_TIME.read(rest(text, WALL), time) / MILLI_PS);
        }
        throw new Refusal(
                "does not say when checkpoints are taken",
                "write every and an emulated time, wall and a wall time, such as " + example() + ", or " + OFF);
    }

    private static ConfigValue rest(String text, String word) {
        return ConfigValueFactory.fromAnyRef(text.substring(word.length()).strip());
    }

    @Override
    public Object write(CheckpointRule value, TimeBase time) {
        if (value.isOff()) {
            return OFF;
        }
        return value.cycles() > 0
                ? EVERY + EMULATED.write(value.cycles(), time)
                : WALL + WALL_TIME.write(value.wallMillis() * MILLI_PS, time);
    }
}
