package org.reweave.emulator.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of event has a method that writes it, and each argument is read where it was written. */
class EventsTest {
    /** Arguments whose names are words of Java. */
    private static final Map<String, String> RENAMED = Map.of("case", "ruleCase", "try", "attempt");

    private static Method method(EventKind kind) {
        String[] words = kind.name().toLowerCase(Locale.ROOT).split("_");
        StringBuilder name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(words[i].substring(1));
        }
        return Stream.of(Events.class.getMethods())
                .filter(method -> method.getName().contentEquals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no method writes " + kind));
    }

    private static Object sample(Parameter parameter, int i) {
        Class<?> type = parameter.getType();
        if (type == boolean.class) {
            return true;
        }
        return type == DropCause.class ? DropCause.of(i) : type == int.class ? (Object) (100 + i) : (Object) (100L + i);
    }

    private static long word(Object sample) {
        return sample instanceof Boolean
                ? 1
                : sample instanceof DropCause cause ? cause.ordinal() : ((Number) sample).longValue();
    }

    @ParameterizedTest
    @EnumSource
    void anEventsMethodTakesTheArgumentsThatItsKindNames(EventKind kind) throws ReflectiveOperationException {
        Parameter[] parameters = method(kind).getParameters();
        Object[] samples = new Object[parameters.length];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = sample(parameters[i], i);
        }
        DeviceLog log = new DeviceLog();
        method(kind).invoke(log.events(), samples);

        EventRecords records = new EventRecords(log.collectEvents());
        assertThat(records.count()).isOne();
        assertThat(records.kind(0)).isEqualTo(kind);
        List<String> names = Arrays.stream(parameters).map(Parameter::getName).toList();
        assertThat(records.cycle(0)).isEqualTo(word(samples[names.indexOf("cycle")]));
        for (String argument : kind.arguments()) {
            int at = names.indexOf(RENAMED.getOrDefault(argument, argument));
            assertThat(at).as("parameter for %s", argument).isNotNegative();
            assertThat(records.argument(0, kind.position(argument)))
                    .as(argument)
                    .isEqualTo(word(samples[at]));
        }
        int of = names.indexOf("of");
        int besides = of < 0 ? 1 : 2;
        assertThat(names).hasSize(kind.arguments().size() + besides);
        if (of >= 0) {
            assertThat(records.change(0)).isEqualTo(word(samples[of]));
        }
    }

    private static long hashOfChangeFound(boolean asked, long since) {
        DeviceLog log = new DeviceLog();
        log.events().changeFound(500, 1, asked, since);
        return log.hash();
    }

    @Test
    void argumentsThatOnlyTellWhyAreNoPartOfTheFingerprint() {
        assertThat(hashOfChangeFound(true, 120)).isEqualTo(hashOfChangeFound(true, 0));
        assertThat(hashOfChangeFound(false, 120)).isNotEqualTo(hashOfChangeFound(true, 120));
    }

    private static long hashOfDrop(int inPort, int to) {
        DeviceLog log = new DeviceLog();
        log.events().dropped(500, DropCause.CUT, 9, inPort, 2, to);
        return log.hash();
    }

    @Test
    void whereALostPacketWasGoingIsNoPartOfTheFingerprint() {
        assertThat(hashOfDrop(1, 7)).isEqualTo(hashOfDrop(1, 8));
        assertThat(hashOfDrop(1, 7)).isNotEqualTo(hashOfDrop(3, 7));
    }

    @Test
    void anArgumentThatAKindDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> EventKind.PORT_DOWN.position("change"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("port-down")
                .hasMessageContaining("no change");
    }
}
