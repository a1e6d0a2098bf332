package org.reweave.emulator.benchmarks;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The objects that can be reached from some roots, each once, and the bytes that each takes up in this virtual machine.
 *
 * <p>A size is computed from the object's fields by HotSpot's rules: a header, the fields, and the whole rounded up to
 * the alignment of objects. Fields of the JDK's own classes are closed to programs: a closed collection or map is asked
 * for its elements, and counted as one reference an element or one node an entry.
 */
final class LiveObjects {
    /** Receives the objects that a walk meets. */
    interface Visitor {
        /**
         * @param owner the root that the object was reached from first, in the fewest steps
         * @param holder the nearest object of reweave, or of another library, on the way from the root to this object;
         *     the object itself if it is one
         * @param bytes without the objects that this one refers to
         */
        void visit(Object owner, Object holder, long bytes);
    }

    private record Step(Object owner, Object holder, Object object) {}

    private static final int MARK_BYTES = 8;
    private static final int LENGTH_BYTES = 4;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Class<?>, Shape> shapes = new HashMap<>();
    private final int referenceBytes;
    private final int headerBytes;
    private final int alignment;

    /** The reference fields that programs may read of a class and of those above it, and the bytes of one object. */
    private record Shape(List<Field> references, long bytes, boolean isClosed) {}

    LiveObjects() {
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        boolean narrow = flag(machine, "UseCompressedOops");
        this.referenceBytes = narrow ? Integer.BYTES : Long.BYTES;
        this.headerBytes = MARK_BYTES + (flag(machine, "UseCompressedClassPointers") ? Integer.BYTES : Long.BYTES);
        this.alignment =
                Integer.parseInt(machine.getVMOption("ObjectAlignmentInBytes").getValue());
    }

    private static boolean flag(HotSpotDiagnosticMXBean machine, String name) {
        return Boolean.parseBoolean(machine.getVMOption(name).getValue());
    }

    /**
     * Visits all that the roots lead to and that no earlier walk has visited, breadth first, all roots at once.
     *
     * @param isBorder objects that are neither visited nor followed, unless they are roots
     */
    void walk(Collection<?> roots, Predicate<Object> isBorder, Visitor visitor) {
        Deque<Step> queue = new ArrayDeque<>();
        for (Object root : roots) {
            if (seen.add(root)) {
                queue.add(new Step(root, root, root));
            }
        }
        while (!queue.isEmpty()) {
            Step step = queue.remove();
            Object object = step.object();
            Object holder = isJdk(object.getClass()) ? step.holder() : object;
            List<Object> next = new ArrayList<>();
            long bytes = inspect(object, next);
            visitor.visit(step.owner(), holder, bytes);
            for (Object reached : next) {
                if (!isBorder.test(reached) && seen.add(reached)) {
                    queue.add(new Step(step.owner(), holder, reached));
                }
            }
        }
    }

    /**
     * @param next takes the objects that this one refers to
     * @return bytes of the object itself
     */
    private long inspect(Object object, List<Object> next) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return inspectArray(object, type.getComponentType(), next);
        }
        Shape shape = shapes.computeIfAbsent(type, this::shape);
        for (Field field : shape.references()) {
            add(read(field, object), next);
        }
        return shape.bytes() + (shape.isClosed() ? inspectClosed(object, next) : 0);
    }

    private long inspectArray(Object array, Class<?> component, List<Object> next) {
        int length = Array.getLength(array);
        if (array instanceof Object[] elements) {
            for (Object element : elements) {
                add(element, next);
            }
        }
        long first = roundedUp(headerBytes + LENGTH_BYTES, component.isPrimitive() ? LENGTH_BYTES : referenceBytes);
        return roundedUp(first + (long) length * bytes(component), alignment);
    }

    /** @return bytes of the parts that cannot be read */
    private long inspectClosed(Object object, List<Object> next) {
        if (object instanceof String text) {
            return roundedUp(headerBytes + LENGTH_BYTES + text.length(), alignment);
        }
        if (object instanceof AtomicReference<?> box) {
            add(box.get(), next);
        }
        if (object instanceof Optional<?> box) {
            add(box.orElse(null), next);
        }
        if (object instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                add(key, next);
                add(value, next);
            });
            long node = roundedUp(headerBytes + Integer.BYTES + 3L * referenceBytes, alignment);
            return map.size() * (node + referenceBytes);
        }
        if (object instanceof Collection<?> collection) {
            collection.forEach(element -> add(element, next));
            return (long) collection.size() * referenceBytes;
        }
        return 0;
    }

    private static void add(Object object, List<Object> next) {
        boolean isOfTheMachine = object instanceof Class<?>
                || object instanceof ClassLoader
                || object instanceof Thread
                || object instanceof Reference<?>;
        if (object != null && !isOfTheMachine) {
            next.add(object);
        }
    }

    private Shape shape(Class<?> type) {
        List<Field> references = new ArrayList<>();
        long bytes = headerBytes;
        boolean isClosed = false;
        for (Class<?> part = type; part != null; part = part.getSuperclass()) {
            List<Field> fields = new ArrayList<>(List.of(part.getDeclaredFields()));
            fields.removeIf(field -> Modifier.isStatic(field.getModifiers()));
            fields.sort(Comparator.comparing(Field::getName)); // reflection gives them in no particular order
            for (Field field : fields) {
                bytes += bytes(field.getType());
                if (field.getType().isPrimitive()) {
                    continue;
                }
                if (field.trySetAccessible()) {
                    references.add(field);
                } else {
                    isClosed = true;
                }
            }
        }
        return new Shape(references, roundedUp(bytes, alignment), isClosed);
    }

    private static Object read(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " was made accessible", e);
        }
    }

    private int bytes(Class<?> type) {
        if (!type.isPrimitive()) {
            return referenceBytes;
        }
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        if (type == int.class || type == float.class) {
            return Integer.BYTES;
        }
        return type == byte.class || type == boolean.class ? Byte.BYTES : Short.BYTES;
    }

    /** Whether a class says nothing about who needs its objects: arrays, and classes of the JDK. */
    static boolean isJdk(Class<?> type) {
        return type.isArray()
                || type.getName().startsWith("java.")
                || type.getName().startsWith("jdk.");
    }

    private static long roundedUp(long bytes, int unit) {
        return (bytes + unit - 1) / unit * unit;
    }
}
