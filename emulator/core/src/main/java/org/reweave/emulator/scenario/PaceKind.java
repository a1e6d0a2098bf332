package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code 1us per 1ms}: emulated time per wall time; {@code off} = as fast as it goes. */
final class PaceKind implements Kind<Optional<Pace>> {
    private static final String OFF = "off";
    private static final Pattern PARTS = Pattern.compile("(.+?)\\s+per\\s+(.+)");
    private static final long HOUR_PS = 3_600_000_000_000_000L;
    private static final Quantity TIME = Quantity.picoseconds(1_000, HOUR_PS);

    @Override
    public String accepts() {
        return "duration per duration or " + OFF;
    }

    @Override
    public String limits() {
        return "each 1ns to 1h";
    }

    @Override
    public String example() {
        return "\"1us per 1ms\"";
    }

    @Override
    public Optional<Pace> read(ConfigValue value, TimeBase time) {
        String text = value.unwrapped().toString();
        if (text.equals(OFF) || text.equals("false")) { // HOCON has off for false, too
            return Optional.empty();
        }
        Matcher matcher = PARTS.matcher(text);
        if (!matcher.matches()) {
            throw new Refusal(
                    "is not a pace", "write emulated time per wall time, for example " + example() + ", or " + OFF);
        }
        return Optional.of(new Pace(picoseconds(matcher.group(1)), picoseconds(matcher.group(2)) / 1000));
    }

    private static long picoseconds(String text) {
        return TIME.read(ConfigValueFactory.fromAnyRef(text), null);
    }

    @Override
    public Object write(Optional<Pace> value, TimeBase time) {
        return value.<Object>map(pace ->
                        TIME.write(pace.picoseconds(), time) + " per " + TIME.write(1000 * pace.nanoseconds(), time))
                .orElse(OFF);
    }
}
